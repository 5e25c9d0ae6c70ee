import { buyerMediaPath, type ConversationView, type ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';

/**
 * Whether the page may load a picture from this address. Its content policy may still block an unencrypted address: the
 * picture then fails, and is loaded from the server.
 */
export const isPublic = (url: string): boolean => /^https?:\/\//.test(url);

/**
 * Whether this browser itself may load pictures of a shop. False for a shop behind a proxy, because the marketplace
 * must not see the seller's own address with it, and false for a shop that is not known.
 */
export const mayDrawDirectly = (shop: ShopView | null | undefined): boolean =>
  shop !== undefined && shop !== null && !shop.isIsolated;

/** The shop of a conversation; undefined without a conversation, or when its shop is not known. */
export const useShopOf = (id: ConversationId | null): ShopView | undefined =>
  useDeskState((state) => {
    const shopId = id === null ? undefined : state.shown.get(id)?.shopId;
    return shopId === undefined ? undefined : state.shops.get(shopId);
  });

/** The address of a buyer's picture; null where there is none. */
export function buyerPicture(
  { buyer, conversationId }: Pick<ConversationView, 'buyer' | 'conversationId'>,
  shop: ShopView | null | undefined,
): string | null {
  if (buyer.avatarUrl === null || mayDrawDirectly(shop)) return buyer.avatarUrl;
  return buyerMediaPath(conversationId);
}
