import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';
import { isChangeOf } from '../../base/readings/look-ups.ts';

/** While orders are read, the stream tells of changes all the time (our choice). */
const AT_MOST_EVERY_MS = 2_000;

export const FIGURES: LookUp<typeof CALLS.statistics.figures> = {
  call: CALLS.statistics.figures,
  freshMs: 0,
  // The hour and the day go on without a change.
  againMs: 300_000,
  staleBy: { change: isChangeOf('orders'), calls: [], atMostEveryMs: AT_MOST_EVERY_MS },
};
export const RATES: LookUp<typeof CALLS.statistics.rates> = {
  call: CALLS.statistics.rates,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.statistics.saveRates] },
};
export const SHOP_DASHBOARD: LookUp<typeof CALLS.statistics.shopDashboard> = {
  call: CALLS.statistics.shopDashboard,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
export const WALLET: LookUp<typeof CALLS.statistics.wallet> = {
  call: CALLS.statistics.wallet,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
