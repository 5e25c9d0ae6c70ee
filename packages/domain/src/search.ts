import type { MessageContent } from './message.ts';

/**
 * What a search over everything finds. `product`: a message that shows products; `message`: any other. `buyer`: a
 * conversation by the buyer's name. `note`: a note about a buyer; `teamNote`: one for colleagues, in a conversation.
 */
export const SEARCH_KINDS = ['message', 'buyer', 'order', 'product', 'note', 'teamNote', 'remark'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Who wrote what is found: the buyer, or a person of the shop. */
export const SEARCH_WRITERS = ['buyer', 'team'] as const;
export type SearchWriter = (typeof SEARCH_WRITERS)[number];

/** Our choices. */
export const SEARCH_LIMITS = {
  /** Characters of a question. */
  question: 100,
  /** Hits of each kind, while no kind is chosen. */
  ofEach: 4,
  /** Hits of a page of one kind. */
  page: 25,
  /** A kind with more hits is said to have more than so many. */
  counted: 10_000,
} as const;

export const isProductCard = ({ type }: MessageContent): boolean => type === 'products';

/** What a person reads of a message: its words, or the names and numbers of its card. */
export function saidIn(content: MessageContent): string {
  const parts = partsOf(content);
  return parts.filter((part): part is string => part !== null && part !== '').join('\n');
}

function partsOf(content: MessageContent): readonly (string | null)[] {
  switch (content.type) {
    case 'text':
    case 'notice':
      return [content.text];
    case 'products':
      return content.products.map(({ title }) => title);
    case 'order':
    case 'myOrder':
    case 'confirmOrder':
      return [content.order.orderNumber, content.order.orderId];
    case 'voucher':
      return [content.voucher.title, content.voucher.voucherCode];
    case 'offer':
      return [content.offer.productName];
    case 'refund':
      return [content.refund.orderId, content.refund.reason];
    case 'logistics':
      return [content.logistics.orderId, content.logistics.trackingNumber];
    case 'rating':
      return [content.rating.text];
    case 'image':
    case 'video':
    case 'sticker':
    case 'follow':
    case 'placeholder':
      return [];
  }
}
