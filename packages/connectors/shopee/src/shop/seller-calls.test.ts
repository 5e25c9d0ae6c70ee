import type { Outcome } from '@pasar/connector-kit';
import { CALLS_BEYOND, CATALOGUE_CALLS } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../fixtures/seller/calls.ts';
import { SHOPEE_SELLER_FIXTURES } from '../../fixtures/seller/seller.ts';
import { SHOPEE_CALLS_BEYOND, SHOPEE_SELLER_CALLS } from '../calls/seller/table.ts';

const reasonOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.reason);

describe('SHOPEE_SELLER_CALLS', () => {
  it('has every row of the catalogue once and the calls beyond it, each with an example', () => {
    const rows = CATALOGUE_CALLS.filter((key) => key.startsWith('shopee-seller ')).toSorted();
    expect(SHOPEE_SELLER_CALLS.map(({ key }) => key).toSorted()).toEqual(rows);
    expect(SHOPEE_CALLS_BEYOND.map(({ key }) => key)).toEqual(CALLS_BEYOND);
    const examples = [...new Set(SHOPEE_SELLER_FIXTURES.map(({ call }) => call.key))];
    expect(examples.toSorted()).toEqual([...rows, ...CALLS_BEYOND].toSorted());
  });
});

describe.each(SHOPEE_SELLER_FIXTURES.map((fixture) => [fixture.call.key, fixture] as const))('%s', (key, fixture) => {
  const { call, params, scope, request, answer, result } = fixture;

  it(`${key}: asks as the marketplace wants to be asked, and reads its answer`, () => {
    expect(call.toWire(params, scope)).toEqual(request);
    expect(call.fromWire(answer, scope)).toEqual({ ok: true, value: result });
  });

  it(`${key}: says why it was refused`, () => {
    const refused = answerOf('{"code":1000100,"error":10,"message":"no such thing","error_msg":"no such thing"}');
    const outcome = call.fromWire(refused, scope);
    expect(outcome).toMatchObject({ ok: false, canRetry: false });
    expect(JSON.stringify(outcome)).toContain('no such thing');
    expect(reasonOf(call.fromWire(answerOf('{"code":2,"message":"token not found"}'), scope))).toBe(
      'shop_login_expired',
    );
    const gone = { ...answerOf('{"errcode":2,"message":"token not found"}'), status: 403 };
    expect(reasonOf(call.fromWire(gone, scope))).toBe('shop_login_expired');
    const busy = { ...answerOf('{"message":"busy"}'), status: 429 };
    expect(call.fromWire(busy, scope)).toMatchObject({ refusal: { reason: 'too_frequent' }, canRetry: true });
    const broken = { status: 200, headers: {}, json: undefined, text: '<html>' };
    expect(['unexpected_answer', 'shop_status_not_detected']).toContain(reasonOf(call.fromWire(broken, scope)));
  });
});
