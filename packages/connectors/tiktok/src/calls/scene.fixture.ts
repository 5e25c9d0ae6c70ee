/** The login and the shop of every example, and answers in the marketplace's envelopes. */
import type { CallFixture, WireAnswer, WireCall } from '@pasar/connector-kit';
import type { TiktokScope } from './scope.ts';

export const SCOPE: TiktokScope = {
  country: 'MY',
  isGlobal: false,
  shop: { shopId: '7490000000000000123', region: 'MY' },
};
/** A call about the login names no shop. */
export const LOGIN_SCOPE: TiktokScope = { ...SCOPE, shop: null };

const answerOf = (json: unknown): WireAnswer => ({ status: 200, headers: {}, json, text: JSON.stringify(json) });
export const said = (data: unknown): WireAnswer => answerOf({ code: 0, message: 'success', data });
export const passportSaid = (data: unknown): WireAnswer => answerOf({ message: 'success', data });
export const plainly = answerOf;

export const asksGet = (path: string, query: WireCall['query'] = {}): WireCall => ({
  method: 'GET',
  path,
  query,
  headers: {},
  body: { type: 'none' },
});
export const asksPost = (path: string, value: unknown, query: WireCall['query'] = {}): WireCall => ({
  method: 'POST',
  path,
  query,
  headers: {},
  body: { type: 'json', value },
});
export const asksForm = (path: string, fields: Readonly<Record<string, string>>): WireCall => ({
  method: 'POST',
  path,
  query: {},
  headers: {},
  body: { type: 'form', fields },
});

export type AnyFixture = CallFixture<TiktokScope, unknown, unknown>;
/** For lists of examples: whatever is asked of it, the call asks what its own example asks. */
export const among = <Params, Answer>(fixture: CallFixture<TiktokScope, Params, Answer>): AnyFixture => ({
  ...fixture,
  call: { ...fixture.call, toWire: (_params, scope) => fixture.call.toWire(fixture.params, scope) },
});
