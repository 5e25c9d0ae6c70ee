import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { ResponseSchema } from '../schema.ts';
import { type Caller, createCaller } from './caller.ts';
import { readReply } from './client-requests.ts';
import type { ClientSession } from './client-session.ts';
import type { HttpTwin } from './http-twin.ts';
import type { RefreshResult } from './ports.ts';
import { type ManualClock, manualClock } from './session-harness.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTokens } from './tokens.ts';

type Answer = 'timedOut' | 'cut' | 'notSent' | MessageInitShape<typeof ResponseSchema>;
/** Every attempt, as `way command token`. */
let attempts: string[];
let socketAnswers: Answer[];
let httpAnswers: Answer[];
let token: number;
let refreshes: PromiseWithResolvers<RefreshResult>[];
let hasSocket: boolean;
let clock: ManualClock;
let timers: Timers;
let caller: Caller;

const by =
  (way: string, answers: () => Answer[]): HttpTwin['call'] =>
  async (command) => {
    attempts.push(`${way} ${command.number} token-${token}`);
    const answer = answers().shift() ?? 'timedOut';
    return typeof answer === 'string' ? { kind: answer } : readReply(command, create(ResponseSchema, answer));
  };

beforeEach(() => {
  attempts = [];
  socketAnswers = [];
  httpAnswers = [];
  refreshes = [];
  token = 1;
  hasSocket = true;
  clock = manualClock(0);
  timers = createTimers(clock);
  const session: ClientSession = { call: by('socket', () => socketAnswers), close: () => undefined };
  caller = createCaller({
    twin: { call: by('http', () => httpAnswers) },
    session: () => (hasSocket ? session : null),
    timers,
    random: { next: () => 0 },
    patience: { pauseMs: 2_000, times: 3 },
    tokens: createTokens({
      current: () => `token-${token}`,
      refresh: () => {
        const asked = Promise.withResolvers<RefreshResult>();
        refreshes.push(asked);
        return asked.promise;
      },
    }),
  });
});

