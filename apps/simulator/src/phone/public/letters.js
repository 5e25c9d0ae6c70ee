/** The mails and short messages that the simulator received, the newest first. */
import { chooseLocale } from './texts.js';

const TEXTS = {
  en: {
    title: 'Inbox',
    hint: 'Mails and short messages that Pasar has sent arrive here, whoever they are for.',
    mail: 'Mail to',
    sms: 'Short message to',
    none: 'Nothing has arrived yet.',
    gone: 'The simulator does not answer.',
  },
  'zh-CN': {
    title: '收件箱',
    hint: 'Pasar 发出的邮件和短信都会到这里，无论收件人是谁。',
    mail: '邮件发给',
    sms: '短信发给',
    none: '还没有收到任何内容。',
    gone: '模拟器没有回应。',
  },
};
const LOOK_EVERY_MS = 1_000;
const locale = chooseLocale(location.search, navigator.languages);
const texts = TEXTS[locale] ?? TEXTS.en;
const list = document.querySelector('#letters');
const hint = document.querySelector('#hint');
const problem = document.querySelector('#problem');
let shown = '';

function rowOf({ to, channel, subject, text, at }) {
  const row = document.createElement('li');
  const head = document.createElement('p');
  head.className = 'hint';
  head.textContent = `${texts[channel]} ${to} · ${new Date(at).toLocaleTimeString(locale)}`;
  const title = document.createElement('h2');
  title.textContent = subject;
  const body = document.createElement('pre');
  body.textContent = text;
  row.append(head, ...(subject === '' ? [] : [title]), body);
  return row;
}

async function look() {
  try {
    const { letters } = await (await fetch('/sim/letters')).json();
    const found = JSON.stringify(letters);
    problem.hidden = true;
    if (found !== shown) list.replaceChildren(...letters.map(rowOf));
    shown = found;
    hint.textContent = letters.length === 0 ? `${texts.hint} ${texts.none}` : texts.hint;
  } catch {
    problem.textContent = texts.gone;
    problem.hidden = false;
  }
  setTimeout(look, LOOK_EVERY_MS);
}

document.documentElement.lang = locale;
document.title = texts.title;
document.querySelector('#title').textContent = texts.title;
for (const anchor of document.querySelectorAll('.languages a')) {
  if (anchor.lang === locale) anchor.setAttribute('aria-current', 'true');
}
look();
