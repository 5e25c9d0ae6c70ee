/** The affiliate pages: recommended creators, and invitations to creators (facts 3.6). */
import type { CreatorSearch, Invitation, Page } from '@pasar/connector-kit';
import { asPlatformShopId, type Creator } from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { id, readRows } from '../wire/fields.ts';
import { ok } from '../wire/outcome.ts';
import { type TiktokCall, wirePost } from '../wire/scope.ts';

const AFFILIATE = '/api/v1/oec/affiliate';
/** Spec 2 §9. */
const CREATOR_PAGE_SIZE = 20;
/** Facts 3.6: limits that the site itself returns. */
export const INVITATION_LIMITS = { creators: 50, products: 100 } as const;

/** A search with the cursor as the wire has it; null for the first page. */
export interface CreatorQuery extends Omit<CreatorSearch, 'cursor'> {
  readonly next: CreatorCursor | null;
}
export interface CreatorCursor {
  readonly page: number;
  readonly itemCursor: string;
}

/** Every field of a row is wrapped: `{value, is_authorized, status}` (seen). */
const wrapped = <Value>(value: z.ZodType<Value>) => z.object({ value }).transform((field) => field.value);
const creatorRow = z
  .object({
    creator_oecuid: wrapped(id),
    handle: wrapped(z.string()),
    nickname: wrapped(z.string()).nullish(),
    avatar: wrapped(z.object({ thumb_url_list: z.array(z.string()) })).nullish(),
    selection_region: wrapped(z.string()).nullish(),
    follower_cnt: wrapped(z.coerce.number().int().nonnegative()),
    has_invited_before_90d: wrapped(z.boolean()).nullish(),
  })
  .transform(
    (row): Creator => ({
      creatorId: row.creator_oecuid,
      handle: row.handle,
      nickname: row.nickname || null,
      avatarUrl: row.avatar?.thumb_url_list[0] ?? null,
      region: row.selection_region || null,
      followerCount: row.follower_cnt,
      isInvitedBefore: row.has_invited_before_90d ?? false,
    }),
  );
const creatorPage = z.object({
  creator_profile_list: z.array(z.unknown()),
  next_pagination: z.object({
    has_more: z.boolean(),
    next_page: z.int().nonnegative(),
    next_item_cursor: z.coerce.string(),
  }),
});
export interface CreatorPage extends Omit<Page<Creator>, 'next'> {
  readonly next: CreatorCursor | null;
}

export const creatorRecommendationCall: TiktokCall<CreatorQuery, CreatorPage> = {
  key: 'tiktok-affiliate POST creator/marketplace/recommendation',
  tag: 'seen',
  repeat: 'read',
  toWire: (query) =>
    wirePost(`${AFFILIATE}/creator/marketplace/recommendation`, {
      request: {
        content_preference_range: query.contentPreferenceRange,
        creator_score_range: query.creatorScoreRange,
        follower_age_groups: query.followerAgeGroups,
        follower_genders: query.followerGenders,
        managed_by_agency: query.managedByAgency,
        pagination: {
          size: CREATOR_PAGE_SIZE,
          page: query.next?.page ?? 0,
          ...(query.next === null ? {} : { next_item_cursor: query.next.itemCursor }),
        },
      },
    }),
  fromWire: (answer, { shop }) => {
    const page = fromEnvelope(creatorPage)(answer);
    if (!page.ok) return page;
    const { creator_profile_list: rows, next_pagination: next } = page.value;
    return ok({
      ...readRows(rows, creatorRow, shop === null ? null : asPlatformShopId(shop.shopId)),
      next: next.has_more ? { page: next.next_page, itemCursor: next.next_item_cursor } : null,
    });
  },
};

const invitationData = z
  .object({ invitation_id: id, failed_creator_ids: z.array(id).nullish() })
  .transform(({ invitation_id: invitationId, failed_creator_ids: failed }) => ({
    invitationId,
    failedCreatorIds: failed ?? [],
  }));

/** Not repeated: a repeat would invite twice. Ours: the body's fields, after the official target collaboration. */
export const inviteCall: TiktokCall<Invitation, z.infer<typeof invitationData>> = {
  key: 'tiktok-affiliate POST invite/send',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ name, message, creatorIds, products, endsAt }) =>
    wirePost(`${AFFILIATE}/seller/invite/send`, {
      name,
      message,
      creator_oec_ids: creatorIds,
      products: products.map(({ productId, commissionRate }) => ({
        product_id: productId,
        commission_rate: commissionRate,
      })),
      end_time: String(Math.floor(endsAt / 1_000)),
    }),
  fromWire: fromEnvelope(invitationData),
};
