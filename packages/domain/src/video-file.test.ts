import { describe, expect, it } from 'vitest';
import { readVideoFile } from './video-file.ts';

const box = (type: string, content: Uint8Array = new Uint8Array()): Uint8Array => {
  const made = new Uint8Array(8 + content.length);
  new DataView(made.buffer).setUint32(0, made.length);
  made.set(new TextEncoder().encode(type), 4);
  made.set(content, 8);
  return made;
};
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const brand = (name: string) => box('ftyp', new TextEncoder().encode(`${name}\0\0\0\0`));
/** A head of 90 units of a thirtieth of a second. */
const head = () => {
  const content = new Uint8Array(100);
  const data = new DataView(content.buffer);
  data.setUint32(12, 30);
  data.setUint32(16, 90);
  return box('moov', box('mvhd', content));
};
const film = box('mdat', new Uint8Array(5_000));

function read(file: Uint8Array) {
  const longest = { bytes: 0 };
  const result = readVideoFile(file.length, async (from, length) => {
    longest.bytes = Math.max(longest.bytes, length);
    return file.slice(from, from + length);
  });
  return { result, longest };
}

describe('a video file', () => {
  it('is known by its boxes, with its length, without its film being read', async () => {
    const { result, longest } = read(joined(brand('isom'), head(), film, box('free', new Uint8Array(90))));
    expect(await result).toEqual({ kind: 'video', seconds: 3 });
    expect(longest.bytes).toBeLessThan(1_000);
  });

  it('may have a box with a long length, and one that reaches to the end', async () => {
    const long = new Uint8Array(16 + 100);
    const data = new DataView(long.buffer);
    data.setUint32(0, 1);
    long.set(new TextEncoder().encode('mdat'), 4);
    data.setBigUint64(8, BigInt(long.length));
    const last = box('free', new Uint8Array(20));
    new DataView(last.buffer).setUint32(0, 0);
    expect(await read(joined(brand('mp42'), head(), long, last)).result).toEqual({ kind: 'video', seconds: 3 });
  });

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0, 0, 0])],
    ['a QuickTime film', joined(brand('qt  '), head(), film)],
    ['nothing', new Uint8Array()],
  ])('%s is no video that can be sent', async (_what, file) => {
    expect(await read(file).result).toEqual({ kind: 'refused', reason: 'video_unsupported' });
  });

  it.each([
    ['is cut off', joined(brand('isom'), head(), film).slice(0, -10)],
    ['has more bytes than its boxes', joined(brand('isom'), head(), film, new Uint8Array(5))],
    ['has no head', joined(brand('isom'), film)],
    ['has no film', joined(brand('isom'), head())],
    [
      'has a box that is shorter than its own head',
      joined(brand('isom'), head(), film, new Uint8Array([0, 0, 0, 4, 1, 1, 1, 1])),
    ],
  ])('one that %s is damaged', async (_why, file) => {
    expect(await read(file).result).toEqual({ kind: 'refused', reason: 'video_damaged' });
  });
});
