/** The seller's phone: the codes that the marketplaces have sent to the accounts, newest first. */
import { MARKETPLACE_NAMES } from './texts.js';

const SHOWN = 20;

const isSame = (one, other) =>
  one.marketplace === other.marketplace && one.identifier.toLowerCase() === other.identifier.toLowerCase();

function element(tag, className, text) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

/** `logins` are the accounts to choose from; `onChoose` gets the chosen account's id, '' for all. */
export function createInbox({ api, logins, texts, locale, wanted, report, onChoose }) {
  const account = document.querySelector('#account');
  const list = document.querySelector('#codes');
  const formatTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format;
  let codes = [];

  const option = (value, label) => new Option(label, value);
  account.replaceChildren(
    option('', texts.allAccounts),
    ...logins.map(({ loginId, marketplace, identifier }) =>
      option(loginId, `${MARKETPLACE_NAMES[marketplace]} · ${identifier}`),
    ),
  );
  account.value = logins.some(({ loginId }) => loginId === wanted) ? wanted : '';

  function draw({ channel, code, marketplace, identifier, sentAt }) {
    const row = element('li', 'code', '');
    const time = element('time', 'hint', formatTime(sentAt));
    time.dateTime = new Date(sentAt).toISOString();
    row.append(
      element('strong', '', code),
      element('span', 'badge', texts.channels[channel]),
      time,
      element('span', 'hint', `${MARKETPLACE_NAMES[marketplace]} · ${identifier}`),
    );
    return row;
  }
  function show() {
    const chosen = logins.find(({ loginId }) => loginId === account.value);
    const meant = codes.filter((code) => chosen === undefined || isSame(code, chosen));
    list.replaceChildren(...meant.slice(0, SHOWN).map(draw));
    if (meant.length === 0) list.append(element('li', 'hint', texts.noCodes));
  }

  account.addEventListener('change', () => {
    onChoose(account.value);
    show();
  });
  show();
  return {
    refresh: () =>
      api
        .codes()
        .then((answer) => {
          codes = answer.codes;
          show();
        })
        .catch(report),
    onCode(code) {
      codes = [code, ...codes.filter(({ codeId }) => codeId !== code.codeId)];
      show();
    },
  };
}
