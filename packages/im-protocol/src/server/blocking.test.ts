import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, say } from './harness.ts';

let h: Harness;
let convShortId: bigint;
beforeEach(() => {
  h = harness();
  convShortId = group(h);
});
const sendStatus = (user: number, conversationShortId = convShortId) =>
  h.ok(user, COMMANDS.sendMessage, { conversationShortId, content: 'x', messageType: 1000 });

describe('2019 members', () => {
  test('IM-V60 for seconds, or without an end; members of a higher role cannot be blocked', () => {
    const reply = h.ok(1, COMMANDS.blockMembers, {
      convShortId,
      blockStatus: 1,
      blockTime: { 2: 60n, 3: 0n, 1: 5n, 9: 5n },
    });
    expect(reply.failedMembers).toEqual([1n, 9n]);
    expect(sendStatus(2)).toMatchObject({ status: 2, checkCode: 12n });
    const blocked = () =>
      h
        .ok(1, COMMANDS.participants, { conversationShortId: convShortId })
        .participantsPage?.participants.map((one) => [one.blocked, one.leftBlockTime]);
    expect(blocked()).toEqual([
      [0, 0n],
      [1, 60n],
      [1, -1n],
      [0, 0n],
    ]);
    h.clock.now += 60_000;
    expect(sendStatus(2).status).toBe(0);
    expect(sendStatus(3).status).toBe(2);
    h.ok(1, COMMANDS.blockMembers, { convShortId, blockStatus: 0, blockTime: { 3: 0n } });
    expect(sendStatus(3).status).toBe(0);
  });

  test('IM-V60 a block by an ordinary member, of no member or for a negative time is refused', () => {
    const body = { convShortId, blockStatus: 1 as const, blockTime: { 3: 1n } };
    expect(h.refused(2, COMMANDS.blockMembers, body)).toBe(11);
    expect(h.refused(1, COMMANDS.blockMembers, { ...body, blockTime: {} })).toBe(4);
    expect(h.refused(1, COMMANDS.blockMembers, { ...body, blockTime: { 3: -1n } })).toBe(4);
    expect(h.refused(1, COMMANDS.blockMembers, { convShortId, blockTime: { 3: 1n } })).toBe(4);
    expect(h.refused(9, COMMANDS.blockMembers, body)).toBe(13);
  });
});

/** A member's actions in a conversation that others see; gives their statuses. */
function speech(user: number, conversationShortId: bigint, serverMessageId: bigint): readonly number[] {
  const modifyPropertyContent = [{ key: 'e:like', value: 'a' }];
  const propertyList = { conversationShortId, serverMessageId, modifyPropertyContent };
  const { ticket } = h.ok(user, COMMANDS.ticket, { conversationShortId });
  const edit = { conversationShortId, messageId: serverMessageId, ticket, ext: { a: 'b' } };
  return [
    h.ask(user, COMMANDS.modifyMessageProperty, { propertyList }).status,
    h.ask(user, COMMANDS.modifyMessageExt, edit).status,
    h.ask(user, COMMANDS.inputStatus, { conversationShortId }).status,
    h.ask(user, COMMANDS.sendMessageP2P, { conversationShortId, content: 'x', messageType: 1000 }).status,
  ];
}

describe('silenced members', () => {
  test('IM-V63 a blocked member sets no property, edits nothing and does not type; actions that others do not see stay', () => {
    const { id } = say(h, 2, convShortId, 'mine');
    h.ok(1, COMMANDS.blockMembers, { convShortId, blockStatus: 1, blockTime: { 2: 60n } });
    const theirs = h.device(3);
    const before = h.server.fingerprint();
    expect(speech(2, convShortId, id)).toEqual([12, 12, 12, 12]);
    expect(h.server.fingerprint()).toBe(before);
    expect(theirs.got).toEqual([]);
    const names = { conversationShortId: convShortId, serverMessageId: id };
    h.ok(2, COMMANDS.markMessage, { ...names, doAction: true, actionType: 1 });
    h.clock.now += 60_000;
    expect(speech(2, convShortId, id)).toEqual([0, 0, 0, 0]);
    h.ok(1, COMMANDS.blockMembers, { convShortId, blockStatus: 1, blockTime: { 2: 60n } });
    h.ok(2, COMMANDS.recallMessage, names);
  });

  test('IM-V63 in a blocked conversation, and when blocked by the other side of a one-to-one conversation', () => {
    const { id } = say(h, 2, convShortId, 'mine');
    h.ok(1, COMMANDS.blockConversation, { convShortId, blockStatus: 1 });
    expect(speech(2, convShortId, id)).toEqual([14, 14, 14, 14]);
    expect(speech(1, convShortId, id)).toEqual([0, 0, 0, 0]);
    const twosome = pair(h);
    const said = say(h, 1, twosome, 'x').id;
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    expect(speech(1, twosome, said).slice(0, 3)).toEqual([11, 11, 11]);
    expect(speech(2, twosome, say(h, 2, twosome, 'y').id)).toEqual([0, 0, 0, 0]);
  });

  test('IM-V15 visitors of a group set no property and do not type', () => {
    const { id } = say(h, 1, convShortId, 'x');
    h.ok(1, COMMANDS.updateParticipant, { conversationShortId: convShortId, userId: 4n, role: 3 });
    expect(speech(4, convShortId, id).slice(0, 3)).toEqual([11, 11, 11]);
    expect(speech(3, convShortId, id).slice(0, 3)).toEqual([0, 11, 0]);
  });
});

