import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from '../codec.ts';
import { COMMANDS, commandByNumber } from '../commands.ts';
import type { ImProtocolError } from '../errors.ts';
import type { PayloadEncoding } from '../payload.ts';
import { FRAME_C, FRAME_D, FRAME_E } from '../sample-frames.ts';
import { type Frame, FrameSchema, type Request } from '../schema.ts';
import { encodePushFrame, encodeReplyFrame, type ResponseBodyInit, readClientMessage } from '../server-frames.ts';
import type { ClientProfile } from './client-requests.ts';
import { type ClientSession, type Push, type SessionEnd, startClientSession } from './client-session.ts';
import { DEFAULT_HEARTBEAT } from './heartbeat.ts';
import { createSequence, FIRST_SEQUENCE_ID } from './sequence.ts';
import { type HandSocket, handSocket, type ManualClock, manualClock } from './session-harness.ts';

const profile: ClientProfile = {
  service: 10002,
  method: 1,
  sdkVersion: '0.3.8',
  buildNumber: 'test',
  deviceId: '7000000000000000001',
  devicePlatform: 'web',
  token: () => 'token-1',
};

let clock: ManualClock;
let socket: HandSocket;
let session: ClientSession;
let pushes: Push[];
let ends: SessionEnd[];
let unreadable: { error: ImProtocolError; bytes: Uint8Array }[];
let unmatched: bigint[];

beforeEach(() => {
  clock = manualClock(1_700_000_000_000);
  socket = handSocket();
  pushes = [];
  ends = [];
  unreadable = [];
  unmatched = [];
  session = startClientSession({
    socket,
    clock,
    profile,
    sequence: createSequence(FIRST_SEQUENCE_ID),
    replyTimeoutMs: 5_000,
    heartbeat: DEFAULT_HEARTBEAT,
    frameHeaders: (command) => ({ 'X-MS-STUB': `stub-${command}` }),
    listener: {
      push: (push) => pushes.push(push),
      unreadable: (error, bytes) => unreadable.push({ error, bytes }),
      unmatched: (response) => unmatched.push(response.sequenceId),
      ended: (end) => ends.push(end),
    },
  });
});

const readIndexOf = (id: bigint) => session.call(COMMANDS.readIndex, { conversationShortId: id, conversationType: 2 });

const asked = (): { readonly frame: Frame; readonly request: Request }[] =>
  socket.sent.flatMap((message) => {
    const read = readClientMessage(message);
    return read.kind === 'request' ? [read] : [];
  });

function answer(index: number, body: ResponseBodyInit | null, statusCode = 0, encoding: PayloadEncoding = '') {
  const question = asked()[index];
  if (question === undefined) throw new Error(`request ${index} was not sent`);
  const reply = { request: question.request, statusCode, errorDesc: statusCode === 0 ? 'OK' : 'no', body, logId: 'l' };
  const times = { arrivedAt: clock.now(), doneAt: clock.now() };
  socket.deliver({ type: 'binary', bytes: encodeReplyFrame(question.frame, { ...reply, ...times }, encoding) });
}

const indexes = (userId: bigint): ResponseBodyInit => ({
  participantsReadIndexBody: { indexes: [{ userId, index: 5n }] },
});

