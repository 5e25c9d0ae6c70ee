import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, START, say } from './harness.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});

describe('609 create', () => {
  test('IM-V11 the creator owns a group; its text id is its short id', () => {
    const { conversation, status } = h.ok(1, COMMANDS.createConversation, {
      conversationType: 2,
      participants: [2n, 3n, 3n, 1n],
      name: 'shop',
      description: 'd',
      avatarUrl: 'https://x.invalid/i.png',
      bizExt: { a: 'b' },
    });
    expect(status).toBe(0);
    expect(conversation).toMatchObject({
      conversationType: 2,
      participantsCount: 3,
      isParticipant: true,
      userInfo: { userId: 1n, role: 1 },
      conversationCoreInfo: { name: 'shop', desc: 'd', owner: 1n, ext: { a: 'b' }, infoVersion: 1n },
      conversationSettingInfo: { mute: 0, favorite: 0, settingVersion: 1n },
    });
    expect(conversation?.conversationId).toBe(String(conversation?.conversationShortId));
    expect(conversation?.firstPageParticipants?.participants.map((one) => one.userId)).toEqual([1n, 2n, 3n]);
  });

  test('IM-V11 the same idempotent id of the same creator gives the same conversation', () => {
    const body = { conversationType: 2, participants: [2n], idempotentId: 'once' };
    const first = h.ok(1, COMMANDS.createConversation, body).conversation?.conversationShortId;
    expect(h.ok(1, COMMANDS.createConversation, body).conversation?.conversationShortId).toBe(first);
    expect(h.ok(3, COMMANDS.createConversation, body).conversation?.conversationShortId).not.toBe(first);
  });

  test('IM-V11 a pair has one conversation, whichever of the two makes it', () => {
    const first = h.ok(2, COMMANDS.createConversation, { conversationType: 1, participants: [10n] }).conversation;
    const again = h.ok(10, COMMANDS.createConversation, { conversationType: 1, participants: [2n, 10n] }).conversation;
    expect(first?.conversationId).toBe('inbox:1:2:10');
    expect(again?.conversationShortId).toBe(first?.conversationShortId);
    expect(h.server.state.conversations.size).toBe(1);
  });

  test('IM-V9 an invalid conversation is refused', () => {
    const refused = (body: { conversationType: number; participants: bigint[]; name?: string }) =>
      h.refused(1, COMMANDS.createConversation, body);
    expect(refused({ conversationType: 0, participants: [2n] })).toBe(4);
    expect(refused({ conversationType: 5, participants: [2n] })).toBe(4);
    expect(refused({ conversationType: 1, participants: [] })).toBe(4);
    expect(refused({ conversationType: 1, participants: [1n] })).toBe(4);
    expect(refused({ conversationType: 1, participants: [2n, 3n] })).toBe(4);
    expect(refused({ conversationType: 2, participants: [-1n] })).toBe(4);
    expect(refused({ conversationType: 2, participants: [2n], name: 'n'.repeat(101) })).toBe(4);
    const many = Array.from({ length: 500 }, (_, place) => BigInt(place + 2));
    expect(refused({ conversationType: 2, participants: many })).toBe(4);
  });

  test('IM-V62 a blocked user cannot open a conversation', () => {
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    const reply = h.ok(1, COMMANDS.createConversation, { conversationType: 1, participants: [2n] });
    expect(reply).toMatchObject({ status: 1, checkCode: 11n });
    expect(reply.conversation).toBeUndefined();
  });

  test('IM-V6 the host may deny with status 19 or reject with a check', () => {
    let verdict: 'deny' | 'reject' = 'deny';
    h = harness({
      hooks: {
        review: () =>
          verdict === 'deny'
            ? { kind: 'deny', reason: 'no' }
            : { kind: 'reject', checkCode: 7n, checkMessage: 'bad name' },
      },
    });
    expect(h.refused(1, COMMANDS.createConversation, { conversationType: 2, participants: [2n] })).toBe(19);
    verdict = 'reject';
    const reply = h.ok(1, COMMANDS.createConversation, { conversationType: 2, participants: [2n] });
    expect(reply).toMatchObject({ status: 1, checkCode: 7n, checkMessage: 'bad name' });
    expect(h.server.state.conversations.size).toBe(0);
  });
});

