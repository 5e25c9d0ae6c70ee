import { expect, it } from 'vitest';
import { isPublic } from './picture-source.ts';

it('draws from public addresses, and from no other scheme', () => {
  expect(isPublic('https://cf.shopee.sg/file/1')).toBe(true);
  expect(isPublic('http://cf.shopee.sg/file/1')).toBe(true);
  expect(isPublic('private://1')).toBe(false);
  expect(isPublic('javascript:alert(1)')).toBe(false);
});
