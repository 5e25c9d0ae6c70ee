import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, say } from './harness.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});
const MANAGER = 2;

describe('605 list', () => {
  test('IM-V9 pages by place, 100 by default', () => {
    const many = Array.from({ length: 150 }, (_, place) => place + 2);
    const conversationShortId = group(h, many);
    const first = h.ok(1, COMMANDS.participants, { conversationShortId }).participantsPage;
    expect(first?.participants).toHaveLength(100);
    expect(first?.hasMore).toBe(true);
    const second = h.ok(1, COMMANDS.participants, { conversationShortId, cursor: first?.cursor ?? 0n });
    expect(second.participantsPage?.participants).toHaveLength(51);
    expect(second.participantsPage).toMatchObject({ hasMore: false, cursor: 0n });
    const ids = [...(first?.participants ?? []), ...(second.participantsPage?.participants ?? [])];
    expect(new Set(ids.map((one) => one.userId)).size).toBe(151);
    for (const limit of [0, -1, 501])
      expect(h.refused(1, COMMANDS.participants, { conversationShortId, limit })).toBe(4);
    expect(h.refused(999, COMMANDS.participants, { conversationShortId })).toBe(13);
  });
});

describe('650 add and 651 remove', () => {
  test('IM-V16 added members see later messages; present members are reported as failed', () => {
    const conversationShortId = group(h, [2]);
    say(h, 1, conversationShortId, 'before');
    const reply = h.ok(2, COMMANDS.addParticipants, { conversationShortId, participants: [1n, 5n, 6n] });
    expect(reply).toMatchObject({ successParticipants: [5n, 6n], failedParticipants: [1n], status: 2 });
    expect(reply.secSuccessParticipants[0]).toMatchObject({ uid: 5n, secUid: expect.stringMatching(/^MS4w/) });
    say(h, 1, conversationShortId, 'after');
    const seen = h.ok(5, COMMANDS.messagesInConversation, { conversationShortId }).messages;
    expect(seen.map((message) => message.content)).toEqual(['after']);
    expect(h.ok(2, COMMANDS.addParticipants, { conversationShortId, participants: [5n] })).toMatchObject({ status: 1 });
  });

  test('IM-V62 a user who blocked the caller is not added', () => {
    const conversationShortId = group(h, [2]);
    h.ok(7, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    const reply = h.ok(1, COMMANDS.addParticipants, { conversationShortId, participants: [7n, 8n] });
    expect(reply).toMatchObject({ successParticipants: [8n], failedParticipants: [7n], status: 2 });
  });

  test('IM-V15 only members of a higher role remove a member', () => {
    const conversationShortId = group(h);
    h.ok(1, COMMANDS.updateParticipant, { conversationShortId, userId: 2n, role: MANAGER });
    expect(h.refused(3, COMMANDS.removeParticipants, { conversationShortId, participants: [4n] })).toBe(11);
    const reply = h.ok(2, COMMANDS.removeParticipants, { conversationShortId, participants: [1n, 2n, 3n, 9n] });
    expect(reply).toMatchObject({ failedParticipants: [1n, 2n, 9n], status: 2 });
    expect(h.refused(3, COMMANDS.participants, { conversationShortId })).toBe(13);
    const { list } = h.ok(3, COMMANDS.userConversations, { conType: 2, includeRemovedGroup: true });
    expect(list).toMatchObject([{ conversationShortId, isParticipant: false }]);
    expect(h.ok(3, COMMANDS.userConversations, { conType: 2 }).list).toEqual([]);
  });

  test('IM-V9 empty lists, too long lists and lists of invalid ids are refused; pairs stay pairs', () => {
    const conversationShortId = group(h);
    const many = Array.from({ length: 101 }, (_, place) => BigInt(place + 10));
    for (const participants of [[], [0n], [-4n], many]) {
      expect(h.refused(1, COMMANDS.addParticipants, { conversationShortId, participants })).toBe(4);
      expect(h.refused(1, COMMANDS.removeParticipants, { conversationShortId, participants })).toBe(4);
    }
    const twosome = pair(h);
    expect(h.refused(1, COMMANDS.addParticipants, { conversationShortId: twosome, participants: [3n] })).toBe(11);
    expect(h.refused(1, COMMANDS.removeParticipants, { conversationShortId: twosome, participants: [2n] })).toBe(11);
  });

  test('IM-V9 a full group refuses new members', () => {
    h = harness({ limits: { members: 3 } });
    const conversationShortId = group(h, [2]);
    const reply = h.ok(1, COMMANDS.addParticipants, { conversationShortId, participants: [3n, 4n] });
    expect(reply).toMatchObject({ successParticipants: [3n], failedParticipants: [4n], status: 2 });
  });
});

describe('652 leave and 655 update', () => {
  test('IM-V17 all but the owner leave; a conversation that is not persistent ends with its owner', () => {
    const conversationShortId = group(h);
    h.ok(2, COMMANDS.leaveConversation, { conversationShortId });
    expect(h.refused(2, COMMANDS.leaveConversation, { conversationShortId })).toBe(13);
    expect(h.refused(1, COMMANDS.leaveConversation, { conversationShortId })).toBe(11);
    expect(h.refused(1, COMMANDS.leaveConversation, { conversationShortId: pair(h) })).toBe(11);
    const visit = h.ok(1, COMMANDS.createConversation, { conversationType: 2, participants: [2n], persistent: false });
    const visitId = visit.conversation?.conversationShortId ?? 0n;
    h.ok(1, COMMANDS.leaveConversation, { conversationShortId: visitId });
    expect(h.refused(2, COMMANDS.coreInfo, { conversationShortId: visitId })).toBe(3);
  });

  test('IM-V18 only the owner gives roles; giving away ownership makes the old owner a manager', () => {
    const conversationShortId = group(h);
    const update = (user: number, userId: bigint, role: number) =>
      h.ask(user, COMMANDS.updateParticipant, { conversationShortId, userId, role });
    expect(h.refused(2, COMMANDS.updateParticipant, { conversationShortId, userId: 3n, role: MANAGER })).toBe(11);
    expect(h.refused(1, COMMANDS.updateParticipant, { conversationShortId, userId: 3n, role: 9 })).toBe(4);
    expect(h.refused(1, COMMANDS.updateParticipant, { conversationShortId, userId: 9n, role: MANAGER })).toBe(13);
    expect(h.refused(1, COMMANDS.updateParticipant, { conversationShortId, userId: 1n, role: MANAGER })).toBe(11);
    expect(update(1, 3n, MANAGER).body).toMatchObject({ status: 0, participant: { userId: 3n, role: MANAGER } });
    expect(update(1, 3n, 1).body?.participant?.role).toBe(1);
    const roles = h.ok(1, COMMANDS.participants, { conversationShortId }).participantsPage?.participants;
    expect(roles?.map((one) => [one.userId, one.role])).toEqual([
      [1n, MANAGER],
      [2n, 0],
      [3n, 1],
      [4n, 0],
    ]);
    expect(h.ok(1, COMMANDS.coreInfo, { conversationShortId }).conversationCoreInfo?.owner).toBe(3n);
  });

  test('IM-V18 members set their own alias, or that of a lower role', () => {
    const conversationShortId = group(h);
    const own = h.ok(2, COMMANDS.updateParticipant, { conversationShortId, alias: 'me', isAliasSet: true });
    expect(own.participant).toMatchObject({ userId: 2n, alias: 'me', role: 0 });
    h.ok(1, COMMANDS.updateParticipant, { conversationShortId, userId: 2n, alias: 'you', isAliasSet: true });
    h.ok(2, COMMANDS.updateParticipant, { conversationShortId, alias: 'not flagged' });
    const page = h.ok(1, COMMANDS.participants, { conversationShortId }).participantsPage;
    expect(page?.participants[1]?.alias).toBe('you');
    const other = { conversationShortId, userId: 3n, alias: 'x', isAliasSet: true };
    expect(h.refused(2, COMMANDS.updateParticipant, other)).toBe(11);
    expect(h.refused(1, COMMANDS.updateParticipant, { ...other, alias: 'x'.repeat(101) })).toBe(4);
  });
});
