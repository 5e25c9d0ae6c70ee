import { expect, test } from 'vitest';
import { unmix } from './passport.ts';

test('mixed fields are each byte XOR 5 in lower-case hex', () => {
  expect(unmix('313131333d31')).toBe('444684');
  const mixed = Buffer.from(new TextEncoder().encode('ขาย').map((byte) => byte ^ 5)).toString('hex');
  expect(unmix(mixed)).toBe('ขาย');
});
test.each(['', '3', '3A', 'zz', '31 31'])('%j is not a mixed field', (text) => {
  expect(unmix(text)).toBeNull();
});
