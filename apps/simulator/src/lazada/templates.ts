/**
 * Template ids (`layoutData.card`) and their content: 1 {txt}, 2 system, 3 {imgUrl}, 4 {txt emoji}, 6 video,
 * 10006 product, 10007 order, 10008 voucher, 10010 follow, 10011 refund order, 10012 my order, 10013 confirm order (facts 0.1, 4.2).
 */
import type { Message } from '../world/types.ts';

const TEMPLATE_BY_KIND: Readonly<Record<string, number>> = {
  text: 1,
  system: 2,
  image: 3,
  sticker: 4,
  emoji: 4,
  video: 6,
  product: 10006,
  item: 10006,
  order: 10007,
  voucher: 10008,
  follow: 10010,
  refund: 10011,
  my_order: 10012,
  confirm_order: 10013,
};
/** Ours: the number for a kind without a template of its own; no client knows it. */
const UNKNOWN_TEMPLATE = 19_999;

export function templateOf(kind: string): number {
  const known = TEMPLATE_BY_KIND[kind];
  if (known !== undefined) return known;
  return /^[0-9]{1,6}$/.test(kind) ? Number(kind) : UNKNOWN_TEMPLATE;
}

/** The world's kind for a template id that a seller sends. */
export function kindOf(templateId: number): string {
  const entry = Object.entries(TEMPLATE_BY_KIND).find(([, id]) => id === templateId);
  return entry?.[0] ?? String(templateId);
}

/** The text of a message; null for a card. */
function textOf(message: Message): string | null {
  const { text, txt } = message.content;
  if (typeof text === 'string') return text;
  return typeof txt === 'string' ? txt : null;
}

/** `templateData` is JSON as text. */
export function templateDataOf(message: Message): string {
  const text = textOf(message);
  return JSON.stringify(templateOf(message.kind) === 1 && text !== null ? { txt: text } : message.content);
}

/** The preview line in the session list. */
export function previewOf(message: Message): string {
  return textOf(message) ?? `[${message.kind}]`;
}
