import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature, type SignedRequest } from './signature.ts';

const NOW = 1_795_075_200_000;
const KEY = 'key';
const PATH = '/webchat/api/v1.2/messages';
const QUERY = '_uid=0-5&shop_id=1';
const BODY = '{"to_id":7301234567890150001}';
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const hmac = (text: string) => createHmac('sha256', KEY).update(text).digest('hex');

/** The signed text of each version, written independently of the code under test. */
const SIGNATURES: Readonly<Record<string, string>> = {
  1: digest('sha256', `${KEY}|web|1|${PATH}|t|${NOW}|${BODY}`),
  2: digest('md5', `${PATH}${QUERY}${KEY}t`),
  3: hmac(`POST\n${PATH}\n${QUERY}\nt\n${NOW}`),
  4: hmac(`POST\n${PATH}\n${QUERY}\n${digest('sha256', BODY)}\nt\n${NOW}`),
};
const signed = (version: string, change: Partial<SignedRequest> = {}): SignedRequest => ({
  method: 'POST',
  url: `${PATH}?${QUERY}`,
  body: BODY,
  headers: { authorization: 'Bearer t', ts: String(NOW), 'x-v': version, 'x-s': SIGNATURES[version] ?? '' },
  ...change,
});

describe('checkSignature', () => {
  for (const version of ['1', '2', '3', '4']) {
    it(`accepts version ${version} only with the right key`, () => {
      expect(checkSignature(KEY, signed(version), NOW)).toBe('right');
      expect(checkSignature('other', signed(version), NOW)).toBe('wrong');
      expect(checkSignature(KEY, signed(version, { url: `${PATH}?shop_id=2` }), NOW)).toBe(
        version === '1' ? 'right' : 'wrong',
      );
    });
  }
  it('refuses another body, an unknown version and an old time', () => {
    expect(checkSignature(KEY, signed('4', { body: '{}' }), NOW)).toBe('wrong');
    expect(checkSignature(KEY, signed('5'), NOW)).toBe('wrong');
    expect(checkSignature(KEY, signed('4'), NOW + 11 * 60_000)).toBe('wrong');
  });
  it('tells a missing signature from a wrong signature', () => {
    expect(checkSignature(KEY, signed('4', { headers: {} }), NOW)).toBe('none');
    expect(checkSignature(KEY, signed('4', { headers: { 'x-v': '4' } }), NOW)).toBe('wrong');
  });
});
