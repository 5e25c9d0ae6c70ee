import { describe, expect, it } from 'vitest';
import { toBytes, toWireInteger, wireId } from './wire-json.ts';

describe('wireId', () => {
  it('reads text and integers alike', () => {
    expect([wireId.parse('12'), wireId.parse(12), wireId.parse('9007199254740993')]).toEqual([
      '12',
      '12',
      '9007199254740993',
    ]);
  });
  it('refuses what is no decimal id', () => {
    for (const value of ['', '-1', '1.5', 'abc', '123456789012345678901', -1, 1.5, 2 ** 60, 1n, null, {}]) {
      expect(wireId.safeParse(value).success).toBe(false);
    }
  });
});

describe('toWireInteger', () => {
  it('writes digits, and refuses anything else', () => {
    expect(JSON.stringify({ id: toWireInteger('7301234567890123457') })).toBe('{"id":7301234567890123457}');
    expect(() => toWireInteger('1; drop')).toThrow(TypeError);
  });
});

describe('toBytes', () => {
  it('keeps text as it is and everything else as JSON', () => {
    const read = (value: unknown) => new TextDecoder().decode(toBytes(value));
    expect([read('x"'), read({ a: [1, null] }), read(undefined)]).toEqual(['x"', '{"a":[1,null]}', 'null']);
  });
});
