/** Creators: who is recommended, and invitations to them. */
import type { Outcome } from '@pasar/connector-kit';
import type { PlatformShopId } from '@pasar/domain';
import { onSite, type ShopAccess } from '../auth/shop-access.ts';
import type { SellerSite } from '../auth/site.ts';
import {
  type CreatorPage,
  type CreatorWish,
  creatorRecommendationCall,
  INVITATION_LIMITS,
  type Invitation,
  inviteCall,
} from '../calls/affiliate.ts';
import { refused } from '../wire/outcome.ts';

export interface CreatorCalls {
  recommend(shop: PlatformShopId, wish: CreatorWish): Promise<Outcome<CreatorPage>>;
  /** At most 50 creators and 100 products (facts 3.6). Made once: what may have arrived is not repeated. */
  invite(shop: PlatformShopId, invitation: Invitation): Promise<Outcome<Invited>>;
}
export interface Invited {
  readonly invitationId: string;
  /** Who could not be invited. */
  readonly failedCreatorIds: readonly string[];
}

export function createCreatorCalls(site: SellerSite, shops: readonly ShopAccess[]): CreatorCalls {
  const byId = new Map(shops.map((shop) => [shop.facts.platformShopId, onSite(shop)]));
  const unknown = refused('not_found', 'the login does not serve this shop');
  return {
    recommend: async (shop, wish) => {
      const where = byId.get(shop);
      return where === undefined ? unknown : site.make(creatorRecommendationCall, where, wish);
    },
    invite: async (shop, invitation) => {
      const { creatorIds, products } = invitation;
      if (creatorIds.length === 0 || products.length === 0) return refused('invalid_request', 'nobody or nothing');
      if (creatorIds.length > INVITATION_LIMITS.creators || products.length > INVITATION_LIMITS.products) {
        return refused('invalid_request', 'too many creators or products');
      }
      const where = byId.get(shop);
      return where === undefined ? unknown : site.make(inviteCall, where, invitation);
    },
  };
}
