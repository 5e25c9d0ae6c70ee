import { createStore } from '@pasar/sync';

/** How many buyers wait for a member who has ended the shift, and may hand them over; null while nobody is asked. */
export const handingOver = createStore<number | null>(null);
export const offerHandOver = (waiting: number | null): void => handingOver.update(() => waiting);
