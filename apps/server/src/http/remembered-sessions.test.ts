import { asAccountId, asMemberId } from '@pasar/domain';
import { expect, test } from 'vitest';
import { toMember } from '../records/members.ts';
import type { OpenSession } from '../records/sessions.ts';
import { RememberedSessions } from './remembered-sessions.ts';

function session(isDue = false): OpenSession {
  const ids = { account_id: asAccountId(crypto.randomUUID()), member_id: asMemberId(crypto.randomUUID()) };
  const found = { ...ids, account_name: 'a', username: 'u', name: 'n', is_main: true, permission_code_list: [] };
  return {
    member: toMember(found, false),
    isDue,
    isRemembered: true,
    lacksFactor: false,
    isToken: false,
    found: { ...found, is_remembered: true, is_due: isDue, lacks_factor: false, is_token: false },
  };
}

test('the session that was used longest ago is forgotten first', () => {
  const remembered = new RememberedSessions(2);
  const [first, second, third] = [session(), session(), session()];
  remembered.found('first', first);
  remembered.found('second', second);
  expect(remembered.of('first')).toBe(first);
  remembered.found('third', third);
  expect(remembered.of('second')).toBeNull();
  expect(remembered.of('first')).toBe(first);
  expect(remembered.of('third')).toBe(third);
});

test('a session that has ended, or that the next call has to prolong, is not remembered', () => {
  const remembered = new RememberedSessions();
  remembered.found('token', session());
  remembered.found('token', null);
  expect(remembered.of('token')).toBeNull();
  remembered.found('token', session(true));
  expect(remembered.of('token')).toBeNull();
});
