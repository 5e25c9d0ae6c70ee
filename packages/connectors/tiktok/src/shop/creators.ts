/** Creators: recommended creators, and invitations. */
import type { CreatorCalls, Outcome } from '@pasar/connector-kit';
import type { PlatformShopId } from '@pasar/domain';
import { type CreatorCursor, creatorRecommendationCall, INVITATION_LIMITS, inviteCall } from '../calls/affiliate.ts';
import { ok, refused } from '../wire/outcome.ts';
import type { SiteCall } from '../wire/scope.ts';

/** Makes a call for a shop; refused for a shop of another login. */
export type Make = <Params, Answer>(
  shop: PlatformShopId,
  call: SiteCall<Params, Answer>,
  params: Params,
) => Promise<Outcome<Answer>>;

/** The page number, and the marketplace's cursor for it. */
const CURSOR = /^(?<page>[0-9]{1,9}):(?<itemCursor>.+)$/;

function parseCursor(cursor: string): CreatorCursor | null {
  const { page, itemCursor } = CURSOR.exec(cursor)?.groups ?? {};
  return page === undefined || itemCursor === undefined ? null : { page: Number(page), itemCursor };
}

export const createCreatorCalls = (make: Make): CreatorCalls => ({
  recommend: async (shop, { cursor, ...filters }) => {
    const next = cursor === null ? null : parseCursor(cursor);
    if (cursor !== null && next === null) return refused('invalid_request', 'cursor');
    const page = await make(shop, creatorRecommendationCall, { ...filters, next });
    if (!page.ok) return page;
    const after = page.value.next;
    return ok({ ...page.value, next: after === null ? null : `${after.page}:${after.itemCursor}` });
  },
  invite: async (shop, invitation) => {
    const { creatorIds, products } = invitation;
    if (creatorIds.length === 0 || products.length === 0) return refused('invalid_request', 'nobody or nothing');
    if (creatorIds.length > INVITATION_LIMITS.creators || products.length > INVITATION_LIMITS.products) {
      return refused('invalid_request', 'too many creators or products');
    }
    return make(shop, inviteCall, invitation);
  },
});
