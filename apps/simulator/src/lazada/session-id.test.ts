import { expect, it } from 'vitest';
import { buyerOfSessionId, toSessionId } from './session-id.ts';

it('a session id names buyer and seller', () => {
  const id = toSessionId('1500024991005123456', '2500170530338123456');
  expect(id).toBe('1#103#1500024991005123456#1#2500170530338123456#2');
  expect(buyerOfSessionId(id, '2500170530338123456')).toBe('1500024991005123456');
});

it.each(['', '1#103#x#1#2500170530338123456#2', '1#103#15#1#99#2'])('%s is not a session id of this seller', (id) => {
  expect(buyerOfSessionId(id, '2500170530338123456')).toBeNull();
});
