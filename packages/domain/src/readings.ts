import type { ReadingSubject } from './reading-subjects.ts';

/** The states of reading a shop's list. `waiting`: it begins as soon as the shop's login serves. */
export const READING_STATES = ['waiting', 'running', 'stopped', 'done', 'failed'] as const;
export type ReadingState = (typeof READING_STATES)[number];

interface Limits {
  /** Minutes between two readings by themselves. */
  readonly minutes: { readonly fewest: number; readonly most: number; readonly usual: number };
  /** How far the first reading goes back. */
  readonly firstDays: number;
}
/** Spec 1 §9 has the minutes of orders and of after-sales; the rest is our choice. */
export const READING_LIMITS: Readonly<Record<ReadingSubject, Limits>> = {
  orders: { minutes: { fewest: 30, most: 360, usual: 60 }, firstDays: 90 },
  returns: { minutes: { fewest: 2, most: 360, usual: 10 }, firstDays: 90 },
  reviews: { minutes: { fewest: 30, most: 360, usual: 60 }, firstDays: 90 },
  notifications: { minutes: { fewest: 10, most: 360, usual: 30 }, firstDays: 30 },
};
