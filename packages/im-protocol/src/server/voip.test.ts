import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { VoipStatus } from '../gen/im_proto/enums_pb.ts';
import { group, type Harness, harness, pair } from './harness.ts';
import type { Verdict } from './types.ts';
import { mayMove, type Side, VOIP_TRANSITIONS } from './voip-table.ts';

let h: Harness;
let verdict: Verdict;
let conShortId: bigint;
beforeEach(() => {
  verdict = { kind: 'allow' };
  h = harness({ hooks: { review: ({ kind }) => (kind === 'call' ? verdict : { kind: 'allow' }) } });
  conShortId = pair(h);
});
const S = VoipStatus;
const createCall = (user = 1, more: { idempotentId?: string; voipMode?: 0 | 1; conShortId?: bigint } = {}) =>
  h.ok(user, COMMANDS.createVoip, { conShortId, vType: 1, ...more });
const ring = (channelId: string, calleeIds: bigint[] = [2n], user = 1) =>
  h.ok(user, COMMANDS.callVoip, { channelId, calleeIds, vType: 1 });
const update = (user: number, channelId: string, status: VoipStatus, deviceId?: string) =>
  h.ok(user, COMMANDS.updateVoip, { channelId, status, vType: 1 }, deviceId);
function ringing(): string {
  const channelId = createCall().info?.channelId ?? '';
  ring(channelId);
  return channelId;
}