describe('603 delete and 614 dissolve', () => {
  test('IM-V14 delete hides all up to the index, from the caller only, until a new message', () => {
    const shortId = group(h);
    const first = say(h, 1, shortId, 'one');
    const second = say(h, 2, shortId, 'two');
    h.ok(1, COMMANDS.deleteConversation, { conversationShortId: shortId, lastMessageIndex: first.index });
    const seen = (user: number) =>
      h.ok(user, COMMANDS.messagesInConversation, { conversationShortId: shortId }).messages.map((m) => m.content);
    expect(seen(1)).toEqual(['two']);
    expect(seen(2)).toEqual(['two', 'one']);
    h.ok(1, COMMANDS.deleteConversation, { conversationShortId: shortId });
    expect(seen(1)).toEqual([]);
    expect(h.ok(1, COMMANDS.userConversations, { conType: 2 }).list).toEqual([]);
    expect(h.ok(2, COMMANDS.userConversations, { conType: 2 }).list).toHaveLength(1);
    const { indexes } = h.ok(1, COMMANDS.minIndex, { conversationShortId: shortId });
    expect(indexes.find((one) => one.userId === 1n)?.index).toBe(second.index);
    say(h, 3, shortId, 'three');
    expect(h.ok(1, COMMANDS.userConversations, { conType: 2 }).list).toHaveLength(1);
    expect(seen(1)).toEqual(['three']);
  });

  test('IM-V14 IM-V8 an index that is negative or not reached yet is refused', () => {
    const shortId = group(h);
    const { index } = say(h, 1, shortId, 'one');
    const refused = (lastMessageIndex: bigint) =>
      h.refused(1, COMMANDS.deleteConversation, { conversationShortId: shortId, lastMessageIndex });
    expect(refused(-1n)).toBe(4);
    expect(refused(index + 1n)).toBe(4);
    expect(h.refused(9, COMMANDS.deleteConversation, { conversationShortId: shortId })).toBe(13);
  });

  test('IM-V15 only the owner dissolves, and then the conversation no longer exists', () => {
    const shortId = group(h);
    expect(h.refused(2, COMMANDS.dissolveConversation, { conversationShortId: shortId })).toBe(11);
    expect(h.refused(1, COMMANDS.dissolveConversation, { conversationShortId: pair(h) })).toBe(11);
    h.ok(1, COMMANDS.dissolveConversation, { conversationShortId: shortId });
    expect(h.refused(1, COMMANDS.dissolveConversation, { conversationShortId: shortId })).toBe(3);
    expect(h.refused(1, COMMANDS.coreInfo, { conversationShortId: shortId })).toBe(3);
    expect(h.refused(1, COMMANDS.sendMessage, { conversationShortId: shortId, content: 'x' })).toBe(15);
    expect(h.ok(1, COMMANDS.userConversations, { conType: 2 }).list).toEqual([]);
  });

  test('IM-V5 IM-V7 a conversation is found by either id; ids or a type that disagree are refused', () => {
    const shortId = pair(h);
    const ask = (conversationId: string, conversationShortId: bigint, conversationType: number) =>
      h.ask(1, COMMANDS.coreInfo, { conversationId, conversationShortId, conversationType }).status;
    expect(ask('inbox:1:1:2', 0n, 0)).toBe(0);
    expect(ask('', shortId, 1)).toBe(0);
    expect(ask('inbox:1:1:2', shortId, 1)).toBe(0);
    expect(ask('inbox:1:1:3', shortId, 1)).toBe(4);
    expect(ask('', shortId, 2)).toBe(4);
    expect(ask('', 0n, 0)).toBe(4);
    expect(ask('', 77n, 0)).toBe(3);
  });
});

