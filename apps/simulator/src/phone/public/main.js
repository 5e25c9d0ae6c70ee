import { createApi, followEvents } from './api.js';
import { createChat } from './chat.js';
import { createChatterControl } from './chatter.js';
import { createInbox } from './inbox.js';
import { createPicker } from './picker.js';
import { chooseLocale, textsOf } from './texts.js';

const locale = chooseLocale(location.search, navigator.languages);
const texts = textsOf(locale);
const api = createApi(texts.unreachable);
const problem = document.querySelector('#problem');
const link = document.querySelector('#link');
const message = document.querySelector('#message');
const send = document.querySelector('#send');
const picture = document.querySelector('#picture');
const modeInputs = [...document.querySelectorAll('input[name=mode]')];

function say(words) {
  problem.textContent = words;
  problem.hidden = words === '';
}
const report = (error) => say(texts.broken(error.message));

function speak() {
  document.documentElement.lang = locale;
  document.title = texts.title;
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = texts[node.dataset.text];
  document.querySelector('#messages').setAttribute('aria-label', texts.messages);
  message.setAttribute('aria-label', texts.message);
  document.querySelector('#no-answer').setAttribute('aria-label', texts.noAnswer);
  for (const anchor of document.querySelectorAll('.languages a')) {
    if (anchor.lang === locale) anchor.setAttribute('aria-current', 'true');
  }
}

/** Keeps the choice in the address, so that a reload or a bookmark restores it. */
function remember(choice) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(choice)) query.set(name, value);
  history.replaceState(null, '', `?${query}`);
  for (const anchor of document.querySelectorAll('.languages a')) {
    query.set('lang', anchor.lang);
    anchor.href = `?${query}`;
  }
}

function setUpMode(chat, wanted) {
  const apply = (mode) => {
    document.body.dataset.mode = mode;
    message.placeholder = mode === 'buyer' ? texts.placeholderBuyer : texts.placeholderSeller;
    chat.setMode(mode);
  };
  for (const input of modeInputs) {
    input.checked = input.value === wanted;
    input.addEventListener('change', () => {
      remember({ mode: input.value });
      apply(input.value);
    });
  }
  apply(wanted);
}

function setUpComposer(chat) {
  const composer = document.querySelector('#composer');
  composer.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = message.value;
    if (text.trim() === '' || send.disabled) return;
    send.disabled = true;
    try {
      await chat.send(text);
      message.value = '';
      say('');
    } catch (error) {
      say(texts.failed(error.message));
    } finally {
      send.disabled = false;
      message.focus();
    }
  });
  picture.addEventListener('click', async () => {
    try {
      await chat.sendPicture();
      say('');
    } catch (error) {
      say(texts.failed(error.message));
    }
  });
  message.addEventListener('input', () => chat.typed(message.value));
  message.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    composer.requestSubmit();
  });
}

async function start() {
  speak();
  const query = new URLSearchParams(location.search);
  const [shops, { logins }] = await Promise.all([api.shops(), api.logins()]);
  const chat = createChat({ api, texts, locale, report });
  const chatter = createChatterControl({ api, texts, report });
  const inbox = createInbox({
    api,
    logins,
    texts,
    locale,
    wanted: query.get('account'),
    report,
    onChoose: (account) => remember({ account }),
  });
  setUpMode(chat, query.get('mode') === 'sellerApp' ? 'sellerApp' : 'buyer');
  setUpComposer(chat);
  createPicker({
    shops,
    texts,
    wanted: { marketplace: query.get('marketplace'), shopId: query.get('shop'), buyerId: query.get('buyer') },
    onChange(choice) {
      if (choice !== null) {
        const { shop, buyer } = choice;
        remember({ marketplace: shop.marketplace, shop: shop.shopId, buyer: buyer.buyerId });
      }
      say('');
      chat.choose(choice);
    },
  });
  followEvents({
    onEvent: (event) => (event.kind === 'code' ? inbox.onCode(event) : chat.onEvent(event)),
    onLink(isUp) {
      link.textContent = isUp ? texts.live : texts.reconnecting;
      link.dataset.up = String(isUp);
      if (!isUp) return;
      chat.reload();
      chatter.refresh();
      inbox.refresh();
    },
  });
}

start().catch(report);
