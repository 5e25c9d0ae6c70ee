import { expect, test } from 'vitest';
import { parseLossless } from './lossless-json.ts';

test('whole numbers beyond 2^53 become strings, everything else stays unchanged', () => {
  expect(
    parseLossless(
      '{"id":4106653239457951670,"low":-9223372036854775808,"n":12,"f":1.5,"big":1e300,"s":"99999999999999999999","l":[9007199254740993,9007199254740991]}',
    ),
  ).toEqual({
    id: '4106653239457951670',
    low: '-9223372036854775808',
    n: 12,
    f: 1.5,
    big: 1e300,
    s: '99999999999999999999',
    l: ['9007199254740993', 9007199254740991],
  });
  expect(() => parseLossless('{')).toThrow(SyntaxError);
});