describe('a call of two', () => {
  test('IM-V80 IM-V86 from idle to the end, pushed to both, with a card in the conversation', () => {
    const theirs = h.device(2);
    const created = createCall();
    expect(created).toMatchObject({ statusCode: 0, info: { status: S.IDLE, callerId: 1n, conShortId }, voipMode: 0 });
    const channelId = created.info?.channelId ?? '';
    expect(ring(channelId)).toMatchObject({ status: 0, calleeIds: [2n], info: { status: S.CALLING } });
    expect(update(2, channelId, S.RINGING)).toMatchObject({ statusCode: 0, info: { status: S.RINGING } });
    expect(update(2, channelId, S.ACCEPTED)).toMatchObject({ info: { status: S.ACCEPTED }, callees: [2n] });
    expect(update(1, channelId, S.ONTHECALL)).toMatchObject({ info: { status: S.ONTHECALL } });
    h.clock.now += 5_000;
    expect(update(2, channelId, S.TERMINATED)).toMatchObject({ statusCode: 0, info: { status: S.TERMINATED } });
    const types = theirs.got.map((response) => response.body?.hasNewMessageNotify?.message?.messageType);
    expect(types.filter((type) => type === 80_001)).toHaveLength(5);
    expect(types).toContain(80_003);
    const [card] = h.ok(2, COMMANDS.messagesInConversation, { conversationShortId: conShortId }).messages;
    expect(card).toMatchObject({ messageType: 80_002, sender: 1n });
    expect(JSON.parse(card?.content ?? '')).toMatchObject({ status: S.TERMINATED, duration_ms: 5_000 });
  });

  test('IM-V81 the callee refuses; the caller cancels; late answers are cancel errors', () => {
    const first = ringing();
    expect(update(2, first, S.REFUSED)).toMatchObject({ statusCode: 0, info: { status: S.REFUSED } });
    expect(update(1, first, S.ONTHECALL).statusCode).toBe(18);
    const second = ringing();
    expect(update(1, second, S.CANCELLED)).toMatchObject({ statusCode: 0, info: { status: S.CANCELLED } });
    expect(update(2, second, S.ACCEPTED)).toMatchObject({ statusCode: 19, info: { status: S.CANCELLED } });
    const third = ringing();
    update(2, third, S.ACCEPTED);
    expect(update(1, third, S.CANCELLED).statusCode).toBe(19);
    expect(update(1, third, S.TERMINATED).statusCode).toBe(0);
  });

  test('IM-V83 a second device of the callee is occupied', () => {
    const channelId = ringing();
    update(2, channelId, S.ACCEPTED, 'phone');
    expect(update(2, channelId, S.ACCEPTED, 'desk')).toMatchObject({ statusCode: 20, info: { status: S.OCCUPIED } });
    expect(update(2, channelId, S.ONTHECALL, 'phone')).toMatchObject({ statusCode: 0 });
  });

  test('IM-V83 ringing does not bind the call: the device that accepts has it, whichever rang before', () => {
    const channelId = ringing();
    expect(update(2, channelId, S.RINGING, 'phone').statusCode).toBe(0);
    expect(update(2, channelId, S.RINGING, 'desk').statusCode).toBe(0);
    expect(update(2, channelId, S.ACCEPTED, 'desk')).toMatchObject({ statusCode: 0, info: { status: S.ACCEPTED } });
    for (const status of [S.RINGING, S.ACCEPTED, S.REFUSED, S.ONTHECALL, S.TERMINATED]) {
      expect(update(2, channelId, status, 'phone')).toMatchObject({ statusCode: 20, info: { status: S.OCCUPIED } });
    }
    const beat = (deviceId: string) => h.ask(2, COMMANDS.channelHeartbeat, { channelId }, deviceId).status;
    expect([beat('desk'), beat('phone')]).toEqual([0, 4]);
    expect(update(2, channelId, S.TERMINATED, 'desk').statusCode).toBe(0);
  });

  test('IM-V83 a device that accepts without a name has the call, too', () => {
    const channelId = ringing();
    update(2, channelId, S.ACCEPTED, '');
    expect(update(2, channelId, S.TERMINATED, 'phone').statusCode).toBe(20);
    expect(update(2, channelId, S.TERMINATED, '').statusCode).toBe(0);
  });

  test('IM-V83 before a device accepts, any device refuses for the user', () => {
    const channelId = ringing();
    update(2, channelId, S.RINGING, 'phone');
    expect(update(2, channelId, S.REFUSED, 'desk')).toMatchObject({ statusCode: 0, info: { status: S.REFUSED } });
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.REFUSED);
    expect(update(2, channelId, S.ACCEPTED, 'phone')).toMatchObject({ statusCode: 18, info: { status: S.REFUSED } });
  });

  test('IM-V87 the caller’s other devices neither ring, move nor keep the call', () => {
    const channelId = createCall().info?.channelId ?? '';
    const before = h.server.fingerprint();
    const call = { channelId, calleeIds: [2n], vType: 1 as const };
    expect(h.ok(1, COMMANDS.callVoip, call, 'other').status).toBe(20);
    expect(update(1, channelId, S.CANCELLED, 'other')).toMatchObject({ statusCode: 20, info: { status: S.OCCUPIED } });
    expect(h.server.fingerprint()).toBe(before);
    ring(channelId);
    expect(update(1, channelId, S.CANCELLED, 'other').statusCode).toBe(20);
    update(2, channelId, S.ACCEPTED);
    for (const status of [S.ONTHECALL, S.TERMINATED]) expect(update(1, channelId, status, 'other').statusCode).toBe(20);
    expect(h.ask(1, COMMANDS.channelHeartbeat, { channelId }, 'other').status).toBe(4);
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.ACCEPTED);
    expect(update(1, channelId, S.TERMINATED).statusCode).toBe(0);
  });

  test('IM-V82 a busy user is occupied, and cannot begin a call', () => {
    const channelId = ringing();
    update(2, channelId, S.ACCEPTED);
    expect(createCall(2).statusCode).toBe(18);
    const conShort = h.ok(3, COMMANDS.createConversation, { conversationType: 2, participants: [2n] }).conversation
      ?.conversationShortId;
    const other = h.ok(3, COMMANDS.createVoip, { conShortId: conShort ?? 0n, vType: 3 }).info?.channelId ?? '';
    expect(ring(other, [2n], 3)).toMatchObject({ status: 0, calleeIds: [], info: { status: S.OCCUPIED } });
    expect(ring(channelId).status).toBe(18);
  });

  test('IM-V81 every other status of a call', () => {
    expect(update(1, '77', S.CANCELLED).statusCode).toBe(4);
    expect(createCall(1, { voipMode: 5 as 1 }).statusCode).toBe(4);
    expect(h.refused(9, COMMANDS.createVoip, { conShortId })).toBe(13);
    const channelId = createCall(1, { idempotentId: 'i' }).info?.channelId ?? '';
    expect(createCall(1, { idempotentId: 'i' }).info?.channelId).toBe(channelId);
    expect(ring(channelId, [9n]).status).toBe(4);
    expect(ring(channelId, []).status).toBe(4);
    expect(ring('no').status).toBe(4);
    expect(ring(channelId, [1n]).status).toBe(4);
    expect(update(1, channelId, S.ONTHECALL).statusCode).toBe(18);
    expect(update(9, channelId, S.CANCELLED)).toMatchObject({ statusCode: 4, callees: [] });
    verdict = { kind: 'deny', reason: 'no' };
    expect(createCall(1).statusCode).toBe(21);
    expect(ring(channelId)).toMatchObject({ status: 21, checkCode: 19n });
    verdict = { kind: 'reject', checkCode: 3n, checkMessage: 'checked' };
    expect(ring(channelId)).toMatchObject({ status: 21, checkCode: 3n, checkMessage: 'checked' });
    verdict = { kind: 'allow' };
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    expect(ring(channelId)).toMatchObject({ status: 21, checkCode: 11n });
  });
});

