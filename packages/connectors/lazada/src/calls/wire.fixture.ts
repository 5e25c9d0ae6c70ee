/** Requests and answers in this marketplace's shapes, for the worked examples of its calls. */
import type { CallFixture, WireAnswer, WireCall } from '@pasar/connector-kit';
import type { LazadaScope } from './definition.ts';

/** A fixture whose types only it knows, so that all of them fit into one list. */
export type LazadaFixture = CallFixture<LazadaScope, unknown, unknown>;

export function sealed<Params, Answer>(fixture: CallFixture<LazadaScope, Params, Answer>): LazadaFixture {
  const { call, params } = fixture;
  return { ...fixture, call: { ...call, toWire: (_params: unknown, scope) => call.toWire(params, scope) } };
}

type Json = Readonly<Record<string, unknown>>;

const NONE = { type: 'none' } as const;

export const gatewayGet = (api: string, data: string): WireCall => ({
  method: 'GET',
  path: `/h5/${api.toLowerCase()}/1.0/`,
  query: { api, v: '1.0', data },
  headers: {},
  body: NONE,
});
export const gatewayPost = (api: string, data: string): WireCall => ({
  method: 'POST',
  path: `/h5/${api.toLowerCase()}/1.0/`,
  query: { api, v: '1.0' },
  headers: {},
  body: { type: 'form', fields: { data } },
});
export const siteGet = (path: string, query: Readonly<Record<string, string>> = {}): WireCall => ({
  method: 'GET',
  path,
  query,
  headers: {},
  body: NONE,
});
export const sitePost = (path: string, fields: Readonly<Record<string, string>>): WireCall => ({
  method: 'POST',
  path,
  query: {},
  headers: {},
  body: { type: 'form', fields },
});

export const answerOf = (json: unknown, status = 200): WireAnswer => ({
  status,
  headers: {},
  json,
  text: JSON.stringify(json),
});
export const pageAnswer = (text: string, status = 200): WireAnswer => ({ status, headers: {}, json: undefined, text });
export const envelope = (data: Json): WireAnswer => answerOf({ api: 'a', v: '1.0', ret: ['SUCCESS::success'], data });
export const siteDone = (data: Json): WireAnswer => answerOf({ success: true, data });
