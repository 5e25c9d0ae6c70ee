import { expect, test } from 'vitest';
import { drawPicture } from './pictures.ts';

test('a picture depends on its name alone and cannot carry the name as markup', () => {
  expect(drawPicture('a')).toBe(drawPicture('a'));
  expect(drawPicture('a')).not.toBe(drawPicture('b'));
  expect(drawPicture('"><script>')).not.toContain('script');
});