describe('calls', () => {
  test('IM-S1 IM-V1 requests carry the profile and rising ids from 10001', () => {
    void readIndexOf(1n);
    void readIndexOf(2n);
    const [first, second] = asked();
    expect(first?.frame).toMatchObject({ seqid: 10001n, service: 10002, method: 1, logid: 1_700_000_000_000n });
    expect(first?.frame.payloadEncoding).toBe('');
    expect(first?.request).toMatchObject({ cmd: 2000, sequenceId: 10001n, token: 'token-1', refer: 3, authType: 2 });
    expect(second?.frame.seqid).toBe(10002n);
    expect(second?.request.sequenceId).toBe(10002n);
  });

  test('IM-S2 replies are matched by sequence id, in any order and encoding', async () => {
    const first = readIndexOf(1n);
    const second = readIndexOf(2n);
    answer(1, indexes(2n), 0, '__lz4');
    answer(0, indexes(1n), 0, 'gzip');
    expect(await first).toMatchObject({ kind: 'replied', body: { indexes: [{ userId: 1n }] } });
    expect(await second).toMatchObject({ kind: 'replied', body: { indexes: [{ userId: 2n }] } });
  });

  test('IM-S3 IM-S2 no reply for 5 s is timedOut, and the late reply is reported', async () => {
    const call = readIndexOf(1n);
    clock.advance(5_000);
    expect(await call).toEqual({ kind: 'timedOut' });
    expect(asked()).toHaveLength(1);
    answer(0, indexes(1n));
    expect(unmatched).toEqual([10001n]);
  });

  test('IM-S3 a socket that closes cuts calls in flight; later calls are not sent', async () => {
    const call = readIndexOf(1n);
    await socket.cut({ code: 1006, reason: '' });
    expect(await call).toEqual({ kind: 'cut' });
    expect(await readIndexOf(2n)).toEqual({ kind: 'notSent' });
    expect(asked()).toHaveLength(1);
  });

  test('IM-S3 a request that the socket refuses is notSent', async () => {
    socket.breakSending();
    expect(await readIndexOf(1n)).toEqual({ kind: 'notSent' });
    clock.advance(15_000);
    expect(ends).toEqual([]);
    await socket.cut({ code: 1006, reason: '' });
    expect(ends).toMatchObject([{ kind: 'lost' }]);
    expect(clock.timers).toBe(0);
  });

  test('IM-S8 a status is a refusal with its number and its kind', async () => {
    const calls = [readIndexOf(1n), readIndexOf(2n), readIndexOf(3n), readIndexOf(4n), readIndexOf(5n)];
    for (const [index, status] of [100, 429, 500, 11, 4242].entries()) answer(index, null, status);
    expect(await Promise.all(calls)).toMatchObject([
      { kind: 'refused', statusCode: 100, status: 'token' },
      { kind: 'refused', statusCode: 429, status: 'busy' },
      { kind: 'refused', statusCode: 500, status: 'server' },
      { kind: 'refused', statusCode: 11, status: 'refused' },
      { kind: 'refused', statusCode: 4242, status: 'refused', detail: 'no' },
    ]);
  });

  test('IM-C1 mark read goes in slot 604 and its reply has no body', async () => {
    const call = session.call(COMMANDS.markRead, { conversationId: '1', readMessageIndex: 9n });
    const request = asked()[0]?.request;
    expect(request?.cmd).toBe(2002);
    expect(request?.body?.markConversationReadBody?.readMessageIndex).toBe(9n);
    answer(0, null);
    expect(await call).toEqual({ kind: 'replied', body: null });
  });

  test('IM-C1 a reply without the body its command has is unreadable', async () => {
    const call = readIndexOf(1n);
    answer(0, null);
    expect(await call).toMatchObject({ kind: 'unreadable' });
  });

  test('signed commands carry the given frame headers, other commands none', () => {
    void session.call(COMMANDS.sendMessage, { conversationId: '1', content: 'hi' });
    void readIndexOf(1n);
    expect(asked()[0]?.frame.headers).toMatchObject([{ key: 'X-MS-STUB', value: 'stub-100' }]);
    expect(asked()[1]?.frame.headers).toEqual([]);
  });
});

