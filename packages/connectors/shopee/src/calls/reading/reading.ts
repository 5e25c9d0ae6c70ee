/** A value, or the reason why it cannot be read. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };
export const unreadable = (reason: string): Reading<never> => ({ ok: false, reason });
