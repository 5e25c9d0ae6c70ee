import type { Outcome } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';

export type Failed = Extract<Outcome<never>, { readonly ok: false }>;

export const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });
/** A refusal that another attempt does not lift. */
export const refused = (reason: ReasonCode, detail: string | null): Failed => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry: false,
});
/** A refusal that another attempt may lift. */
export const unlucky = (reason: ReasonCode, detail: string | null): Failed => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry: true,
});
