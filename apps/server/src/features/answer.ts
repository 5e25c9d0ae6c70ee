import { type ReasonCode, type Refusal, refusal } from '@pasar/domain';

/** The answer of a feature: data, or a refusal as a value. Only bugs throw. */
export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly refusal: Refusal };

export const success = <Data>(data: Data): Answer<Data> => ({ ok: true, data });
export const fail = (reason: ReasonCode, detail: string | null = null): Answer<never> => ({
  ok: false,
  refusal: refusal(reason, detail),
});
