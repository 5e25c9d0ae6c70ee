import { afterEach, expect, it, vi } from 'vitest';
import { isDrawable } from './picture-source.ts';

afterEach(() => vi.unstubAllGlobals());

it('draws what is encrypted and what this server gives, and nothing that the policy of the page blocks', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4000' });
  expect(isDrawable('https://cf.shopee.sg/file/1')).toBe(true);
  expect(isDrawable('http://127.0.0.1:4000/picture.png')).toBe(true);
  expect(isDrawable('http://cf.shopee.sg/file/1')).toBe(false);
  expect(isDrawable('http://127.0.0.1:40001/picture.png')).toBe(false);
  expect(isDrawable('private://1')).toBe(false);
});
