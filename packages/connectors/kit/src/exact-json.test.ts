import { describe, expect, inject, test } from 'vitest';
import { parseExactJson, tryExactJson } from './exact-json.ts';

const TEXTS = inject('depth').exactTexts;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
/** Keeps the digits by means of the JavaScript engine itself: exact, and slow. */
const byReviver = (text: string): unknown => {
  const parse: (text: string, reviver: Reviver) => unknown = JSON.parse;
  return parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(context?.source ?? '')
      ? context?.source
      : value,
  );
};
const outcome = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return { value: parse(text) };
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : error;
  }
};

describe('parseExactJson', () => {
  test('keeps every digit of a big integer and leaves other numbers alone', () => {
    const text =
      '{"id":9223372036854775807,"small":12,"price":1.5,"huge":1e400,"list":[9007199254740993, -9007199254740993]}';
    expect(parseExactJson(text)).toEqual({
      id: '9223372036854775807',
      small: 12,
      price: 1.5,
      huge: Number.POSITIVE_INFINITY,
      list: ['9007199254740993', '-9007199254740993'],
    });
  });

  test.each([
    '9007199254740991',
    '9007199254740992',
    '-9007199254740992',
    ' 9223372036854775807 ',
    '[1760000000000000,1.2345678901234567,1e1234567890123456,1E-1234567890123456,0.1234567890123456789]',
    String.raw`{"text":"1,9223372036854775807,\" 9223372036854775807, \\","id":9223372036854775807}`,
    String.raw`{"a\"":[9223372036854775807],"9223372036854775807":"9223372036854775807"}`,
    '{9223372036854775807:1}',
    '{"a":0000000000000000001}',
    '[9223372036854775807 9223372036854775807]',
    '[9223372036854775807"]',
    '["cut 9223372036854775807]',
    '[+9223372036854775807]',
    '[--9223372036854775807]',
    '9223372036854775807,',
    '',
  ])('reads %s as the engine does with its digits', (text) => {
    expect(outcome(parseExactJson, text)).toEqual(outcome(byReviver, text));
  });

  test(`${TEXTS.toLocaleString('en')} seeded texts, whole and bent, are what the engine makes of them`, () => {
    let state = 20_251_009;
    const below = (limit: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    const pieces = ['"', '\\', ',', ':', '{', '}', '[', ']', ' ', '-', '.', 'e', '1', '"a":', '9223372036854775807'];
    const value = (depth: number): string => {
      const inner = () => Array.from({ length: below(4) }, () => value(depth - 1));
      switch (below(depth > 0 ? 7 : 5)) {
        case 0:
          return `${below(2) === 0 ? '-' : ''}${BigInt(1 + below(9)) * 10n ** BigInt(below(20)) + BigInt(below(1_000))}`;
        case 1:
          return JSON.stringify(Array.from({ length: below(5) }, () => pieces[below(pieces.length)]).join(''));
        case 2:
          return String(below(1_000_000) / 1_000);
        case 3:
          return 'null';
        case 4:
          return `${below(10)}.${'9'.repeat(below(20))}5e${below(40)}`;
        case 5:
          return `[${inner().join(', ')}]`;
        default:
          return `{${inner()
            .map((item, at) => `${JSON.stringify(`k"${at}`)} :${item}`)
            .join(',')}}`;
      }
    };
    for (let number = 0; number < TEXTS; number += 1) {
      const whole = value(3);
      const at = below(whole.length);
      const bent = `${whole.slice(0, at)}${pieces[below(pieces.length)]}${whole.slice(at + below(2))}`;
      const text = number % 2 === 0 ? whole : bent;
      const [ours, theirs] = [outcome(parseExactJson, text), outcome(byReviver, text)];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) expect({ text, ours }).toEqual({ text, ours: theirs });
    }
  });
});

test('tryExactJson says of bad syntax no more than that', () => {
  expect(tryExactJson('{')).toEqual({ ok: false });
  expect(tryExactJson('[9223372036854775807]')).toEqual({ ok: true, value: ['9223372036854775807'] });
});
