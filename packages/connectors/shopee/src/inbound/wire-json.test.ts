import { describe, expect, it } from 'vitest';
import { parseWireJson, toBytes, toPlainJson, toWireInteger, wireId } from './wire-json.ts';

describe('parseWireJson', () => {
  it('keeps every digit of a big integer and leaves other numbers alone', () => {
    const text = '{"id":9223372036854775807,"small":12,"price":1.5,"huge":1e400,"list":[9007199254740993]}';
    expect(parseWireJson(text)).toEqual({
      id: 9223372036854775807n,
      small: 12,
      price: 1.5,
      huge: Number.POSITIVE_INFINITY,
      list: [9007199254740993n],
    });
  });
});

describe('wireId', () => {
  it('reads text, small and big integers alike', () => {
    expect([wireId.parse('12'), wireId.parse(12), wireId.parse(9007199254740993n)]).toEqual([
      '12',
      '12',
      '9007199254740993',
    ]);
  });
  it('refuses what is no decimal id', () => {
    for (const value of ['', '-1', '1.5', 'abc', -1, 1.5, -1n, null, {}]) {
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

describe('toPlainJson', () => {
  it('keeps big integers as text', () => {
    expect(toPlainJson({ a: [1n, null, 'x', { b: true }] })).toEqual({ a: ['1', null, 'x', { b: true }] });
    expect(new TextDecoder().decode(toBytes({ a: 1n }))).toBe('{"a":"1"}');
  });
});
