import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';
import { AT_MOST_EVERY_MS, isChangeOf } from '../../base/readings/look-ups.ts';

const ofReviews = isChangeOf('reviews');

export const REVIEWS: LookUp<typeof CALLS.reviews.listReviews> = {
  call: CALLS.reviews.listReviews,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofReviews, calls: [], atMostEveryMs: AT_MOST_EVERY_MS },
};
export const REVIEW_COUNTS: LookUp<typeof CALLS.reviews.reviewCounts> = {
  call: CALLS.reviews.reviewCounts,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofReviews, calls: [], atMostEveryMs: AT_MOST_EVERY_MS },
};
