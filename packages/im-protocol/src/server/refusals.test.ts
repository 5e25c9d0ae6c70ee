/** Refusals of commands whose other tests only show success. A refusal never changes the state. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { VoipStatus, VoipStatusCode } from '../gen/im_proto/enums_pb.ts';
import { group, type Harness, harness, pair, say } from './harness.ts';
import type { TokenReading, Verdict } from './types.ts';

type Page = { readonly limit: number } | { readonly cursor: bigint };
const PAGES: readonly Page[] = [{ limit: 0 }, { limit: -1 }, { limit: 1_001 }, { cursor: -1n }];

describe.each([
  {
    title: '611',
    setting: { setFavorite: true },
    refused: (h: Harness, body: Page) => h.refused(1, COMMANDS.favoriteConversations, body),
    listed: (h: Harness) => h.ok(1, COMMANDS.favoriteConversations, {}).conversationInfoList,
  },
  {
    title: '612',
    setting: { setStickOnTop: true },
    refused: (h: Harness, body: Page) => h.refused(1, COMMANDS.topConversations, body),
    listed: (h: Harness) => h.ok(1, COMMANDS.topConversations, {}).conversationInfoList,
  },
])('$title', ({ setting, refused, listed }) => {
  test.each(PAGES)('IM-V9 is refused with 4 for %o', (body) => {
    const h = harness();
    h.ok(1, COMMANDS.setSetting, { conversationShortId: group(h), ...setting });
    expect(refused(h, body)).toBe(4);
    expect(listed(h)).toHaveLength(1);
  });
});

/** Commands whose body has no field: only their envelope can be refused. */
describe.each([
  {
    title: '615',
    number: 615,
    refused: (h: Harness, user: number) => h.refused(user, COMMANDS.conversationsCheckInfo, {}),
  },
  {
    title: '1005',
    number: 1005,
    refused: (h: Harness, user: number) => h.refused(user, COMMANDS.deleteAllStrangerConversations, {}),
  },
  {
    title: '1007',
    number: 1007,
    refused: (h: Harness, user: number) => h.refused(user, COMMANDS.markAllStrangersRead, {}),
  },
])('$title', ({ number, refused }) => {
  /** A server on which user 2 wrote to user 1, who never wrote to user 2. */
  const knocked = (options: Parameters<typeof harness>[0]): Harness => {
    const h = harness(options);
    const made = h.ok(2, COMMANDS.createConversation, { conversationType: 1, participants: [1n] });
    say(h, 2, made.conversation?.conversationShortId ?? 0n, 'a stranger');
    return h;
  };
  const unread = (h: Harness) => h.ok(1, COMMANDS.strangerConversations, { showTotalUnread: true }).totalUnread;

  test('IM-V4 is refused for its token with 1 or 100, and the stranger inbox stays', () => {
    let token: TokenReading = { kind: 'valid', userId: 2n };
    const h = knocked({ authenticate: () => token });
    expect(refused(h, 1)).toBe(1);
    token = { kind: 'unknown' };
    expect(refused(h, 1)).toBe(1);
    token = { kind: 'expired' };
    expect(refused(h, 1)).toBe(100);
    token = { kind: 'valid', userId: 1n };
    expect(unread(h)).toBe(1);
  });

  test('IM-V4 is refused by the host’s gate with its status, and the stranger inbox stays', () => {
    const admit = (_: unknown, command: number) => (command === number ? { status: 429, reason: 'too much' } : null);
    const h = knocked({ hooks: { admit } });
    expect(refused(h, 1)).toBe(429);
    expect(unread(h)).toBe(1);
  });

  test('IM-V4 is refused with 9 for a caller without an id', () => {
    expect(refused(harness(), 0)).toBe(9);
  });
});

describe('2003', () => {
  test.each([-1, 0, 5, 99])('IM-V75 is refused with 4 for token type %i', (tokenType) => {
    expect(harness().refused(1, COMMANDS.uploadToken, { tokenType: tokenType as 1 })).toBe(4);
  });
});

