/**
 * What Pasar reads from every shop that has a list of it, and keeps: the orders, the returns, the buyers' reviews, and the
 * marketplace's notifications to the shop.
 */
export const READING_SUBJECTS = ['orders', 'returns', 'reviews', 'notifications'] as const;
export type ReadingSubject = (typeof READING_SUBJECTS)[number];
/** With the list that is read only when a member asks for it: who follows a shop, the fans of spec 1 §3. */
export type ListSubject = ReadingSubject | 'fans';
