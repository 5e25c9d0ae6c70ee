import { asMemberId, DASHBOARD_PERIODS, isTimeZone, LOCALES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, permission } from '../contract/call.ts';
import { ofPage, ofShops, time } from '../facts/order-book.ts';
import { conversationId, shopId } from '../facts/views.ts';
import { responseRuleView } from './response-rules.ts';

/**
 * How fast buyers are answered and by whom, counted from the messages of the shops that the member sees. Ours: all calls.
 * A wait is counted in the time when it began; messages are counted in the hours in which they were sent.
 */
const order = permission('order');
const count = z.number().int().nonnegative();
/** Milliseconds; null where nothing was answered. */
const took = count.nullable();
const memberId = z.uuid().transform(asMemberId);

const speed = {
  /** Buyers' waits, answered or not. */
  waits: count,
  answered: count,
  /** Half of the answered waits were at most so long. */
  median: took,
  /** Nine of ten answered waits were at most so long. */
  nineTenths: took,
};
const figures = z.object({
  ...speed,
  /** Waits after a day of silence, and half of the answered ones were at most so long. */
  firstWaits: count,
  firstMedian: took,
  /** Conversations in which somebody wrote; of a member those in which the member wrote. */
  conversations: count,
  received: count,
  sent: count,
  /** Buyers who were answered, and those of them who ordered at the shop within a day. */
  answeredBuyers: count,
  orderedBuyers: count,
});
export type TeamFigureSums = z.infer<typeof figures>;
const compared = { now: figures, before: figures };

const span = {
  period: z.enum(DASHBOARD_PERIODS),
  timeZone: z.string().max(64).refine(isTimeZone).default('UTC'),
  ...ofShops,
};

const teamFigures = defineCall({
  path: '/api/desk/teamFigures',
  method: 'POST',
  access: order,
  summary: 'How fast buyers were answered in a period and in the one before, by member, shop and hour',
  input: z.object(span),
  output: z.object({
    /** When the server counted, by its clock. */
    asOf: time,
    /** Whether messages of the last minutes are not counted yet. */
    isBehind: z.boolean(),
    /** Whether the order book has any order of these shops; without orders nobody is known to have ordered. */
    areOrdersRead: z.boolean(),
    edges: z.array(time),
    beforeFrom: time,
    beforeTo: time,
    total: z.object(compared),
    /**
     * Those who answered; a sub-account is told of its own answers alone. `memberId` is null for answers that were sent
     * elsewhere than here; `name` is null for a member who was deleted.
     */
    members: z.array(z.object({ memberId: memberId.nullable(), name: z.string().nullable(), ...compared })),
    shops: z.array(z.object({ shopId, ...compared })),
    /** By the hour of the day at which the wait began, 0 to 23. Hours without a wait are absent. */
    hours: z.array(z.object({ hour: z.number().int().min(0).max(23), ...speed })),
    /** `bucket` counts the edges from 0. Buckets without a wait are absent. */
    series: z.array(z.object({ bucket: count, ...speed })),
  }),
});

/** A part of the figures: what is absent is not looked at. */
const part = {
  /** The waits that this member answered; `elsewhere`: those that were answered elsewhere than here. */
  answeredBy: z.union([memberId, z.literal('elsewhere')]).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  bucket: z.coerce.number().int().nonnegative().max(1_000).optional(),
};

/** Refused with `no_permission` for a sub-account that asks about another member. */
const teamWaits = defineCall({
  path: '/api/desk/teamWaits',
  method: 'POST',
  access: order,
  summary: 'The waits behind a figure with their conversations: those without an answer first, then the longest',
  input: z.object({ ...span, ...part, cursor: ofPage.cursor, pageSize: ofPage.pageSize }),
  output: z.object({
    waits: z.array(
      z.object({
        waitId: z.uuid(),
        conversationId,
        shopId,
        buyerName: z.string(),
        askedAt: time,
        answeredAt: time.nullable(),
        /** Null: elsewhere, or nobody yet, or a member who was deleted. */
        answeredByName: z.string().nullable(),
        isFirst: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

const answers = { inTime: count, late: count };
/** By the rule of the shop: the account's own, else that of its marketplace and country; over the days of its window. */
const shopShare = z.object({
  shopId,
  /** A wait without an answer counts once its time is over. */
  ...answers,
  /** The same for each 24 hours of the window, by when the buyer asked; the last are those that end now. */
  days: z.array(z.object(answers)),
  rule: responseRuleView,
});

const responseShares = defineCall({
  path: '/api/desk/responseShares',
  method: 'GET',
  access: order,
  summary: 'How many answers of each shop came in time by the rule of its marketplace, and how many too late',
  input: z.object({}),
  output: z.object({
    /** Shops without either are absent. */
    shares: z.array(shopShare),
  }),
});

/** Whoever sees the shop may see its share, which names no buyer. */
const shopResponseShare = defineCall({
  path: '/api/desk/shopResponseShare',
  method: 'GET',
  access: MEMBER,
  summary: 'How many answers of one shop came in time by the rule of its marketplace, and how many too late',
  input: z.object({ shopId }),
  output: shopShare,
});

const exportTeamFigures = defineCall({
  path: '/api/desk/exportTeamFigures',
  method: 'POST',
  access: order,
  summary: 'The figures of a period by member, shop and hour as a workbook',
  input: z.object({ ...span, locale: z.enum(LOCALES).optional() }),
  output: z.object({ fileName: z.string(), file: z.base64() }),
});

export const TEAM_FIGURES_CALLS = {
  teamFigures,
  teamWaits,
  responseShares,
  shopResponseShare,
  exportTeamFigures,
} as const;