describe('2012', () => {
  let verdict: Verdict = { kind: 'allow' };
  const scene = () => {
    verdict = { kind: 'allow' };
    const h = harness({ hooks: { review: ({ kind }) => (kind === 'call' ? verdict : { kind: 'allow' }) } });
    const conShortId = pair(h);
    const channelId = h.ok(1, COMMANDS.createVoip, { conShortId, vType: 1 }).info?.channelId ?? '';
    /** Gives the body's status, and checks that the call is unchanged. */
    const refused = (user: number, body: { channelId?: string; calleeIds?: bigint[] }, deviceId?: string): number => {
      const before = h.server.fingerprint();
      const named = { channelId, calleeIds: [2n], vType: 1 as const, ...body };
      const { status, calleeIds } = h.ok(user, COMMANDS.callVoip, named, deviceId);
      expect(h.server.fingerprint()).toBe(before);
      expect(calleeIds).toEqual([]);
      return status;
    };
    return { h, channelId, refused };
  };

  test('IM-V81 IM-V82 answers 4 for an unknown call or another user’s call, and for impossible callees', () => {
    const { refused } = scene();
    expect(refused(1, { channelId: '404' })).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    expect(refused(9, {})).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    const nine = Array.from({ length: 9 }, (_, at) => BigInt(at + 2));
    for (const calleeIds of [[], [0n], [1n], [9n], [2n, 9n], nine]) {
      expect(refused(1, { calleeIds })).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    }
  });

  test('IM-V81 answers 18 for a call of two that rings or is over, and 20 to another device', () => {
    const { h, channelId, refused } = scene();
    expect(refused(1, {}, 'device-2')).toBe(VoipStatusCode.VOIP_OTHER_RESPONSE_ERROR);
    h.ok(1, COMMANDS.callVoip, { channelId, calleeIds: [2n], vType: 1 });
    expect(refused(1, {})).toBe(VoipStatusCode.VOIP_STATUS_ERROR);
    h.ok(1, COMMANDS.updateVoip, { channelId, status: VoipStatus.CANCELLED, vType: 1 });
    expect(refused(1, {})).toBe(VoipStatusCode.VOIP_STATUS_ERROR);
  });

  test('IM-V81 answers 21 when the host, the callee’s blocklist or a stranger’s inbox refuses', () => {
    const { h, refused } = scene();
    verdict = { kind: 'deny', reason: 'no' };
    expect(refused(1, {})).toBe(VoipStatusCode.VOIP_CALLBACK_ERROR);
    verdict = { kind: 'allow' };
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    expect(refused(1, {})).toBe(VoipStatusCode.VOIP_CALLBACK_ERROR);
    const knock = h.ok(4, COMMANDS.createConversation, { conversationType: 1, participants: [5n] }).conversation;
    const conShortId = knock?.conversationShortId ?? 0n;
    const channelId = h.ok(4, COMMANDS.createVoip, { conShortId, vType: 1 }).info?.channelId ?? '';
    expect(refused(4, { channelId, calleeIds: [5n] })).toBe(VoipStatusCode.VOIP_CALLBACK_ERROR);
  });
});

