import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

it('encodes and decodes more bytes than one argument list can hold', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
  expect(toBase64(Uint8Array.of(0, 255, 128))).toBe('AP+A');
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});
