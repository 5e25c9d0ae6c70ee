import { describe, expect, it } from 'vitest';
import { readPictureFile } from './picture-file.ts';

const four = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const chunk = (name: string, data = Buffer.alloc(0)): Buffer =>
  Buffer.concat([four(data.length), Buffer.from(name, 'latin1'), data, four(0)]);
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const head = (width: number, height: number): Buffer =>
  chunk('IHDR', Buffer.concat([four(width), four(height), Buffer.from('0806000000', 'hex')]));
const png = (width: number, height: number): Buffer =>
  Buffer.concat([SIGNATURE, head(width, height), chunk('IDAT', Buffer.alloc(20)), chunk('IEND')]);

const segment = (marker: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};
const jpeg = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(15);
  size.writeUInt8(8, 0);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    segment(0xc0, size),
    segment(0xda, Buffer.alloc(10)),
    Buffer.from('12ff0034', 'hex'),
    Buffer.from([0xff, 0xd9]),
  ]);
};
const refused = (reason: string) => ({ kind: 'refused', reason });

describe('a picture file', () => {
  it.each([
    ['image/png', png(30, 20)],
    ['image/jpeg', jpeg(30, 20)],
    ['image/png', Buffer.concat([png(30, 20), Buffer.from('of an editor')])],
    ['image/jpeg', Buffer.concat([jpeg(30, 20), Buffer.from('of a camera')])],
  ] as const)('that is whole is taken: %s', (type, bytes) => {
    expect(readPictureFile(bytes, type)).toEqual({ kind: 'picture', width: 30, height: 20 });
  });

  it.each([
    ['image/png', png(30, 20)],
    ['image/jpeg', jpeg(30, 20)],
  ] as const)('that ends anywhere before its end is refused: %s', (type, bytes) => {
    for (let length = 0; length < bytes.length; length += 1) {
      const found = readPictureFile(bytes.subarray(0, length), type);
      expect([length, found.kind]).toEqual([length, 'refused']);
    }
    expect(readPictureFile(bytes.subarray(0, -1), type)).toEqual(refused('image_data_missing'));
  });

  it('without pixels is refused', () => {
    const empty = Buffer.concat([SIGNATURE, head(30, 20), chunk('IEND')]);
    expect(readPictureFile(empty, 'image/png')).toEqual(refused('image_data_missing'));
  });

  it.each([
    ['image/png', png(30_000, 30_000)],
    ['image/png', png(2 ** 31 - 1, 2 ** 31 - 1)],
    ['image/jpeg', jpeg(65_535, 65_535)],
  ] as const)('with too many pixels is refused: %s', (type, bytes) => {
    expect(readPictureFile(bytes, type)).toEqual(refused('too_many_pixels'));
  });

  it('of another type than it is called is refused', () => {
    expect(readPictureFile(png(30, 20), 'image/jpeg')).toEqual(refused('file_unsupported'));
    expect(readPictureFile(Buffer.from('GIF89a 30x20'), 'image/png')).toEqual(refused('file_unsupported'));
  });
});
