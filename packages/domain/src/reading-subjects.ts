/**
 * What Pasar reads from every shop that has a list of it, and keeps: the orders, the returns, the buyers' reviews, and the
 * marketplace's notifications to the shop.
 */
export const READING_SUBJECTS = ['orders', 'returns', 'reviews', 'notifications'] as const;
export type ReadingSubject = (typeof READING_SUBJECTS)[number];
