/** Spec 2 §8, §9: a command on the socket has timed out when it is not answered within 5 s. */
import { type Bridge, BridgeError, type HttpRequest, type SocketMessage } from '@pasar/bridge';
import type { ConnectorNotice, Outcome, SendOutcome } from '@pasar/connector-kit';
import { COMMANDS, type CommandName, encodeReplyFrame, readClientMessage, STATUS } from '@pasar/im-protocol';
import { describe, expect, it } from 'vitest';
import { openSocketHarness, SOCKET_COMMANDS, type SocketCommand } from '../../../connectors/tiktok/fixtures/socket.ts';
import { createFakeClock } from '../fake-clock.ts';

const REPLY_MS = 5_000;

/** Resolves after all ready callbacks have run. */
const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));

async function openReplies() {
  const clock = createFakeClock();
  const frames: SocketMessage[] = [];
  const posts: { readonly url: string; readonly at: number }[] = [];
  const notices: ConnectorNotice[] = [];
  let tell: (message: SocketMessage) => void = () => undefined;
  const beginsAt = clock.now();
  const bridge: Bridge = {
    http: {
      async request({ url }: HttpRequest) {
        posts.push({ url, at: clock.now() - beginsAt });
        throw new BridgeError('timeout', 'no answer in time', true);
      },
    },
    sockets: {
      open: async () => ({
        send: (message) => void frames.push(message),
        onMessage: (listener) => {
          tell = listener;
        },
        close: () => undefined,
        closed: new Promise(() => undefined),
      }),
    },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock,
    uuid: () => 'uuid',
    close: async () => undefined,
  };
  const harness = await openSocketHarness(bridge, (notice) => void notices.push(notice));
  /** The frames of the command, without heartbeats. */
  const sent = () => frames.map(readClientMessage).flatMap((read) => (read.kind === 'request' ? [read] : []));
  const answer = (statusCode: number): void => {
    for (const { frame, request } of sent()) {
      const reply = { request, statusCode, errorDesc: '', body: null, logId: '', arrivedAt: 0, doneAt: clock.now() };
      tell({ type: 'binary', bytes: encodeReplyFrame(frame, reply, 'pb') });
    }
  };
  return { clock, harness, sent, posts, notices, answer };
}

type Played = Outcome<unknown> | SendOutcome;
async function begin(command: SocketCommand) {
  const replies = await openReplies();
  let outcome: Played | null = null;
  const done = replies.harness.play(command).then((result) => {
    outcome = result;
  });
  await quiet();
  const numbers = replies.sent().map(({ request }) => request.cmd);
  expect(numbers).toEqual([COMMANDS[command.name].number]);
  return { ...replies, done, outcome: () => outcome };
}

/** After the socket's timeout: how often the HTTP twin is asked (facts 4.7). The number of rounds is our choice. */
const POSTS: Readonly<Partial<Record<CommandName, number>>> = { sendMessage: 0, inputStatus: 0, markRead: 2 };
const ROUNDS = 4;

const TIMED_OUT = { ok: false, refusal: { reason: 'request_timed_out' }, canRetry: true };
/**
 * A message is neither repeated nor called failed, because the ledger decides about it. A lost typing signal is not
 * reported.
 */
const SILENCE: Readonly<Partial<Record<CommandName, unknown>>> = {
  sendMessage: { kind: 'inDoubt', detail: 'request timed out' },
  inputStatus: { ok: true, value: null },
};
const REFUSED = { ok: false, refusal: { reason: 'not_found' }, canRetry: false };
const REFUSALS: Readonly<Partial<Record<CommandName, unknown>>> = {
  sendMessage: { kind: 'refused', refusal: { reason: 'not_found' }, next: { kind: 'stop' } },
  inputStatus: { ok: true, value: null },
};

describe('socket replies', () => {
  it('has a row for every command that spec 2 names for the socket', () => {
    const numbers = SOCKET_COMMANDS.map(({ name }) => COMMANDS[name].number);
    expect(numbers).toEqual(expect.arrayContaining([100, 610, 2000, 2002]));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  describe.each(SOCKET_COMMANDS)('$name', (command) => {
    const { name } = command;

    it('no reply: gives up after exactly 5 s, reports it, and raises no event', async () => {
      const { clock, harness, sent, posts, notices, done, outcome } = await begin(command);
      clock.advance(REPLY_MS - 1);
      await quiet();
      expect([outcome(), posts]).toEqual([null, []]);
      clock.advance(1);
      await quiet();
      const most = POSTS[name] ?? ROUNDS;
      expect(posts.map(({ at }) => at)).toEqual(most === 0 ? [] : [REPLY_MS]);
      expect(outcome() === null).toBe(most > 0);
      while (outcome() === null) {
        clock.advance(1_000);
        await quiet();
      }
      await done;
      expect(outcome()).toMatchObject(SILENCE[name] ?? TIMED_OUT);
      expect([sent().length, posts.length, notices]).toEqual([1, most, []]);
      expect(posts.every(({ url }) => url === `https://twin.example/${COMMANDS[name].path}`)).toBe(true);
      await harness.close();
    });

    it('a reply in the last moment counts: the HTTP twin is not asked', async () => {
      const { clock, harness, sent, posts, done, outcome, answer } = await begin(command);
      clock.advance(REPLY_MS - 1);
      answer(STATUS.CONVERSATION_NOT_FOUND);
      await done;
      expect(outcome()).toMatchObject(REFUSALS[name] ?? REFUSED);
      clock.advance(REPLY_MS);
      await quiet();
      expect([sent().length, posts]).toEqual([1, []]);
      await harness.close();
    });

    it('a reply that comes too late changes nothing', async () => {
      const { clock, harness, done, outcome, answer } = await begin(command);
      while (outcome() === null) {
        clock.advance(REPLY_MS);
        await quiet();
      }
      await done;
      const before = outcome();
      answer(STATUS.CONVERSATION_NOT_FOUND);
      await quiet();
      expect(outcome()).toBe(before);
      expect(before).toMatchObject(SILENCE[name] ?? TIMED_OUT);
      await harness.close();
    });
  });
});