describe('901, 902, 904 core info', () => {
  test('IM-V19 only fields that a flag names are set, and the version rises by one a change', () => {
    const conversationShortId = group(h);
    const set = h.ok(1, COMMANDS.setCoreInfo, {
      conversationShortId,
      name: 'new',
      desc: 'not flagged',
      notice: '',
      isNameSet: true,
      isNoticeSet: true,
    });
    expect(set).toMatchObject({ status: 0, conversationCoreInfo: { name: 'new', desc: '', infoVersion: 2n } });
    h.ok(1, COMMANDS.setCoreInfo, { conversationShortId, name: 'ignored' });
    const { conversationCoreInfo } = h.ok(2, COMMANDS.coreInfo, { conversationShortId });
    expect(conversationCoreInfo).toMatchObject({
      name: 'new',
      infoVersion: 2n,
      secOwner: expect.stringMatching(/^MS4w/),
    });
  });

  test('IM-V15 IM-V9 ordinary members, long names and reserved keys are refused', () => {
    const conversationShortId = group(h);
    expect(h.refused(2, COMMANDS.setCoreInfo, { conversationShortId, name: 'x', isNameSet: true })).toBe(11);
    expect(h.refused(9, COMMANDS.setCoreInfo, { conversationShortId, name: 'x', isNameSet: true })).toBe(13);
    expect(h.refused(1, COMMANDS.setCoreInfo, { conversationShortId, name: 'x'.repeat(101), isNameSet: true })).toBe(4);
    expect(h.refused(1, COMMANDS.upsertCoreExt, { conversationShortId, ext: { 's:mode': '1' } })).toBe(4);
    expect(h.refused(1, COMMANDS.upsertCoreExt, { conversationShortId, ext: {} })).toBe(4);
    expect(h.refused(2, COMMANDS.upsertCoreExt, { conversationShortId, ext: { a: '1' } })).toBe(11);
  });

  test('IM-V19 ext keys are added or replaced; in a one-to-one conversation both may', () => {
    const conversationShortId = pair(h);
    h.ok(1, COMMANDS.upsertCoreExt, { conversationShortId, ext: { a: '1', b: '1' } });
    const reply = h.ok(2, COMMANDS.upsertCoreExt, { conversationShortId, ext: { b: '2' } });
    expect(reply).toMatchObject({ status: 0, coreInfo: { ext: { a: '1', b: '2' }, infoVersion: 3n } });
  });
});

describe('921, 922 settings and 611, 612 their lists', () => {
  test('IM-V13 pin, mute and favourite are the caller’s own, with times and versions', () => {
    const conversationShortId = group(h);
    const on = h.ok(1, COMMANDS.setSetting, {
      conversationShortId,
      setStickOnTop: true,
      setMute: true,
      setFavorite: true,
    });
    expect(on.settingInfo).toMatchObject({ mute: 1, stickOnTop: 1, favorite: 1, settingVersion: 2n });
    expect(on.settingInfo?.setTopTime).toBeGreaterThan(BigInt(START) * 1000n - 1n);
    const again = h.ok(1, COMMANDS.setSetting, { conversationShortId, setStickOnTop: true });
    expect(again.settingInfo).toMatchObject({ settingVersion: 2n, setTopTime: on.settingInfo?.setTopTime });
    const off = h.ok(1, COMMANDS.setSetting, { conversationShortId, setStickOnTop: false });
    expect(off.settingInfo).toMatchObject({ stickOnTop: 0, setTopTime: 0n, mute: 1, favorite: 1, settingVersion: 3n });
    const other = h.ok(2, COMMANDS.conversationInfoList, { conversationInfoList: [{ conversationShortId }] });
    expect(other.conversationInfoList[0]?.conversationSettingInfo).toMatchObject({ mute: 0, favorite: 0 });
    expect(h.refused(9, COMMANDS.setSetting, { conversationShortId, setMute: true })).toBe(13);
  });

  test('IM-V13 setting ext is the caller’s own', () => {
    const conversationShortId = group(h);
    const reply = h.ok(1, COMMANDS.upsertSettingExt, { conversationShortId, ext: { 'a:s_is_folded': '0' } });
    expect(reply).toMatchObject({ status: 0, settingInfo: { ext: { 'a:s_is_folded': '0' }, settingVersion: 2n } });
    expect(h.refused(1, COMMANDS.upsertSettingExt, { conversationShortId, ext: {} })).toBe(4);
    expect(h.refused(1, COMMANDS.upsertSettingExt, { conversationShortId, ext: { a: 'x'.repeat(9_000) } })).toBe(4);
  });

  test.each([
    {
      title: '611',
      ask: (user: number, body: { cursor?: bigint; limit?: number }) =>
        h.ask(user, COMMANDS.favoriteConversations, body),
      setting: { setFavorite: true },
    },
    {
      title: '612',
      ask: (user: number, body: { cursor?: bigint; limit?: number }) => h.ask(user, COMMANDS.topConversations, body),
      setting: { setStickOnTop: true },
    },
  ])('IM-V13 $title is paged, the newest first; 500 by default', ({ ask, setting }) => {
    const ids = [group(h), group(h), group(h)];
    for (const conversationShortId of ids) h.ok(1, COMMANDS.setSetting, { conversationShortId, ...setting });
    const shortIds = (user: number, body: { cursor?: bigint; limit?: number }) =>
      ask(user, body).body?.conversationInfoList.map((one) => one.conversationShortId);
    expect(shortIds(1, {})).toEqual(ids.toReversed());
    expect(ask(1, {}).body).toMatchObject({ hasMore: false, nextCursor: 0n });
    const first = ask(1, { limit: 2 }).body;
    expect(first).toMatchObject({ hasMore: true });
    expect(shortIds(1, { limit: 2, cursor: first?.nextCursor ?? 0n })).toEqual([ids[0]]);
    expect(shortIds(2, {})).toEqual([]);
    const before = h.server.fingerprint();
    for (const body of [{ limit: 0 }, { limit: -1 }, { limit: 1_001 }, { cursor: -1n }]) {
      expect(ask(1, body).status).toBe(4);
    }
    expect(h.server.fingerprint()).toBe(before);
  });
});

