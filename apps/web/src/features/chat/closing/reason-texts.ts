import type { ClosingReason } from '@pasar/domain';

export const REASON_TEXTS = {
  solved: 'reason.solved',
  buyer_silent: 'reason.buyer_silent',
  not_for_us: 'reason.not_for_us',
  spam: 'reason.spam',
  other: 'reason.other',
} as const satisfies Record<ClosingReason, string>;
