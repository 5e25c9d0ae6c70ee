/** What the seller centre's fixtures share: one shop, and answers as they come over the wire. */
import type { CallFixture, WireAnswer, WireCall } from '@pasar/connector-kit';
import { parseExactJson } from '@pasar/connector-kit';
import type { ShopeeScope } from '../scope.ts';

export type SellerFixture<Params, Answer> = CallFixture<ShopeeScope, Params, Answer>;

export const SHOP = '7301234567890120001';
export const ORDER = '7301234567890130001';
export const SCOPE: ShopeeScope = {
  uid: '0-7301234567890110001',
  isSubAccount: false,
  shopId: SHOP,
  userId: '7301234567890110001',
  country: 'SG',
  imageOrigin: 'https://cf.shopee.sg',
};

/** From its text, so that big integers are what the wire makes of them. */
export const answerOf = (text: string): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  json: parseExactJson(text),
  text,
});
/** A success of the /api/v3 family. */
export const v3 = (data: string): WireAnswer =>
  answerOf(`{"code":0,"message":"success","user_message":"","data":${data}}`);
/** A success of /api/v4 and of the wallet. */
export const v4 = (data: string): WireAnswer => answerOf(`{"error":0,"error_msg":null,"data":${data}}`);

export const getOf = (path: string, query: Readonly<Record<string, string>> = {}): WireCall => ({
  method: 'GET',
  path,
  query,
  headers: {},
  body: { type: 'none' },
});
/** Ids in a body leave as bare integers: `toWireInteger`. */
export const sendOf = (
  method: 'POST' | 'PUT',
  path: string,
  value: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string>> = {},
): WireCall => ({ method, path, query, headers: {}, body: { type: 'json', value } });

/** A fixture among others: what its parameters and its answer are is known to itself alone. */
export type AnySellerFixture = CallFixture<ShopeeScope, unknown, unknown>;
export const among = <Params, Answer>(fixture: SellerFixture<Params, Answer>): AnySellerFixture => ({
  ...fixture,
  call: { ...fixture.call, toWire: (_params, scope) => fixture.call.toWire(fixture.params, scope) },
});
