/** The chat screen: shows one conversation and keeps it up to date. */
import { createAnswer } from './answer.js';
import { bubbleOf, buttonOf, dayOf, isOwn } from './bubbles.js';
import { newPicture, pictureSource } from './pictures.js';
import { hasHands, MARKETPLACE_NAMES } from './texts.js';
import { createBuyerTyping, createSellerTyping } from './typing.js';

const SHOWN = 200;

const addressOf = ({ shop, buyer }) => ({ marketplace: shop.marketplace, shopId: shop.shopId, buyerId: buyer.buyerId });
const isSame = (one, other) =>
  one.marketplace === other.marketplace && one.shopId === other.shopId && one.buyerId === other.buyerId;

const MARKS = { sellerRead: 'isReadBySeller', buyerRead: 'isReadByBuyer' };

/** Sets the read mark up to a message; gives the messages whose mark has changed. */
function markRead(messages, { kind, messageId }) {
  const mark = MARKS[kind];
  const changed = messages.filter((message) => !message[mark] && BigInt(message.messageId) <= BigInt(messageId));
  for (const message of changed) message[mark] = true;
  return changed;
}

export function createChat({ api, texts, locale, report }) {
  const log = document.querySelector('#messages');
  const closed = document.querySelector('#closed');
  const formatTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format;
  const formatDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format;
  let chosen = null;
  let mode = 'buyer';
  let conversation = null;
  /** Grows with every choice of a conversation, so that an answer to an earlier choice is not shown. */
  let generation = 0;
  let isLoading = false;
  const answer = createAnswer({ texts });
  const sellerTyping = createSellerTyping({ texts });
  const takeBack = buttonOf(texts.takeBack, () => {
    const { messageId } = takeBack.closest('article').dataset;
    api.recall(addressOf(chosen), mode, messageId).catch(report);
  });
  /** Made anew for each chosen conversation. */
  let buyerTyping = null;

  const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
  };
  /** The quoted message above the field takes room, so the log is scrolled to its end again. */
  const startAnswer = (message) => {
    const wasAtEnd = isAtEnd();
    answer.to(message);
    if (wasAtEnd) toEnd();
  };
  const draw = (message) =>
    bubbleOf(message, {
      mode,
      texts,
      formatTime,
      quoted: conversation.messages.find(({ messageId }) => messageId === message.quote?.messageId),
      onAnswer: hasHands(chosen.shop) ? startAnswer : null,
    });

  /** The messages with a line before each new day; `after` is the message above them. */
  function rows(messages, after) {
    let day = after === undefined ? '' : formatDay(after.acceptedAt);
    return messages.flatMap((message) => {
      const label = formatDay(message.acceptedAt);
      const isNewDay = label !== day;
      day = label;
      return isNewDay ? [dayOf(label), draw(message)] : [draw(message)];
    });
  }
  /** Puts the button on one's own newest message, which can be taken back. */
  function placeTakeBack() {
    takeBack.remove();
    const newest = conversation.messages.findLast((message) => isOwn(message, mode));
    if (!hasHands(chosen.shop) || newest?.status !== 'available') return;
    log.querySelector(`[data-message-id="${newest.messageId}"] footer`)?.append(takeBack);
  }
  function showSellerTyping(isTyping) {
    sellerTyping.show(chosen?.shop.name ?? '', isTyping && mode === 'buyer');
  }
  function showStatus() {
    closed.hidden = (conversation?.status ?? 'activated') === 'activated';
  }
  function showAll() {
    log.replaceChildren(...rows(conversation.messages, undefined));
    if (conversation.messages.length === 0) log.append(dayOf(texts.noMessages));
    showStatus();
    showSellerTyping(conversation.isSellerTyping);
    placeTakeBack();
  }
  /** Adds only the new rows, because a screen reader reads added rows of the log. */
  function add(message) {
    const { messages } = conversation;
    if (messages.some(({ messageId }) => messageId === message.messageId)) return;
    const added = { ...message, isReadBySeller: false, isReadByBuyer: false };
    const wasAtEnd = isAtEnd();
    log.append(...rows([added], messages.at(-1)));
    messages.push(added);
    placeTakeBack();
    if (wasAtEnd) toEnd();
  }
  function redraw(messages) {
    for (const message of messages) {
      const { messageId } = message;
      log.querySelector(`[data-message-id="${messageId}"]`)?.replaceWith(draw(message));
    }
    placeTakeBack();
  }
  function recall(recalledId) {
    const message = conversation.messages.find(({ messageId }) => messageId === recalledId);
    if (message === undefined) return;
    message.status = 'recalled';
    answer.forget(recalledId);
    redraw([message, ...conversation.messages.filter(({ quote }) => quote?.messageId === recalledId)]);
  }

  function showPartner() {
    const { shop, buyer } = chosen;
    const partner = mode === 'buyer' ? shop.name : buyer.name;
    document.querySelector('#partner').textContent = partner;
    const other = mode === 'buyer' ? buyer.name : shop.name;
    document.querySelector('#place').textContent =
      `${MARKETPLACE_NAMES[shop.marketplace]} · ${shop.country} · ${other}`;
    const face = document.querySelector('#face');
    face.replaceChildren([...partner][0]?.toLocaleUpperCase() ?? '');
    const source = mode === 'buyer' ? null : pictureSource(buyer.avatarUrl);
    if (source === null) return;
    const image = document.createElement('img');
    image.src = source;
    image.alt = '';
    face.replaceChildren(image);
  }

  /** Marks the conversation read when the screen is visible. */
  async function readIfSeen() {
    if (chosen === null || conversation === null || document.visibilityState !== 'visible') return;
    const mark = mode === 'buyer' ? 'isReadByBuyer' : 'isReadBySeller';
    if (conversation.messages.every((message) => message[mark])) return;
    await api.read(addressOf(chosen), mode);
  }

  async function load() {
    if (chosen === null) return;
    generation += 1;
    const own = generation;
    isLoading = true;
    const answer = await api.conversation(addressOf(chosen), SHOWN).finally(() => {
      if (own === generation) isLoading = false;
    });
    if (own !== generation) return;
    const shouldFollow = conversation === null || isAtEnd();
    conversation = answer;
    showAll();
    if (shouldFollow) toEnd();
    await readIfSeen();
  }

  function open() {
    generation += 1;
    conversation = null;
    log.replaceChildren();
    closed.hidden = true;
    answer.clear();
    buyerTyping?.stop();
    buyerTyping = null;
    showSellerTyping(false);
    if (chosen === null) return;
    if (mode === 'buyer' && hasHands(chosen.shop)) {
      const address = addressOf(chosen);
      buyerTyping = createBuyerTyping((isTyping) => api.typing(address, isTyping).catch(report));
    }
    showPartner();
    load().catch(report);
  }

  document.addEventListener('visibilitychange', () => readIfSeen().catch(report));
  return {
    choose(next) {
      chosen = next;
      open();
    },
    setMode(next) {
      mode = next;
      open();
    },
    reload: () => load().catch(report),
    onEvent(event) {
      if (chosen === null || !isSame(addressOf(chosen), event)) return;
      if (conversation === null || isLoading) {
        // The answer on its way may or may not include this event, so the conversation is loaded again.
        load().catch(report);
        return;
      }
      if (event.kind === 'message') {
        add(event.message);
        readIfSeen().catch(report);
      } else if (event.kind === 'recalled') {
        recall(event.messageId);
      } else if (event.kind === 'sellerTyping') {
        showSellerTyping(event.isTyping);
      } else if (event.kind === 'status') {
        conversation.status = event.status;
        showStatus();
      } else if (event.kind in MARKS) {
        redraw(markRead(conversation.messages, event).filter((message) => isOwn(message, mode)));
      }
    },
    async send(text) {
      if (chosen === null) return;
      await api.send(addressOf(chosen), mode, text, answer.messageId());
      answer.clear();
      buyerTyping?.stop();
      toEnd();
    },
    async sendPicture() {
      if (chosen === null) return;
      await api.post(addressOf(chosen), mode, newPicture(chosen.shop.marketplace));
      toEnd();
    },
    /** `text` is the new content of the field. */
    typed(text) {
      buyerTyping?.changed(text);
    },
  };
}
