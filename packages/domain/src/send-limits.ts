import { BULK_SEND_LIMITS } from './bulk-send.ts';
import type { Marketplace } from './marketplace.ts';
import { SEND_RULES } from './send-guard.ts';

/** Where a limit comes from. */
export type LimitSource = 'openApi' | 'ours';

/** What limits a message to many buyers at a marketplace. Days and numbers are null where no limit is known. */
export interface BulkLimits {
  /** Longest text in characters. */
  readonly textLength: { readonly most: number; readonly source: LimitSource };
  /** Most messages in a row to a buyer who does not answer. */
  readonly inARow: { readonly most: number | null; readonly source: LimitSource };
  /**
   * A buyer may be written to for `chatDays` after the buyer's last message, for `orderDays` after an order, and while a
   * return is open.
   */
  readonly reach: {
    readonly chatDays: number | null;
    readonly orderDays: number | null;
    readonly source: LimitSource;
  };
  /** The marketplace opens a conversation only with a buyer who has ordered within so many days. */
  readonly opening: { readonly orderDays: number | null; readonly source: LimitSource };
  /** How fast a task may write in a shop: the least seconds between two buyers, and the most messages in an hour and a day. */
  readonly pace: {
    readonly leastSeconds: number;
    readonly perHour: number | null;
    readonly perDay: number | null;
    readonly source: LimitSource;
  };
  /** Whether messages of promotion outside the marketplace's own tools count as spam there. */
  readonly isPromotionSpam: boolean;
}

const DAY_MS = 86_400_000;

interface OwnLimits {
  readonly source: LimitSource;
  readonly reach: { readonly chatDays: number | null; readonly orderDays: number | null };
  readonly opening: BulkLimits['opening'];
  readonly perHour: number;
}
const limitsOf = (marketplace: Marketplace, { source, reach, opening, perHour }: OwnLimits): BulkLimits => {
  const { textLength, inARow } = SEND_RULES[marketplace];
  return {
    textLength: { most: textLength, source },
    inARow: { most: inARow, source },
    reach: { ...reach, source },
    opening,
    pace: { leastSeconds: BULK_SEND_LIMITS.intervalSeconds.least, perHour, perDay: null, source: 'ours' },
    isPromotionSpam: marketplace === 'shopee',
  };
};
const { openForMs } = SEND_RULES.shopee;
/** Whom a shop may write to, it may open a conversation with. */
const ANYBODY = { orderDays: null, source: 'ours' } as const;

/**
 * Shopee and TikTok Shop publish whom a seller may write to. Nobody publishes how many messages a shop may send in an hour or a
 * day: TikTok Shop allows 50 requests in a second, Lazada and Shopee name no number. So the pace is ours, and slower where
 * promotion counts as spam.
 */
export const SEND_LIMITS: Readonly<Record<Marketplace, BulkLimits>> = {
  shopee: limitsOf('shopee', {
    source: 'openApi',
    reach: { chatDays: openForMs === null ? null : openForMs / DAY_MS, orderDays: 30 },
    opening: ANYBODY,
    perHour: 360,
  }),
  lazada: limitsOf('lazada', {
    source: 'ours',
    reach: { chatDays: null, orderDays: null },
    opening: { orderDays: 30, source: 'openApi' },
    perHour: 720,
  }),
  tiktok: limitsOf('tiktok', {
    source: 'openApi',
    reach: { chatDays: 30, orderDays: 60 },
    opening: ANYBODY,
    perHour: 720,
  }),
};

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** Seconds between two buyers who get so many messages each: as a task was told, or longer where the marketplace's pace is slower. */
export function paceSeconds(marketplace: Marketplace, intervalSeconds: number, messages: number): number {
  const { leastSeconds, perHour, perDay } = SEND_LIMITS[marketplace].pace;
  const ofHour = perHour === null ? 0 : (messages * HOUR_SECONDS) / perHour;
  const ofDay = perDay === null ? 0 : (messages * DAY_SECONDS) / perDay;
  return Math.max(intervalSeconds, leastSeconds, ofHour, ofDay);
}
