import type { MessageView } from '@pasar/api';
import type { MessageId, ProductCard, VoucherCard } from '@pasar/domain';

/**
 * The products that the list names: those of the buyer's messages, and those that the shop had shown when the tab opened,
 * so that no row moves when it is sent.
 */
export const namedSince = (messages: readonly MessageView[], openedAt: number): readonly string[] => [
  ...productsInMessages(messages.filter(({ author, sentAt }) => author === 'buyer' || sentAt < openedAt)).keys(),
];

/** The products that messages in view show, each once by its id, the newest message first. */
export function productsInMessages(messages: readonly MessageView[]): ReadonlyMap<string, ProductCard> {
  const known = new Map<string, ProductCard>();
  for (const { content } of messages.toReversed()) {
    if (content.type !== 'products') continue;
    for (const product of content.products) if (!known.has(product.itemId)) known.set(product.itemId, product);
  }
  return known;
}

/** The newest message in view that shows the voucher; null where none does. */
export function voucherInMessages(
  messages: readonly MessageView[],
  voucherId: string,
): { readonly messageId: MessageId; readonly voucher: VoucherCard } | null {
  for (const { messageId, content } of messages.toReversed()) {
    if (content.type === 'voucher' && content.voucher.voucherId === voucherId) {
      return { messageId, voucher: content.voucher };
    }
  }
  return null;
}
