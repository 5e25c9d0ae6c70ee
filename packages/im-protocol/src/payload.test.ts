import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadCompressionError, ImProtocolError, TooLargeError, UnsupportedEncodingError } from './errors.ts';
import { decodeLz4Block, encodeLz4Block } from './lz4.ts';
import { openPayload, PAYLOAD_ENCODINGS, sealPayload } from './payload.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('encodings', () => {
  test.each(PAYLOAD_ENCODINGS)('IM-P1 a payload sealed as %j opens to the same bytes', (encoding) => {
    const plain = new TextEncoder().encode('selamat pagi '.repeat(40));
    expect(openPayload(sealPayload(plain, encoding), encoding)).toEqual(plain);
  });

  test.each(['zstd', '__LZ4', 'identity'])('IM-P1 %s is refused by name', (encoding) => {
    expect(() => openPayload(bytes(1), encoding)).toThrow(new UnsupportedEncodingError(encoding));
  });

  test('IM-P1 bytes that are not gzip are bad compression', () => {
    expect(() => openPayload(bytes(1, 2, 3), 'gzip')).toThrow(BadCompressionError);
  });

  test('IM-P1 bytes after a gzip stream, and a cut stream, are bad compression', () => {
    const whole = sealPayload(new TextEncoder().encode('selamat pagi'), 'gzip');
    expect(() => openPayload(Uint8Array.from([...whole, 0]), 'gzip')).toThrow(BadCompressionError);
    expect(() => openPayload(Uint8Array.from([...whole, 7, 7]), 'gzip')).toThrow(BadCompressionError);
    expect(() => openPayload(whole.subarray(0, -1), 'gzip')).toThrow(BadCompressionError);
  });

  test('IM-P2 a gzip bomb stops at the bound', () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(1_000_000)));
    expect(() => openPayload(bomb, 'gzip', 100_000)).toThrow(new TooLargeError(100_000));
    expect(openPayload(bomb, 'gzip', 1_000_000)).toHaveLength(1_000_000);
  });

  test('IM-P2 an lz4 bomb stops at the bound, and plain bytes have a bound, too', () => {
    const bomb = encodeLz4Block(new Uint8Array(1_000_000));
    expect(bomb.length).toBeLessThan(5_000);
    expect(() => openPayload(bomb, '__lz4', 999_999)).toThrow(TooLargeError);
    expect(openPayload(bomb, '__lz4', 1_000_000)).toHaveLength(1_000_000);
    expect(() => openPayload(new Uint8Array(11), '', 10)).toThrow(TooLargeError);
  });
});

describe('lz4 blocks', () => {
  test('IM-P3 a hand-made block with an overlapping match', () => {
    // Token: 1 literal, match of 4 + 5; offset 1 repeats the literal; then 5 literals.
    expect(decodeLz4Block(bytes(0x15, 0x61, 1, 0, 0x50, 0x62, 0x63, 0x64, 0x65, 0x66), 100)).toEqual(
      new TextEncoder().encode(`${'a'.repeat(10)}bcdef`),
    );
  });

  test('IM-P3 encode then decode gives the same bytes (property)', () => {
    const chunk = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(new Uint8Array(300)));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), (chunks) => {
        const plain = Uint8Array.from(chunks.flatMap((part) => [...part]));
        expect(decodeLz4Block(encodeLz4Block(plain), plain.length)).toEqual(plain);
      }),
    );
  });

  test('IM-P3 matches beyond 64 KiB are not made', () => {
    const marker = new TextEncoder().encode('an unlikely marker');
    const noise = Uint8Array.from({ length: 70_000 }, (_, index) => (index * index * 31 + (index >> 7)) & 255);
    const plain = Uint8Array.from([...marker, ...noise, ...marker]);
    expect(decodeLz4Block(encodeLz4Block(plain), plain.length)).toEqual(plain);
  });

  test.each([
    ['empty', bytes()],
    ['zero offset', bytes(0x10, 0x61, 0, 0, 0)],
    ['offset before the start', bytes(0x10, 0x61, 2, 0, 0)],
    ['cut literals', bytes(0x50, 0x61)],
    ['cut length', bytes(0xf0, 255)],
    ['ends with a match', bytes(0x10, 0x61, 1, 0)],
  ])('IM-P3 a block that is %s is refused', (_what, block) => {
    expect(() => decodeLz4Block(block, 1_000)).toThrow(BadCompressionError);
  });

  test('IM-F8 random bytes raise typed errors only (property)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (block) => {
        try {
          expect(decodeLz4Block(block, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ImProtocolError);
        }
      }),
    );
  });
});
