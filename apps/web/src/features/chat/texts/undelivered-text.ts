import { type OutgoingContent, shownContent } from '@pasar/domain';
import type { DeskState, Undelivered } from '@pasar/sync';
import { shopName } from '../../../base/shops/health.ts';
import type { Translate } from '../../../base/texts/i18n.ts';
import type { UndeliveredCount } from '../../../base/undelivered.ts';
import { contentWords } from './texts.ts';

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
export const outgoingWords = (content: OutgoingContent, t: T): string =>
  `${contentWords(shownContent(content), t)} ${nameOf(content) ?? ''}`.trimEnd();

function nameOf(content: OutgoingContent): string | null {
  if (content.type === 'image') return content.image.fileName;
  if (content.type === 'video') return content.video.fileName;
  if (content.type === 'products') return content.products.map(({ title, itemId }) => title ?? itemId).join(', ');
  if (content.type === 'order') return content.order.orderNumber;
  return content.type === 'voucher' ? content.voucher.title : null;
}

export const UNDELIVERED_TEXTS = {
  failed: 'undelivered.failed',
  unconfirmed: 'undelivered.unconfirmed',
  waiting: 'undelivered.waiting',
} as const;

/** How many answers did not arrive, each kind by its name: an unconfirmed one may have been sent. */
export const undeliveredCount = (counts: readonly UndeliveredCount[], t: T): string =>
  counts.map(({ kind, count }) => t('undelivered.entry', { what: t(UNDELIVERED_TEXTS[kind]), count })).join(' · ');
