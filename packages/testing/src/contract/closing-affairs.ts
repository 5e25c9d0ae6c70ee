/** The rules of closing a service conversation and of restarting it. */
import { expect } from 'vitest';
import type { About, Affair } from './affair.ts';
import { value } from './harness.ts';

const OPEN_CASES: ReadonlySet<string> = new Set(['cancelRequested', 'returning']);
const SOLVED = { reason: 'solved', words: '' } as const;
const NEEDS_REASON = { refusal: { reason: 'reason_form_required' }, canRetry: false };

const statusOf = async ({ control, place }: About) => (await control.conversation(place)).status;
const hasOpenCase = ({ conversation, trade }: About): boolean =>
  trade.orders.some(({ buyerId, status }) => buyerId === conversation.buyerId && OPEN_CASES.has(status));

export const closing: Affair<null> = {
  ask: (calls, { conversation }) => calls.buyers.closeConversation(conversation, SOLVED),
  async holds(calls, about) {
    const { conversation, control, place } = about;
    const close = (form: Parameters<typeof calls.buyers.closeConversation>[1]) =>
      calls.buyers.closeConversation(conversation, form);
    await control.setStatus(place, 'activated');
    await control.post(place, 'Is it still there?');
    expect(await close(null)).toMatchObject(NEEDS_REASON);
    expect(await close({ reason: 'other', words: '' })).toMatchObject(NEEDS_REASON);
    expect(await statusOf(about)).toBe('activated');
    value(await close({ reason: 'other', words: 'answered by phone' }));
    value(await close({ reason: 'other', words: 'answered by phone' }));
    expect(await statusOf(about)).toBe('closed');
    // A buyer who writes again opens it.
    await control.post(place, 'One more thing');
    expect(await statusOf(about)).toBe('activated');
    await control.post(place, 'Done, thank you', 'sellerApp');
    if (hasOpenCase(about)) expect(await close(null)).toMatchObject(NEEDS_REASON);
    else value(await close(null));
    value(await close(SOLVED));
    expect(await statusOf(about)).toBe('closed');
    await control.setStatus(place, 'activated');
  },
};

export const restarting: Affair<null> = {
  ask: (calls, { conversation }) => calls.buyers.restartConversation(conversation),
  async holds(calls, about) {
    const { conversation, control, place } = about;
    await control.setStatus(place, 'closed');
    await control.setSeat(place, true);
    expect(await calls.buyers.restartConversation(conversation)).toMatchObject({
      refusal: { reason: 'another_member_chatting' },
      canRetry: false,
    });
    expect(await statusOf(about)).toBe('closed');
    await control.setSeat(place, false);
    value(await calls.buyers.restartConversation(conversation));
    value(await calls.buyers.restartConversation(conversation));
    expect(await statusOf(about)).toBe('activated');
  },
};