describe('2020 conversation', () => {
  test('IM-V61 only the owner writes; with normal_only managers, too', () => {
    h.ok(1, COMMANDS.updateParticipant, { conversationShortId: convShortId, userId: 2n, role: 2 });
    const statuses = () => [1, 2, 3].map((user) => sendStatus(user).status);
    h.ok(1, COMMANDS.blockConversation, { convShortId, blockStatus: 1 });
    expect(statuses()).toEqual([0, 2, 2]);
    h.ok(1, COMMANDS.blockConversation, { convShortId, blockStatus: 1, blockNormalOnly: true });
    expect(statuses()).toEqual([0, 0, 2]);
    const { conversationCoreInfo } = h.ok(3, COMMANDS.coreInfo, { conversationShortId: convShortId });
    expect(conversationCoreInfo).toMatchObject({ blockStatus: 1, blockNormalOnly: true, infoVersion: 3n });
    h.ok(2, COMMANDS.blockConversation, { convShortId, blockStatus: 0 });
    expect(statuses()).toEqual([0, 0, 0]);
    expect(h.refused(3, COMMANDS.blockConversation, { convShortId, blockStatus: 1 })).toBe(11);
    expect(h.refused(1, COMMANDS.blockConversation, { convShortId })).toBe(4);
    expect(h.refused(1, COMMANDS.blockConversation, { convShortId: pair(h), blockStatus: 1 })).toBe(11);
  });
});

describe('2032 to 2034 blocklist', () => {
  test('IM-V62 set, checked, listed by pages with the newest first', () => {
    const reply = h.ok(1, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [2n, 3n, 1n] });
    expect(reply.failedList).toEqual([1n]);
    h.clock.now += 5;
    h.ok(1, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [4n, 2n] });
    const check = (userToCheck: bigint) => h.ok(1, COMMANDS.checkInBlocklist, { userToCheck }).inBlocklist;
    expect([2n, 4n, 5n].map(check)).toEqual([true, true, false]);
    const first = h.ok(1, COMMANDS.blocklist, { limit: 2 });
    expect(first.userInfo.map((one) => one.userId)).toEqual([4n, 3n]);
    expect(first.userInfo[0]?.createTime).toBe(BigInt(h.clock.now));
    const rest = h.ok(1, COMMANDS.blocklist, { limit: 2, cursor: first.nextCursor });
    expect(rest.userInfo.map((one) => one.userId)).toEqual([2n]);
    h.ok(1, COMMANDS.setBlocklist, { setBlockList: false, blocklist: [2n, 9n] });
    expect(h.ok(1, COMMANDS.blocklist, {}).userInfo.map((one) => one.userId)).toEqual([4n, 3n]);
    expect(h.ok(2, COMMANDS.blocklist, {}).userInfo).toEqual([]);
  });

  test('IM-V62 of one conversation only', () => {
    const twosome = pair(h);
    const scope = { blockType: true, convShortId: twosome };
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n], ...scope });
    expect(sendStatus(1, twosome).status).toBe(5);
    expect(h.ok(2, COMMANDS.checkInBlocklist, { userToCheck: 1n }).inBlocklist).toBe(false);
    expect(h.ok(2, COMMANDS.checkInBlocklist, { userToCheck: 1n, ...scope }).inBlocklist).toBe(true);
    expect(h.ok(2, COMMANDS.blocklist, {}).userInfo).toEqual([]);
    expect(h.ok(2, COMMANDS.blocklist, scope).userInfo).toHaveLength(1);
    expect(h.refused(9, COMMANDS.blocklist, scope)).toBe(13);
  });

  test('IM-V9 limits, cursors and ids', () => {
    for (const limit of [0, -1, 1_001]) expect(h.refused(1, COMMANDS.blocklist, { limit })).toBe(4);
    expect(h.refused(1, COMMANDS.blocklist, { cursor: -1n })).toBe(4);
    expect(h.refused(1, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [] })).toBe(4);
    expect(h.refused(1, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [-2n] })).toBe(4);
    expect(h.refused(1, COMMANDS.checkInBlocklist, {})).toBe(4);
  });
});
