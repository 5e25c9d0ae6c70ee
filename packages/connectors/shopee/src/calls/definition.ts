/** Building blocks of the call definitions. */
import type { HttpBody } from '@pasar/bridge';
import type { Outcome, WireCall } from '@pasar/connector-kit';

const NO_BODY: HttpBody = { type: 'none' };

export const toGet = (path: string, query: Readonly<Record<string, string>> = {}): WireCall => ({
  method: 'GET',
  path,
  query,
  headers: {},
  body: NO_BODY,
});
export const toDelete = (path: string, query: Readonly<Record<string, string>> = {}): WireCall => ({
  ...toGet(path, query),
  method: 'DELETE',
});
export const toPut = (path: string, value: Readonly<Record<string, unknown>>): WireCall => ({
  ...toGet(path),
  method: 'PUT',
  body: { type: 'json', value },
});
export const toPost = (
  path: string,
  value: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string>> = {},
): WireCall => ({ ...toGet(path, query), method: 'POST', body: { type: 'json', value } });

/** Maps the value of an outcome; a refusal stays. */
export function mapOutcome<From, To>(outcome: Outcome<From>, to: (value: From) => To): Outcome<To> {
  return outcome.ok ? { ok: true, value: to(outcome.value) } : outcome;
}
/** For a call whose answer has no value. */
export const done = (outcome: Outcome<unknown>): Outcome<null> => mapOutcome(outcome, () => null);