describe('pushes', () => {
  test('IM-S4 pushes 500 are routed, plain or compressed', () => {
    socket.deliver({ type: 'binary', bytes: FRAME_C });
    socket.deliver({ type: 'binary', bytes: FRAME_D });
    expect(pushes).toHaveLength(2);
    for (const push of pushes) {
      expect(push).toMatchObject({ kind: 'newMessage', notify: { message: { content: 'hello' } } });
    }
  });

  test('IM-S4 push 504 is routed; others are named', () => {
    const head = { seqid: 1n, nowMs: 1, service: 10002, method: 1, headers: {} };
    const push = encodePushFrame(head, { hasNewP2pMessageNotify: { sender: 7n, content: 'c' } }, 'l', '');
    socket.deliver({ type: 'binary', bytes: push });
    expect(pushes).toMatchObject([{ kind: 'newP2PMessage', notify: { sender: 7n } }]);
  });

  test('IM-S4 frames of another service and frames without payload are dropped', () => {
    const frame = decodeFrame(FRAME_C);
    socket.deliver({ type: 'binary', bytes: encodeFrame({ ...frame, service: 5 }) });
    const empty = create(FrameSchema, { seqid: 1n, logid: 1n, service: 10002, method: 1 });
    socket.deliver({ type: 'binary', bytes: encodeFrame(empty) });
    expect(pushes).toEqual([]);
    expect(unreadable).toEqual([]);
  });

  test('IM-S5 a frame that cannot be read is reported and the next frame is read', () => {
    socket.deliver({ type: 'binary', bytes: FRAME_E });
    socket.deliver({ type: 'binary', bytes: FRAME_C });
    expect(unreadable).toMatchObject([{ error: { code: 'missing_field' }, bytes: FRAME_E }]);
    expect(pushes).toHaveLength(1);
  });
});

describe('heartbeat and end', () => {
  const heartbeats = () => socket.sent.filter((message) => message.type === 'text').map((message) => message.text);

  test('IM-S6 a quiet socket gets `hi` at the check and stays open after an answer', () => {
    clock.advance(15_000);
    expect(heartbeats()).toEqual(['hi']);
    socket.deliver({ type: 'text', text: 'hi' });
    clock.advance(15_000);
    expect(heartbeats()).toEqual(['hi', 'hi']);
    expect(ends).toEqual([]);
  });

  test('IM-S6 a socket that sent something within 5 s before the check gets no `hi`', () => {
    clock.advance(12_000);
    socket.deliver({ type: 'text', text: 'ok' });
    clock.advance(3_000);
    expect(heartbeats()).toEqual([]);
  });

  test('IM-S6 IM-S7 the client closes a silent socket, with no timer left', async () => {
    clock.advance(26_000);
    const call = readIndexOf(1n);
    clock.advance(4_000);
    expect(ends).toEqual([{ kind: 'silent' }]);
    expect(socket.isClosedHere).toBe(true);
    expect(await call).toEqual({ kind: 'cut' });
    await socket.closed;
    expect(ends).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  test('IM-S7 close ends once, cuts calls in flight and leaves no timer', async () => {
    const call = readIndexOf(1n);
    session.close();
    session.close();
    await socket.closed;
    expect(await call).toEqual({ kind: 'cut' });
    expect(ends).toEqual([{ kind: 'closed' }]);
    expect(clock.timers).toBe(0);
    socket.deliver({ type: 'binary', bytes: FRAME_C });
    expect(pushes).toEqual([]);
  });

  test('IM-S7 a lost socket reports how it closed', async () => {
    await socket.cut({ code: 4001, reason: 'bye' });
    expect(ends).toEqual([{ kind: 'lost', closed: { code: 4001, reason: 'bye' } }]);
  });
});

test('IM-V2 a request outside the table is read, and the table does not find it', () => {
  void readIndexOf(1n);
  const frame = asked()[0]?.frame;
  if (frame === undefined) throw new Error('nothing was sent');
  // The same request with cmd 2100 in place of 2000: bytes 1 and 2 are the varint of cmd.
  frame.payload[1] = 0xb4;
  frame.payload[2] = 0x10;
  const read = readClientMessage({ type: 'binary', bytes: encodeFrame(frame) });
  expect(read).toMatchObject({ kind: 'request', request: { cmd: 2100, sequenceId: 10001n } });
  expect(commandByNumber(2100)).toBeNull();
});
