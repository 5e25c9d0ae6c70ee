import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { drawPicture } from './pictures.ts';

test('a picture is a small PNG that depends only on its name', () => {
  const one = drawPicture('a');
  for (let at = 0; at < 500; at += 1) drawPicture(`${at % 3}`);
  expect(drawPicture('a')).toEqual(one);
  expect(drawPicture('b')).not.toEqual(one);
  expect(one.byteLength).toBeLessThan(30_000);
  const { width, height, data } = PNG.sync.read(Buffer.from(one));
  expect([width, height]).toEqual([320, 320]);
  const colours = new Set(Array.from({ length: 320 }, (_, x) => data.readUInt32BE((160 * 320 + x) * 4)));
  expect(colours.size).toBeGreaterThan(1);
});
