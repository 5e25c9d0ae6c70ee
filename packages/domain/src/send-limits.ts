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
  /** Seconds between two buyers of a shop. */
  readonly intervalSeconds: { readonly least: number; readonly source: LimitSource };
  /** Whether messages of promotion outside the marketplace's own tools count as spam there. */
  readonly isPromotionSpam: boolean;
}

const DAY_MS = 86_400_000;

/** The pause is ours everywhere. No marketplace but Shopee publishes whom a seller may write to. */
const INTERVAL = { least: BULK_SEND_LIMITS.intervalSeconds.least, source: 'ours' } as const;
const fromGuard = (marketplace: Marketplace, orderDays: number | null, source: LimitSource): BulkLimits => {
  const { textLength, inARow, openForMs } = SEND_RULES[marketplace];
  return {
    textLength: { most: textLength, source },
    inARow: { most: inARow, source },
    reach: { chatDays: openForMs === null ? null : openForMs / DAY_MS, orderDays, source },
    intervalSeconds: INTERVAL,
    isPromotionSpam: marketplace === 'shopee',
  };
};

export const SEND_LIMITS: Readonly<Record<Marketplace, BulkLimits>> = {
  shopee: fromGuard('shopee', 30, 'openApi'),
  lazada: fromGuard('lazada', null, 'ours'),
  tiktok: fromGuard('tiktok', null, 'openApi'),
};
