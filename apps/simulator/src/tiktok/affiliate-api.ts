/** The affiliate pages: recommended creators, and invitations to them. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ChatEndpoint } from './chat-api.ts';
import type { ChatCall } from './chat-call.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';

const AFFILIATE = '/api/v1/oec/affiliate';
export const AFFILIATE_ENDPOINTS: readonly ChatEndpoint[] = [
  {
    method: 'POST',
    path: `${AFFILIATE}/creator/marketplace/recommendation`,
    provenance: 'seen',
    answer: recommendation,
  },
  { method: 'POST', path: `${AFFILIATE}/seller/invite/send`, provenance: 'ours', answer: sendInvitation },
];

/** Facts 3.6: the limits of an invitation, and its error codes. */
const MOST_CREATORS = 50;
const MOST_PRODUCTS = 100;
const INVITATION_ERROR = 98_001_004;

const searchBody = z.object({
  request: z.object({
    content_preference_range: z.array(z.number()),
    creator_score_range: z.array(z.number()),
    follower_age_groups: z.array(z.unknown()),
    follower_genders: z.array(z.unknown()),
    managed_by_agency: z.array(z.unknown()),
    pagination: z.object({
      size: z.int().min(1).max(50),
      page: z.int().min(0),
      next_item_cursor: z.coerce.string().optional(),
    }),
  }),
});

const wrapped = (value: unknown) => ({ value, is_authorized: true, status: 0 });

function recommendation({ context, shop, body }: ChatCall): Envelope {
  const asked = searchBody.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { page, size } = asked.data.request.pagination;
  // Ours: ages, genders and scores filter no creator out.
  const { creators } = context.trade.of('tiktok', shop.shopId);
  const from = page * size;
  const until = Math.min(from + size, creators.length);
  return success({
    creator_profile_list: creators.slice(from, until).map(({ creatorId, handle, nickname, followers, isInvited }) => ({
      creator_oecuid: wrapped(creatorId),
      handle: wrapped(handle),
      nickname: wrapped(nickname),
      avatar: wrapped({ thumb_url_list: [`${context.origin()}/pictures/${creatorId}.png`] }),
      selection_region: wrapped(shop.country),
      follower_cnt: wrapped(String(followers)),
      has_invited_before_90d: wrapped(isInvited),
    })),
    next_pagination: {
      has_more: until < creators.length,
      next_page: page + 1,
      next_item_cursor: until,
      total: creators.length,
    },
  });
}

const invitation = z.object({
  name: z.string().min(1),
  message: z.string(),
  creator_oec_ids: z.array(z.string()).min(1),
  products: z.array(z.object({ product_id: z.string(), commission_rate: z.int().min(0).max(10_000) })).min(1),
  end_time: z.string().regex(/^[0-9]+$/),
});

/** An id that is no creator of the country is listed as failed; products must be the shop's own. */
function sendInvitation({ context, shop, body }: ChatCall): Envelope {
  const asked = invitation.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { creator_oec_ids: ids, products } = asked.data;
  if (ids.length > MOST_CREATORS || products.length > MOST_PRODUCTS) {
    return failure(INVITATION_ERROR, 'too many creators or products');
  }
  const trade = context.trade.of('tiktok', shop.shopId);
  const own = new Set(trade.products.map(({ productId }) => productId));
  if (!products.every(({ product_id: id }) => own.has(id))) return failure(INVITATION_ERROR, 'product not found');
  const known = new Set(trade.creators.map(({ creatorId }) => creatorId));
  const creatorIds = ids.filter((id) => known.has(id));
  if (creatorIds.length > 0) context.trade.apply('tiktok', shop.shopId, { change: 'inviteCreators', creatorIds });
  const invitationId = (BigInt(`0x${randomBytes(7).toString('hex')}`) + 7_000_000_000_000_000_000n).toString();
  return success({ invitation_id: invitationId, failed_creator_ids: ids.filter((id) => !known.has(id)) });
}