const renew = (): void => {
  token += 1;
  refreshes.at(-1)?.resolve({ kind: 'renewed' });
};
/** Lets every resolved promise continue. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const INDEXES: Answer = { body: { participantsReadIndexBody: { indexes: [{ userId: 1n, index: 5n }] } } };
const SENT: Answer = { body: { sendMessageBody: { serverMessageId: 9n, status: 0 } } };
const send = () => caller.call('sendMessage', { conversationId: '1', content: 'c' });
const read = () => caller.call('readIndex', { conversationShortId: 1n });

describe('socket and HTTP', () => {
  test('IM-S13 the socket first; 203 and 301 by HTTP only; without a socket everything by HTTP', async () => {
    socketAnswers = [INDEXES];
    httpAnswers = [{ body: { messagesPerUserInitV2Body: {} } }, { body: { messagesInConversationBody: {} } }, INDEXES];
    await read();
    await caller.call('messagesPerUserInit', {});
    await caller.call('messagesInConversation', {});
    hasSocket = false;
    await read();
    expect(attempts).toEqual(['socket 2000 token-1', 'http 203 token-1', 'http 301 token-1', 'http 2000 token-1']);
  });

  test('IM-S14 a read that was lost on the socket is repeated by HTTP at once', async () => {
    socketAnswers = ['cut'];
    httpAnswers = [INDEXES];
    expect(await read()).toMatchObject({ kind: 'done', body: { indexes: [{ index: 5n }] } });
    expect(attempts).toEqual(['socket 2000 token-1', 'http 2000 token-1']);
  });

  test.each(['timedOut', 'cut'] as const)(
    'IM-S14 a send that may have left (%s) is unconfirmed, never repeated',
    async (why) => {
      socketAnswers = [why];
      expect(await send()).toEqual({ kind: 'unconfirmed', why, detail: '' });
      expect(attempts).toEqual(['socket 100 token-1']);
    },
  );

  test('IM-S14 a send of which no byte was sent goes by HTTP; lost there, it is unconfirmed', async () => {
    socketAnswers = ['notSent', 'notSent'];
    httpAnswers = [SENT, 'timedOut'];
    expect(await send()).toMatchObject({ kind: 'done', body: { serverMessageId: 9n } });
    expect(await send()).toMatchObject({ kind: 'unconfirmed' });
    expect(attempts).toHaveLength(4);
  });

  test('IM-S14 a send that neither way could carry is notSent', async () => {
    hasSocket = false;
    httpAnswers = ['notSent'];
    expect(await send()).toEqual({ kind: 'notSent' });
    expect(attempts).toEqual(['http 100 token-1']);
  });

  test('IM-S14 a call with an idempotent id may be repeated, a call without one may not', async () => {
    socketAnswers = ['timedOut', 'timedOut'];
    httpAnswers = [{ body: { createConversationV2Body: { status: 0 } } }];
    expect(await caller.call('createConversation', { idempotentId: 'i' })).toMatchObject({ kind: 'done' });
    expect(await caller.call('createConversation', {})).toMatchObject({ kind: 'unconfirmed' });
    expect(attempts).toHaveLength(3);
  });

  test('IM-S14 rounds by HTTP: 200 and 2002 one, 203 ten, others three; each after a pause', async () => {
    hasSocket = false;
    const rounds = async (call: () => Promise<unknown>): Promise<number> => {
      attempts = [];
      let isOver = false;
      void call().then(() => {
        isOver = true;
      });
      while (!isOver) {
        await settle();
        clock.advance(2_000);
        await settle();
      }
      return attempts.length - 1;
    };
    expect(await rounds(() => caller.call('messagesPerUser', {}))).toBe(1);
    expect(await rounds(() => caller.call('markRead', {}))).toBe(1);
    expect(await rounds(() => caller.call('messagesPerUserInit', {}))).toBe(10);
    expect(await rounds(read)).toBe(3);
    expect(clock.timers).toBe(0);
  });

  test('IM-S14 of the refusals only a 500 that names a timeout is repeated', async () => {
    socketAnswers = [{ statusCode: 500, errorDesc: 'backend timeout' }, INDEXES];
    const call = read();
    await settle();
    clock.advance(500);
    expect(await call).toMatchObject({ kind: 'done' });
    socketAnswers = [{ statusCode: 500, errorDesc: 'oops' }];
    expect(await read()).toMatchObject({ kind: 'refused', code: 500, advice: 'retry', isUndone: false });
  });

  test.each([429, 16])(
    'IM-S14 a busy server (%i) is asked again every 2 s, three times; a send never',
    async (statusCode) => {
      const busy: Answer = { statusCode, errorDesc: 'slow down' };
      const refusal = { kind: 'refused', code: statusCode, advice: 'retry', isUndone: true };
      socketAnswers = [busy, busy, busy, INDEXES];
      const patient = read();
      for (const asked of [1, 2, 3]) {
        await settle();
        clock.advance(1_999);
        await settle();
        expect(attempts).toHaveLength(asked);
        clock.advance(1);
      }
      expect(await patient).toMatchObject({ kind: 'done' });
      socketAnswers = [busy, busy, busy, busy, INDEXES];
      const vain = read();
      for (let wait = 0; wait < 3; wait += 1) {
        await settle();
        clock.advance(2_000);
      }
      expect(await vain).toMatchObject(refusal);
      expect(attempts).toEqual(Array.from({ length: 8 }, () => 'socket 2000 token-1'));
      socketAnswers = [busy, SENT];
      expect(await send()).toMatchObject(refusal);
      expect(clock.timers).toBe(0);
    },
  );

  test('IM-S7 stopping ends a call during its pause', async () => {
    hasSocket = false;
    const call = read();
    await settle();
    timers.stop();
    expect(await call).toMatchObject({ kind: 'unconfirmed' });
    expect(clock.timers).toBe(0);
  });
});

describe('tokens', () => {
  test('IM-S15 one renewal for all waiting calls; each call is made once more with the new token', async () => {
    socketAnswers = [{ statusCode: 100 }, { statusCode: 1 }, INDEXES, INDEXES];
    const calls = [read(), read()];
    await settle();
    expect(refreshes).toHaveLength(1);
    renew();
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    expect(attempts.map((attempt) => attempt.slice(-7))).toEqual(['token-1', 'token-1', 'token-2', 'token-2']);
  });

  test('IM-S15 a call that is refused with the new token, too, is a refusal', async () => {
    socketAnswers = [{ statusCode: 100 }, { statusCode: 100 }, INDEXES];
    const first = read();
    await settle();
    renew();
    expect(await first).toMatchObject({ kind: 'refused', code: 100, advice: 'refresh' });
    expect(refreshes).toHaveLength(1);
  });

  test('IM-S15 a send with an expired token gives `refresh`: the token is renewed, the send is not repeated', async () => {
    socketAnswers = [{ statusCode: 100, errorDesc: 'expired' }, SENT];
    expect(await send()).toEqual({ kind: 'refresh', code: 100, detail: 'expired' });
    expect(refreshes).toHaveLength(1);
    renew();
    await settle();
    expect(attempts).toEqual(['socket 100 token-1']);
    expect(await send()).toMatchObject({ kind: 'done' });
  });

  test('IM-S15 a token that cannot be renewed is a refusal', async () => {
    socketAnswers = [{ statusCode: 1 }];
    const call = read();
    await settle();
    refreshes[0]?.resolve({ kind: 'denied', detail: 'log in' });
    expect(await call).toMatchObject({ kind: 'refused', code: 1, advice: 'refresh' });
  });
});

describe('IM-S12 statuses inside replies', () => {
  test('a send that the server’s check refused', async () => {
    socketAnswers = [{ body: { sendMessageBody: { status: 3, checkCode: 7n, checkMessage: 'no' } } }];
    expect(await send()).toMatchObject({
      kind: 'refused',
      source: 'send',
      code: 3,
      name: 'CHECK_MSG_NOT_PASS',
      advice: 'tellUser',
      isUndone: true,
      checkCode: 7n,
      detail: 'no',
    });
  });

  test('a property that was set before is done', async () => {
    socketAnswers = [{ body: { modifyMessagePropertyBody: { status: 1, version: 4n } } }];
    expect(await caller.call('modifyMessageProperty', {})).toMatchObject({ kind: 'done', body: { version: 4n } });
  });

  test('a call that is no longer in the required state', async () => {
    socketAnswers = [{ body: { updateVoipBody: { statusCode: 18 } } }];
    expect(await caller.call('updateVoip', {})).toMatchObject({ kind: 'refused', source: 'voip', advice: 'stop' });
  });
});