describe('610, 615, 2006 lists', () => {
  test('IM-V12 610 leaves out conversations that the caller was never in', () => {
    const mine = group(h);
    const others = h.ok(5, COMMANDS.createConversation, { conversationType: 2, participants: [6n] });
    const { conversationInfoList } = h.ok(1, COMMANDS.conversationInfoList, {
      conversationInfoList: [
        { conversationShortId: mine },
        { conversationShortId: others.conversation?.conversationShortId ?? 0n },
        { conversationShortId: 4n },
      ],
    });
    expect(conversationInfoList.map((one) => one.conversationShortId)).toEqual([mine]);
    const many = Array.from({ length: 101 }, () => ({ conversationShortId: mine }));
    expect(h.refused(1, COMMANDS.conversationInfoList, { conversationInfoList: many })).toBe(4);
  });

  test('IM-V12 615 names every conversation of the caller', () => {
    const one = group(h);
    const two = pair(h);
    const { conversationCheckinfoList } = h.ok(1, COMMANDS.conversationsCheckInfo, {});
    expect(conversationCheckinfoList.map((entry) => entry.conversationShortId)).toEqual([one, two]);
    expect(h.ok(7, COMMANDS.conversationsCheckInfo, {}).conversationCheckinfoList).toEqual([]);
  });

  test('IM-V12 2006 sorts, filters by kind, role and cold, and pages', () => {
    const a = group(h);
    const b = h.ok(1, COMMANDS.createConversation, { conversationType: 2, participants: [], name: 'A first' })
      .conversation?.conversationShortId;
    const c = h.ok(2, COMMANDS.createConversation, { conversationType: 2, participants: [1n], name: 'z' }).conversation
      ?.conversationShortId;
    pair(h);
    say(h, 2, a, 'newest');
    const list = (body: Parameters<typeof h.ok>[2]) =>
      h.ok(1, COMMANDS.userConversations, { conType: 2, ...body }).list.map((one) => one.conversationShortId);
    expect(list({})).toEqual([c, b, a]);
    expect(list({ sortType: 2 })).toEqual([c, b, a]);
    expect(list({ sortType: 3 })).toEqual([b, a, c]);
    expect(list({ sortType: 4 })).toEqual([a, c, b]);
    expect(list({ includeRole: 0 })).toEqual([c]);
    expect(list({ excludeRole: 0 })).toEqual([b, a]);
    expect(list({ includeMultipleRoles: [0, 1] })).toEqual([c, b, a]);
    expect(h.ok(1, COMMANDS.userConversations, {}).list.map((one) => one.conversationType)).toEqual([1]);
    const paged: (bigint | undefined)[] = [];
    for (let cursor = 0n; ; ) {
      const page = h.ok(1, COMMANDS.userConversations, { conType: 2, sortType: 4, limit: 1n, cursor });
      paged.push(...page.list.map((one) => one.conversationShortId));
      cursor = page.nextCursor;
      if (!page.hasMore) break;
    }
    expect(paged).toEqual([a, c, b]);
    expect(h.refused(1, COMMANDS.userConversations, { limit: 0n })).toBe(4);
    expect(h.refused(1, COMMANDS.userConversations, { cursor: -1n })).toBe(4);
    h.clock.now += 31 * 24 * 3_600_000;
    expect(list({})).toEqual([]);
    expect(list({ withCold: true })).toEqual([c, b, a]);
  });
});
