import type { HttpResponse } from '@pasar/bridge';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readEnvelope } from './envelope.ts';
import { parseExactJson } from './json.ts';

const response = (status: number, text: string): HttpResponse => ({
  status,
  headers: {},
  bytes: new Uint8Array(),
  text,
});
const data = z.object({ id: z.string() });

describe('exact JSON', () => {
  test('keeps whole numbers beyond 2^53 as text, and other numbers as numbers', () => {
    expect(parseExactJson('{"a":7000000000000000123,"b":9007199254740991,"c":-7000000000000000123,"d":1e300}')).toEqual(
      {
        a: '7000000000000000123',
        b: 9_007_199_254_740_991,
        c: '-7000000000000000123',
        d: 1e300,
      },
    );
  });
});

describe('the envelope', () => {
  test('gives the data of a success, ids digit for digit', () => {
    expect(readEnvelope(response(200, '{"code":0,"message":"","data":{"id":7000000000000000123}}'), data)).toEqual({
      ok: true,
      value: { id: '7000000000000000123' },
    });
  });
  test.each([
    [429, '', 'too_frequent', true],
    [401, '', 'shop_login_expired', false],
    [502, '<html>', 'marketplace_error', true],
    [403, '<html>', 'marketplace_error', true],
    [403, '{"code":403,"message":"forbidden"}', 'marketplace_error', true],
    [200, '<html>', 'unexpected_answer', false],
    [200, '{"status":"ok"}', 'unexpected_answer', false],
    [200, '{"code":0,"data":{}}', 'unexpected_answer', false],
    [200, '{"code":10001,"message":"not login"}', 'shop_login_expired', false],
    [200, '{"code":7,"message":"shop is on holiday"}', 'marketplace_error', false],
  ] as const)('HTTP %i %s is %s', (status, text, reason, canRetry) => {
    expect(readEnvelope(response(status, text), data)).toMatchObject({ ok: false, refusal: { reason }, canRetry });
  });
  test('a code without words says that the interface failed', () => {
    expect(readEnvelope(response(200, '{"code":7}'), data)).toMatchObject({
      refusal: { detail: 'request interface failed (7)' },
    });
  });
  test('a refused CSRF token is told apart', () => {
    expect(readEnvelope(response(403, '{"code":10005,"message":"csrf token invalid"}'), data)).toBe('csrf');
  });
});
