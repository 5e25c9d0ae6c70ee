import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading } from '../handler.ts';
import { listReviews, reviewCounts } from './reviews.ts';

export const REVIEWS_HANDLERS: HandlersOf<typeof CALLS.reviews> = {
  listReviews: reading(listReviews),
  reviewCounts: reading(reviewCounts),
};
