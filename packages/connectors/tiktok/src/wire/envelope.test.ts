import type { WireAnswer } from '@pasar/connector-kit';
import { parseExactJson } from '@pasar/connector-kit';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromEnvelope, isCsrfRefused } from './envelope.ts';

const isJson = (text: string): boolean => text.startsWith('{');
const answer = (status: number, text: string): WireAnswer => ({
  status,
  headers: {},
  json: isJson(text) ? parseExactJson(text) : undefined,
  text,
});
const read = fromEnvelope(z.object({ id: z.string() }));

test('exact JSON keeps whole numbers beyond 2^53 as text, and other numbers as numbers', () => {
  expect(parseExactJson('{"a":7000000000000000123,"b":9007199254740991,"c":-7000000000000000123,"d":1e300}')).toEqual({
    a: '7000000000000000123',
    b: 9_007_199_254_740_991,
    c: '-7000000000000000123',
    d: 1e300,
  });
});

describe('the envelope', () => {
  test('gives the data of a success, ids digit for digit', () => {
    expect(read(answer(200, '{"code":0,"message":"","data":{"id":7000000000000000123}}'))).toEqual({
      ok: true,
      value: { id: '7000000000000000123' },
    });
  });
  test.each([
    [429, '', 'too_frequent', true],
    [401, '', 'shop_login_expired', false],
    [502, '<html>', 'info_failed', true],
    [403, '<html>', 'info_failed', true],
    [403, '{"code":403,"message":"forbidden"}', 'info_failed', true],
    [200, '<html>', 'unexpected_answer', false],
    [200, '{"status":"ok"}', 'unexpected_answer', false],
    [200, '{"code":0,"data":{}}', 'unexpected_answer', false],
    [200, '{"code":10001,"message":"not login"}', 'shop_login_expired', false],
    [200, '{"code":7,"message":"shop is on holiday"}', 'marketplace_error', false],
    [200, '{"code":7}', 'request_interface_failed', false],
  ] as const)('HTTP %i %s is %s', (status, text, reason, canRetry) => {
    expect(read(answer(status, text))).toMatchObject({ ok: false, refusal: { reason }, canRetry });
  });
  test('a look with words of its own refuses in them', () => {
    const look = fromEnvelope(z.object({ id: z.string() }), 'product_list_failed');
    for (const text of ['{"code":7,"message":"no"}', '{"code":0,"data":{}}']) {
      expect(look(answer(200, text))).toMatchObject({ refusal: { reason: 'product_list_failed' }, canRetry: false });
    }
    expect(look(answer(200, '{"code":2,"message":"not login"}'))).toMatchObject({
      refusal: { reason: 'shop_login_expired' },
    });
  });
  test('a refused CSRF token is told apart', () => {
    expect(isCsrfRefused(answer(403, '{"code":10005,"message":"csrf token invalid"}'))).toBe(true);
    expect(isCsrfRefused(answer(403, '{"code":403,"message":"forbidden"}'))).toBe(false);
    expect(isCsrfRefused(answer(502, '<html>'))).toBe(false);
  });
});
