import { describe, expect, it } from 'vitest';
import { CALLS } from '../calls/index.ts';
import { readInput } from './read-input.ts';

const NUL = 'a\0b';
const HALF = 'a\ud83d';

describe('the input of a call', () => {
  it.each([NUL, HALF, '\udc00a'])('is refused where the text %j cannot be stored', (text) => {
    const login = { mobile: text, password: 'right' };
    expect(readInput(CALLS.account.login, login)).toEqual({
      ok: false,
      refusal: { reason: 'text_unstorable', detail: 'mobile' },
    });
  });

  it('is refused wherever such a text stands: in a list, in JSON, as a key', () => {
    const placeIn = (found: ReturnType<typeof readInput>) => (found.ok ? null : found.refusal.detail);
    const { deleteUserByUserIds, saveUser, saveUserCookie } = CALLS.shops;
    expect(placeIn(readInput(deleteUserByUserIds, { userIds: ['1', NUL] }))).toBe('userIds.1');
    const user = JSON.stringify({ user_id: HALF, country: 'SG' });
    expect(placeIn(readInput(saveUser, { user, platform: 'shopee' }))).toBe('user.user_id');
    expect(placeIn(readInput(saveUserCookie, { userIdAndCookieMap: { [NUL]: 'a=1' } }))).toBe('userIdAndCookieMap');
  });

  it('loses such characters where the call can do without them', () => {
    const ids = { conversationId: crypto.randomUUID(), clientId: crypto.randomUUID() };
    const read = readInput(CALLS.chat.sendText, { ...ids, text: `${NUL}${HALF}\u{1f600}` });
    expect(read).toMatchObject({ ok: true, input: { text: 'aba\ufffd\u{1f600}' } });
  });

  it('names the field that has another shape, or the reason that the contract gives', () => {
    expect(readInput(CALLS.account.login, { mobile: '', password: 'x' })).toMatchObject({
      refusal: { reason: 'account_required' },
    });
    expect(readInput(CALLS.chat.markRead, { conversationId: 1 })).toMatchObject({
      refusal: { reason: 'invalid_request', detail: expect.stringContaining('conversationId') },
    });
  });

  it('is read from a form, where a value that is no text comes as its JSON', () => {
    const { saveConfig } = CALLS.bulkSend;
    const form = { cap: '{"messages":3,"days":7}', quiet: 'null', orderCareDays: '2', ownQuiet: '[]' };
    expect(readInput(saveConfig, form)).toEqual({
      ok: true,
      input: { cap: { messages: 3, days: 7 }, quiet: null, orderCareDays: 2, ownQuiet: [] },
    });
    expect(readInput(saveConfig, { quiet: 'null' })).toEqual({ ok: true, input: { quiet: null } });
    const { saveOpOrdersByQueueMessage } = CALLS.timer;
    expect(readInput(saveOpOrdersByQueueMessage, { messages: '[{"userId":"11","orders":[]}]' })).toMatchObject({
      ok: true,
      input: { messages: [{ userId: '11', orders: [] }] },
    });
  });
});
