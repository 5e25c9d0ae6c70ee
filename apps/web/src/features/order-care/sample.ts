import type { OrderCareVariable } from './content-use.ts';

export type Sample = Readonly<Record<OrderCareVariable, string>>;

/** The text as a buyer would get it; a value that has a hole in it stays as it is. */
export const filledWith = (text: string, sample: Sample): string =>
  text.replace(/\{(buyer|shop|order|tracking|product|amount)\}/g, (_, name: OrderCareVariable) => sample[name]);
