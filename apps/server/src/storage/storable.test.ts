import { expect, test } from 'vitest';
import { storableJson, storableText } from './storable.ts';

test('characters that PostgreSQL cannot store become the replacement character, and nothing else changes', () => {
  const value = { nul: 'a\0b', half: 'x\ud83d', whole: 'x\u{1f600}', literal: '\\u0000 and \\\\ud83d', quote: '"' };
  expect(JSON.parse(storableJson(value))).toEqual({ ...value, nul: 'a\ufffdb', half: 'x\ufffd' });
  expect(storableText('a\0\udc00\u{1f600}')).toBe('a\ufffd\ufffd\u{1f600}');
});