describe('2013', () => {
  const scene = () => {
    const h = harness();
    const conShortId = pair(h);
    const channelId = h.ok(1, COMMANDS.createVoip, { conShortId, vType: 1 }).info?.channelId ?? '';
    h.ok(1, COMMANDS.callVoip, { channelId, calleeIds: [2n], vType: 1 });
    const move = (user: number, status: number, body: object = {}, deviceId?: string) =>
      h.ok(user, COMMANDS.updateVoip, { channelId, status: status as VoipStatus, vType: 1, ...body }, deviceId);
    /** Gives the body's status, and checks that the call is unchanged. */
    const refused = (...asked: Parameters<typeof move>): number => {
      const before = h.server.fingerprint();
      const { statusCode } = move(...asked);
      expect(h.server.fingerprint()).toBe(before);
      return statusCode;
    };
    return { move, refused };
  };

  test('IM-V81 answers 4 for an unknown call or another user’s call, an unknown status and an unknown type', () => {
    const { refused } = scene();
    expect(refused(2, VoipStatus.ACCEPTED, { channelId: '404' })).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    expect(refused(9, VoipStatus.ACCEPTED)).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    expect(refused(2, 55)).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
    expect(refused(2, VoipStatus.ACCEPTED, { vType: 9 })).toBe(VoipStatusCode.VOIP_PARAMS_ERROR);
  });

  test('IM-V80 IM-V81 answers 18 for a move outside the table, and 19 for a move that comes too late', () => {
    const { move, refused } = scene();
    for (const to of [VoipStatus.IDLE, VoipStatus.ONTHECALL, VoipStatus.TERMINATED]) {
      expect(refused(2, to)).toBe(VoipStatusCode.VOIP_STATUS_ERROR);
    }
    expect(refused(1, VoipStatus.ACCEPTED)).toBe(VoipStatusCode.VOIP_STATUS_ERROR);
    expect(move(1, VoipStatus.CANCELLED).statusCode).toBe(VoipStatusCode.SUCCESS);
    expect(refused(2, VoipStatus.ACCEPTED)).toBe(VoipStatusCode.VOIP_CANCEL_ERROR);
  });

  test('IM-V83 IM-V87 answers 20 to a device that does not have the call', () => {
    const { move, refused } = scene();
    expect(refused(1, VoipStatus.CANCELLED, {}, 'device-2')).toBe(VoipStatusCode.VOIP_OTHER_RESPONSE_ERROR);
    expect(move(2, VoipStatus.ACCEPTED).statusCode).toBe(VoipStatusCode.SUCCESS);
    expect(refused(2, VoipStatus.TERMINATED, {}, 'device-2')).toBe(VoipStatusCode.VOIP_OTHER_RESPONSE_ERROR);
  });
});

const MANY = 1_001;

describe('2018', () => {
  test('IM-V42 IM-V9 is refused with 4 for more conversations than a page has', () => {
    const h = harness();
    const convShortId = group(h);
    const convUnreadCount = Array.from({ length: MANY }, () => ({ convShortId, unreadCount: 1n }));
    expect(h.refused(1, COMMANDS.reportUnreadCount, { totalUnreadCount: 1n, convUnreadCount })).toBe(4);
  });

  test('IM-V42 a negative total and conversations of others are named in the body, and not stored', () => {
    const h = harness();
    const convShortId = group(h);
    const before = h.server.fingerprint();
    const convUnreadCount = [
      { convShortId, unreadCount: 1n },
      { convShortId: 404n, unreadCount: 1n },
    ];
    const reply = h.ok(9, COMMANDS.reportUnreadCount, { totalUnreadCount: -1n, convUnreadCount });
    expect(reply).toMatchObject({ setTotalStatus: false, failedConvList: [convShortId, 404n] });
    expect(h.server.fingerprint()).toBe(before);
  });
});

describe('2030', () => {
  test('IM-V41 IM-V9 is refused with 4 for more conversations than a page has', () => {
    const h = harness();
    const convShortId = Array.from({ length: MANY }, () => 1n);
    expect(h.refused(1, COMMANDS.unreadCount, { getTotal: true, convShortId })).toBe(4);
  });

  test('IM-V41 the count of a conversation of others is only in failed_conv_list', () => {
    const h = harness();
    const shortId = group(h);
    say(h, 2, shortId, 'not for 9');
    const reply = h.ok(9, COMMANDS.unreadCount, { getTotal: true, convShortId: [shortId] });
    expect(reply).toMatchObject({ totalUnreadCount: 0n, convUnreadCount: {}, failedConvList: [shortId] });
  });
});
