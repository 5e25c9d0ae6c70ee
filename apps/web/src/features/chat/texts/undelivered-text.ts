import type { OutgoingContent, PlaceholderKind } from '@pasar/domain';
import type { DeskState, Undelivered } from '@pasar/sync';
import { shopName } from '../../../base/shops/health.ts';
import type { Translate } from '../../../base/texts/i18n.ts';
import type { UndeliveredCount } from '../../../base/undelivered.ts';
import { PLACEHOLDER_TEXTS } from './texts.ts';

type T = Translate<'chat'>;

/** To whom an answer was written, and in which shop. Empty where this window does not know it. */
export function addressee(
  { shown, shops }: Pick<DeskState, 'shown' | 'shops'>,
  { conversationId, shopId }: Undelivered,
): { readonly buyer: string; readonly shop: string } {
  const conversation = shown.get(conversationId);
  const shop = shops.get(shopId ?? conversation?.shopId ?? NO_SHOP);
  return { buyer: conversation?.buyer.name ?? '', shop: shop === undefined ? '' : shopName(shop) };
}
const NO_SHOP = '' as NonNullable<Undelivered['shopId']>;

/** One sentence about an answer that failed or stays unconfirmed. */
export function undeliveredText(state: DeskState, undelivered: Undelivered, t: T): string {
  const { buyer, shop } = addressee(state, undelivered);
  const to = { buyer: buyer === '' ? t('buyer.label') : buyer, shop };
  return undelivered.kind === 'unconfirmed' ? t('undelivered.notConfirmedTo', to) : t('undelivered.notSentTo', to);
}

/** The answer itself, in one line. */
export const undeliveredWords = ({ answer }: Undelivered, t: T): string =>
  outgoingWords((answer.at === 'server' ? answer.delivery : answer.pending).content, t);

/** What is sent, in one line: a text, or the name of its kind and of the thing. */
export function outgoingWords(content: OutgoingContent, t: T): string {
  const named = (kind: PlaceholderKind, name: string | null) => `[${t(PLACEHOLDER_TEXTS[kind])}] ${name ?? ''}`.trim();
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
      return named('image', content.image.fileName);
    case 'products':
      return named('product', content.products.map(({ title, itemId }) => title ?? itemId).join(', '));
    case 'order':
      return named('order', content.order.orderNumber ?? content.order.orderId);
    case 'voucher':
      return named('voucher', content.voucher.title ?? content.voucher.voucherCode);
    case 'sticker':
      return named('sticker', content.sticker.text);
  }
}

export const UNDELIVERED_TEXTS = {
  failed: 'undelivered.failed',
  unconfirmed: 'undelivered.unconfirmed',
  waiting: 'undelivered.waiting',
} as const;

/** How many answers did not arrive, each kind by its name: an unconfirmed one may have been sent. */
export const undeliveredCount = (counts: readonly UndeliveredCount[], t: T): string =>
  counts.map(({ kind, count }) => t('undelivered.entry', { what: t(UNDELIVERED_TEXTS[kind]), count })).join(' · ');
