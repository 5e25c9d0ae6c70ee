/** Draws messages. Text is always set as text, never as markup. */
import { pictureSource } from './pictures.js';

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className !== '') node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

const textOf = ({ kind, content }) => {
  const text = content.text ?? content.txt;
  return typeof text === 'string' && (kind === 'text' || !('url' in content)) ? text : null;
};

/** The caption of a card: the first of its fields that a person can read. */
function captionOf(content) {
  const { title, product_name, chat_product_infos, order_sn, orderId, order_id, voucher_code, emoji, txt, text } =
    content;
  const listed = Array.isArray(chat_product_infos) ? chat_product_infos.map(({ name }) => name).join(', ') : '';
  const found = [title, product_name, listed, order_sn, orderId, order_id, voucher_code, emoji, txt, text].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return found ?? '';
}

function cardOf(message, texts) {
  const { kind, content } = message;
  const card = element('div', 'card');
  const source = pictureSource(
    content.url ?? content.imgUrl ?? content.imageUrl ?? content.thumb_url ?? content.iconUrl,
  );
  const label = texts.kinds[kind] ?? kind;
  if (source !== null) {
    const image = element('img', '');
    image.src = source;
    image.alt = label;
    image.loading = 'lazy';
    card.append(image);
  }
  card.append(element('strong', '', label));
  const caption = captionOf(content);
  if (caption !== '') card.append(element('span', '', caption));
  return card;
}

/** The text of a message in one line. */
export const wordsOf = (message, texts) =>
  message.status === 'recalled' ? texts.recalled : (textOf(message) ?? texts.kinds[message.kind] ?? message.kind);

function bodyOf(message, texts) {
  if (message.status === 'recalled') return element('p', 'recalled', texts.recalled);
  const text = message.kind === 'text' ? textOf(message) : null;
  return text === null ? cardOf(message, texts) : element('p', 'text', text);
}

const isSystem = ({ from }) => from === 'system';
const isBuyers = ({ from }) => from === 'buyer';

export const isOwn = (message, mode) => !isSystem(message) && isBuyers(message) === (mode === 'buyer');

/**
 * Own messages, written on the phone that is held now, show whether the other side has read them. `quoted` is the
 * message that this one answers, if it is shown; `onAnswer` is null where messages cannot be answered.
 */
export function bubbleOf(message, { mode, texts, formatTime, quoted, onAnswer }) {
  if (isSystem(message)) return element('p', 'note', textOf(message) ?? texts.kinds[message.kind] ?? message.kind);
  const own = isOwn(message, mode);
  const bubble = element('article', own ? 'bubble own' : 'bubble other');
  bubble.dataset.messageId = message.messageId;
  bubble.dataset.from = message.from;
  const isRecalled = message.status === 'recalled';
  if (message.quote !== null && !isRecalled) {
    bubble.append(element('blockquote', '', quoted?.status === 'recalled' ? texts.recalled : message.quote.hint));
  }
  bubble.append(bodyOf(message, texts));
  const footer = element('footer', '');
  const time = element('time', '', formatTime(message.acceptedAt));
  time.dateTime = new Date(message.acceptedAt).toISOString();
  footer.append(time);
  if (message.from === 'sellerApp') footer.append(element('span', 'via', texts.fromApp));
  if (own && !isRecalled) {
    const isRead = isBuyers(message) ? message.isReadBySeller : message.isReadByBuyer;
    footer.append(element('span', isRead ? 'mark read' : 'mark', isRead ? texts.read : texts.sent));
  }
  if (onAnswer !== null && !isRecalled) footer.append(buttonOf(texts.answer, () => onAnswer(message)));
  bubble.append(footer);
  return bubble;
}

export function buttonOf(label, onClick) {
  const button = element('button', 'plain', label);
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

export const dayOf = (label) => element('p', 'day', label);