describe('2014 and time', () => {
  test('IM-V85 an unanswered call becomes unavailable', () => {
    const channelId = ringing();
    h.clock.now += 60_000;
    h.server.tick();
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.CALLING);
    h.clock.now += 1;
    h.server.tick();
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.UNAVAILABLE);
    expect(update(2, channelId, S.ACCEPTED).statusCode).toBe(18);
    expect(h.refused(1, COMMANDS.channelHeartbeat, { channelId })).toBe(4);
  });

  test('IM-V85 a participant without heartbeat ends the call; a participant with heartbeat does not', () => {
    const channelId = ringing();
    update(2, channelId, S.ACCEPTED);
    for (const _ of [1, 2, 3]) {
      h.clock.now += 20_000;
      h.ok(1, COMMANDS.channelHeartbeat, { channelId });
      h.ok(2, COMMANDS.channelHeartbeat, { channelId });
      h.server.tick();
    }
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.ACCEPTED);
    h.clock.now += 20_000;
    h.ok(1, COMMANDS.channelHeartbeat, { channelId });
    h.clock.now += 20_000;
    h.server.tick();
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.TERMINATED);
    expect(h.refused(9, COMMANDS.channelHeartbeat, { channelId })).toBe(4);
    expect(h.refused(1, COMMANDS.channelHeartbeat, { channelId: 'no' })).toBe(4);
  });
});

describe('a call of many', () => {
  test('IM-V84 each callee has their own part; the call ends with the last callee or with the caller', () => {
    const conversation = group(h);
    const channelId = createCall(1, { conShortId: conversation, voipMode: 1 }).info?.channelId ?? '';
    const theirs = h.device(3);
    expect(ring(channelId, [2n, 3n])).toMatchObject({ status: 0, calleeIds: [2n, 3n], voipMode: 1 });
    update(2, channelId, S.ACCEPTED);
    expect(update(3, channelId, S.REFUSED).info?.status).toBe(S.REFUSED);
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.ACCEPTED);
    expect(ring(channelId, [1n], 2).status).toBe(4);
    expect(h.ok(2, COMMANDS.callVoip, { channelId, calleeIds: [4n], vType: 1 }, 'other').status).toBe(20);
    expect(ring(channelId, [4n], 2)).toMatchObject({ status: 0, calleeIds: [4n] });
    const types = theirs.got.map((response) => response.body?.hasNewMessageNotify?.message?.messageType);
    expect(types).toContain(80_004);
    expect(update(1, channelId, S.TERMINATED).statusCode).toBe(0);
    expect(h.server.state.calls.get(channelId)?.status).toBe(S.TERMINATED);
  });
});

describe('the table', () => {
  test('IM-V80 a call that is over stays over, and every other state can end', () => {
    const sides: Side[] = ['caller', 'callee', 'server'];
    for (const from of Object.values(S)) {
      const targets = sides.flatMap((side) => [...(VOIP_TRANSITIONS[side].get(from) ?? [])]);
      if (from >= S.TERMINATED) expect(targets).toEqual([]);
      else expect(targets.some((to) => to >= S.TERMINATED)).toBe(true);
    }
  });

  test('IM-V81 a callee’s move is carried out exactly when the table has it', () => {
    for (const to of Object.values(S)) {
      h = harness();
      conShortId = pair(h);
      const channelId = ringing();
      const { statusCode } = update(2, channelId, to);
      expect([to, statusCode === 0]).toEqual([to, to === S.CALLING || mayMove('callee', S.CALLING, to)]);
    }
  });
});
