import { buyerMediaPath, type ConversationView, type ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';

/**
 * Whether a page may draw from there. Its content policy may still block what is not encrypted: the picture then fails, and
 * is asked of our server.
 */
export const isPublic = (url: string): boolean => /^https?:\/\//.test(url);

/**
 * Whether this browser may fetch anything in the name of a shop. One that its seller has put behind a proxy must not be seen
 * from the seller's own address; nor one of which that is not known.
 */
export const mayDrawDirectly = (shop: ShopView | null | undefined): boolean =>
  shop !== undefined && shop !== null && !shop.isIsolated;

/** The shop of a conversation; undefined where the conversation is none, or not known. */
export const useShopOf = (id: ConversationId | null): ShopView | undefined =>
  useDeskState((state) => {
    const shopId = id === null ? undefined : state.shown.get(id)?.shopId;
    return shopId === undefined ? undefined : state.shops.get(shopId);
  });

/** Where a buyer's picture is drawn from; null where there is none. */
export function buyerPicture(
  { buyer, conversationId }: Pick<ConversationView, 'buyer' | 'conversationId'>,
  shop: ShopView | null | undefined,
): string | null {
  if (buyer.avatarUrl === null || mayDrawDirectly(shop)) return buyer.avatarUrl;
  return buyerMediaPath(conversationId);
}
