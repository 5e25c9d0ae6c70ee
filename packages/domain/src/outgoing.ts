import type { Sticker } from './goods.ts';
import type { ImageType } from './media.ts';
import type { MessageContent, OrderCard, ProductCard, VoucherCard } from './message.ts';

/** A picture that waits to be sent, without its bytes. Sizes are pixels, null where they could not be read. */
export interface OutgoingImage {
  readonly fileName: string;
  readonly type: ImageType;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * A video that waits to be sent, without its bytes. `bytes` is their number; the other numbers are null where the
 * browser could not read them.
 */
export interface OutgoingVideo {
  readonly fileName: string;
  readonly bytes: number;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

/**
 * What a message that the shop sends holds: one union for everything that sends. Of a card, the ids are what the
 * marketplace is given; the other facts are what is shown until the message comes back, and what the buyer is told
 * where the marketplace takes them.
 */
export type OutgoingContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: OutgoingImage }
  | { readonly type: 'video'; readonly video: OutgoingVideo }
  | OutgoingCard;

/** Content that is chosen from the shop's own goods and orders, and needs no preparation before it is sent. */
export type OutgoingCard =
  | { readonly type: 'products'; readonly products: readonly ProductCard[] }
  | { readonly type: 'order'; readonly order: OrderCard }
  | { readonly type: 'voucher'; readonly voucher: VoucherCard }
  | { readonly type: 'sticker'; readonly sticker: Sticker }
  /** The buyer is invited to follow the shop: the marketplace writes the words. */
  | { readonly type: 'follow' }
  /** The buyer is asked to rate the service: the marketplace writes the words. */
  | { readonly type: 'rating' };
export const OUTGOING_CARDS = ['products', 'order', 'voucher', 'sticker', 'follow', 'rating'] as const;

export const isCard = (content: OutgoingContent): content is OutgoingCard =>
  content.type !== 'text' && content.type !== 'image' && content.type !== 'video';

/** The ability that a marketplace needs to send a card. Several products are one list. */
export function cardAbility(card: OutgoingCard) {
  switch (card.type) {
    case 'products':
      return card.products.length === 1 ? 'productCard' : 'productList';
    case 'order':
      return 'orderCard';
    case 'voucher':
      return 'voucherCard';
    case 'sticker':
      return 'sticker';
    case 'follow':
      return 'followInvitation';
    case 'rating':
      return 'ratingCard';
  }
}
export type CardAbility = ReturnType<typeof cardAbility>;

/** The ids by which a card is the same card, whatever else is known of it. An invitation to follow or to rate names nothing. */
export function idsOfCard(card: OutgoingCard): readonly string[] {
  switch (card.type) {
    case 'products':
      return card.products.map(({ itemId }) => itemId);
    case 'order':
      return [card.order.orderId];
    case 'voucher':
      return [card.voucher.voucherId];
    case 'sticker':
      return [card.sticker.stickerId];
    case 'follow':
    case 'rating':
      return [];
  }
}

/** A message that is sent, as it is shown until the marketplace's own message takes its place. */
export function shownContent(content: OutgoingContent): MessageContent {
  switch (content.type) {
    case 'text':
      return content;
    case 'image': {
      const { width, height } = content.image;
      return { type: 'image', picture: { url: '', thumbUrl: null, width, height }, wireType: 'image', raw: null };
    }
    case 'video': {
      const { width, height, durationSeconds } = content.video;
      return {
        type: 'video',
        video: { url: null, coverUrl: null, width, height, durationSeconds },
        wireType: 'video',
        raw: null,
      };
    }
    case 'products':
      return { type: 'products', products: content.products, wireType: 'product', raw: null };
    case 'order':
      return { type: 'order', order: content.order, wireType: 'order', raw: null };
    case 'voucher':
      return { type: 'voucher', voucher: content.voucher, wireType: 'voucher', raw: null };
    case 'sticker':
      return { type: 'text', text: content.sticker.text };
    case 'follow':
      return { type: 'follow', follow: { text: null }, wireType: 'follow', raw: null };
    case 'rating':
      return { type: 'rating', rating: { orderId: null, stars: null, text: null }, wireType: 'rating', raw: null };
  }
}

/**
 * The marketplace's message of a card that was sent. Some marketplaces return little more than ids, so the facts that
 * the message leaves out are those of the card. A message of another content is returned as it is.
 */
export function withSentFacts(told: MessageContent, sent: OutgoingContent): MessageContent {
  if (told.type === 'products' && sent.type === 'products') {
    const byId = new Map(sent.products.map((product) => [product.itemId, product]));
    return { ...told, products: told.products.map((product) => filled(product, byId.get(product.itemId))) };
  }
  if (told.type === 'order' && sent.type === 'order' && told.order.orderId === sent.order.orderId) {
    return { ...told, order: filled(told.order, sent.order) };
  }
  if (told.type === 'voucher' && sent.type === 'voucher' && told.voucher.voucherId === sent.voucher.voucherId) {
    return { ...told, voucher: filled(told.voucher, sent.voucher) };
  }
  if (told.type === 'video' && sent.type === 'video') {
    const { width, height, durationSeconds } = sent.video;
    return { ...told, video: filled(told.video, { ...told.video, width, height, durationSeconds }) };
  }
  return told;
}

/** The facts of `known`, with those of `others` where `known` has null. */
function filled<Card extends object>(known: Card, others: Card | undefined): Card {
  if (others === undefined) return known;
  const given = Object.entries(known).filter(([, value]) => value !== null);
  return { ...others, ...Object.fromEntries(given) };
}
