import { asPlatformMessageId, comparePositions, levelOf, offers } from '@pasar/domain';
import { expect, it } from 'vitest';
import { eventually } from '../wait.ts';
import type { ContractHarness } from './harness.ts';
import { toRef, value } from './harness.ts';
import { RequestLog } from './request-log.ts';

const MESSAGE = asPlatformMessageId('1');
/** A wish for each ability that some chats lack; CK-P2 is about marking as unread. */
const WISHES = {
  favorite: { setting: 'favorite', isFavorite: true },
  recall: { setting: 'recall', platformMessageId: MESSAGE },
  delete: { setting: 'delete', platformMessageId: MESSAGE },
  mark: { setting: 'mark', platformMessageId: MESSAGE, mark: 'pin', isMarked: true },
} as const;

/** Settings that can be overwritten, and are shown by the marketplace's own list. */
export function settingRules(harness: () => ContractHarness): void {
  it('CK-P1 marks a conversation as read up to a message', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    await harness().control.post(place, 'unread one');
    const messageId = await harness().control.post(place, 'unread two');
    const before = await harness().factsOf(session, place);
    if (before.unreadCount !== null) expect(before.unreadCount).toBeGreaterThanOrEqual(2);
    const newest = value(await session.fetchHistory(toRef(before), null)).items[0];
    if (newest === undefined) throw new Error('the history is empty');
    const { platformMessageId, position } = newest;
    const setting = { setting: 'read', platformMessageId, position } as const;
    value(await session.applySetting(toRef(before), setting));
    value(await session.applySetting(toRef(before), setting));
    await eventually(
      async () => ((await harness().control.conversation(place)).sellerReadMessageId === messageId ? true : null),
      'the read mark at the marketplace',
    );
    const after = await harness().factsOf(session, place);
    if (after.unreadCount !== null) expect(after.unreadCount).toBe(0);
    if (after.sellerReadPosition !== null) {
      expect(comparePositions(after.sellerReadPosition, position)).toBeGreaterThanOrEqual(0);
    }
  });

  it('CK-P2 marks a conversation as unread', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const facts = await harness().factsOf(session, place);
    const newest = value(await session.fetchHistory(toRef(facts), null)).items[0];
    if (newest === undefined) throw new Error('the history is empty');
    const { platformMessageId, position } = newest;
    value(await session.applySetting(toRef(facts), { setting: 'read', platformMessageId, position }));
    value(await session.applySetting(toRef(facts), { setting: 'unread' }));
    if (levelOf(harness().subject.marketplace, 'unread') === 'no') return;
    expect((await harness().factsOf(session, place)).unreadCount).toBeGreaterThan(0);
  });

  it('CK-P4 changes nothing at a shop that is not the login’s', async () => {
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const strange = await harness().strangeRef(session);
    log.forget();
    const wishes = [{ setting: 'pin', isPinned: true }, { setting: 'unread' }] as const;
    for (const wish of wishes) {
      expect(await session.applySetting(strange, wish)).toMatchObject({ ok: false, canRetry: false });
    }
    expect(await session.showTyping(strange, true)).toMatchObject({ ok: false, canRetry: false });
    expect(log.requests).toEqual([]);
  });

  it('CK-P5 refuses what the table of abilities does not offer here, and nothing leaves', async () => {
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const conversation = await harness().refOf(session, harness().takePlace());
    log.forget();
    const { marketplace } = harness().subject;
    const refused = { ok: false, canRetry: false, refusal: { detail: expect.stringMatching(/: not offered here$/) } };
    for (const ability of ['favorite', 'recall', 'delete', 'mark'] as const) {
      if (offers(marketplace, ability)) continue;
      expect(await session.applySetting(conversation, WISHES[ability])).toMatchObject(refused);
    }
    if (!offers(marketplace, 'typing')) expect(await session.showTyping(conversation, true)).toMatchObject(refused);
    expect(log.requests).toEqual([]);
  });

  it('CK-P6 deletes a conversation until somebody writes, and puts it back', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const conversation = await harness().refOf(session, place);
    const isListed = async () =>
      (await harness().allConversations(session, conversation.platformShopId)).some(
        ({ platformConversationId }) => platformConversationId === conversation.platformConversationId,
      );
    const setDeleted = async (isDeleted: boolean) =>
      value(await session.applySetting(conversation, { setting: 'deleteConversation', isDeleted }));
    const { marketplace } = harness().subject;
    await setDeleted(true);
    await setDeleted(true);
    expect(await isListed()).toBe(!offers(marketplace, 'deleteConversation'));
    await setDeleted(false);
    if (marketplace === 'shopee') expect(await isListed()).toBe(true);
    await setDeleted(true);
    await harness().control.post(place, 'Are you there?');
    expect(await isListed()).toBe(true);
  });

  it('CK-P3 pins and unpins', async () => {
    if (levelOf(harness().subject.marketplace, 'pin') === 'no') return;
    const session = await harness().open();
    const place = harness().takePlace();
    const conversation = await harness().refOf(session, place);
    for (const isPinned of [true, false]) {
      value(await session.applySetting(conversation, { setting: 'pin', isPinned }));
      expect((await harness().control.conversation(place)).isPinned).toBe(isPinned);
      expect((await harness().factsOf(session, place)).isPinned).toBe(isPinned);
    }
  });
}
