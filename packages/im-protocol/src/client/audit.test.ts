import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeFrame, decodeRequest, decodeResponse, requestIn, responseIn } from '../codec.ts';
import type { MessageBody, Request, Response } from '../schema.ts';
import type { ConversationRef } from './draft.ts';
import type { ConversationState, MessageState } from './state.ts';
import type { TapEntry } from './tap.ts';
import { createChats } from './testing/actions.ts';
import { type ClientHarness, createClient, createHarness } from './testing/convergence.ts';

const ME = 1n;
const FRIEND = 2n;

let harness: ClientHarness;
let chat: ConversationRef;
let mistakes: string[];
let wire: TapEntry[];
beforeEach(() => {
  mistakes = [];
  wire = [];
  harness = createHarness(
    7,
    mistakes,
    (entry) => wire.push(entry),
    false,
    () => undefined,
  );
  const [group] = createChats(harness.ask, ME);
  if (group === undefined) throw new Error('no chat');
  chat = group;
});
afterEach(() => {
  harness.client.stop();
  expect(mistakes).toEqual([]);
});

const settled = async (): Promise<void> => {
  expect(await harness.time.run(harness.time.now() + 60_000, () => harness.client.isSettled())).toBe(true);
};
const run = (ms: number) => harness.time.run(harness.time.now() + ms, () => false);
function say(count: number): void {
  for (let at = 0; at < count; at += 1) {
    const sent = harness.ask(FRIEND, 'sendMessage', {
      ...chat,
      content: `m${at}`,
      messageType: 1000,
      ticket: 'deprecated',
    });
    if (sent === null) throw new Error('not sent');
  }
}
const held = (): ConversationState => {
  const found = harness.client.state().conversations.get(chat.conversationId);
  if (found === undefined) throw new Error('not held');
  return found;
};
const indexes = (messages: readonly MessageState[]) => messages.map(({ index }) => index);

/** Starts a second client with the first client's state, except that the conversation has these messages. */
async function resumeWith(messages: readonly MessageState[]): Promise<void> {
  harness.client.stop();
  const state = harness.client.state();
  const wrong = { ...held(), messages };
  const conversations = new Map(state.conversations).set(chat.conversationId, wrong);
  wire = [];
  const tap = (entry: TapEntry): void => void wire.push(entry);
  harness = { ...harness, client: createClient(harness, mistakes, tap, { ...state, conversations }, () => undefined) };
  harness.client.start();
  await settled();
}

/** The client's fetches of pages of one conversation (301). */
const pagesAsked = (): readonly Request[] =>
  wire.flatMap(({ direction, message }) => {
    if (direction !== 'out' || message.type === 'text') return [];
    const request = message.type === 'http' ? decodeRequest(message.bytes) : requestIn(decodeFrame(message.bytes));
    return request.cmd === 301 ? [request] : [];
  });
const bodiesIn = ({ body }: Response): readonly MessageBody[] => [
  ...(body?.messagesPerUserInitV2Body?.messages ?? []),
  ...(body?.messagesPerUserBody?.messages ?? []),
  ...(body?.messagesInConversationBody?.messages ?? []),
];
/** Number of messages that the server sent. */
const messagesGiven = (): number =>
  wire
    .flatMap(({ direction, message }) => {
      if (direction !== 'in' || message.type === 'text') return [];
      return message.type === 'http' ? [decodeResponse(message.bytes)] : [responseIn(decodeFrame(message.bytes))];
    })
    .reduce((sum, response) => sum + bodiesIn(response).length, 0);

describe('IM-S25 an audit is local', () => {
  test('2,000 messages at the server: the first connect brings the 10 newest and fetches nothing else', async () => {
    say(2_000);
    harness.client.start();
    await settled();
    expect(held().messages.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, at) => `m${1_990 + at}`),
    );
    expect(pagesAsked()).toHaveLength(0);
    expect(messagesGiven()).toBe(10);
  });

  test('the same 10 held and connected again: not one message on the wire', async () => {
    say(2_000);
    harness.client.start();
    await settled();
    await resumeWith(held().messages);
    expect(held().messages).toHaveLength(10);
    expect(messagesGiven()).toBe(0);
  });

  describe('500 held of 600', () => {
    let whole: readonly MessageState[];
    beforeEach(async () => {
      say(100);
      harness.client.start();
      await settled();
      // Indexes are microseconds: a pause leaves room between them for a message that the server does not have.
      await run(1);
      say(222);
      await run(1);
      say(278);
      await run(10);
      whole = held().messages.slice(-500);
      expect(whole).toHaveLength(500);
    });

    test('complete: nothing is fetched', async () => {
      await resumeWith(whole);
      expect(messagesGiven()).toBe(0);
      expect(held().messages).toHaveLength(500);
    });

    test('one missing message is fetched with its block of 50, and nothing else', async () => {
      await resumeWith(whole.toSpliced(222, 1));
      expect(indexes(held().messages)).toEqual(indexes(whole));
      expect(pagesAsked()).toHaveLength(1);
      expect(messagesGiven()).toBe(50);
    });

    test('a message that the server does not have is removed by fetching its block only', async () => {
      const [before] = whole.slice(222);
      if (before === undefined) throw new Error('none');
      const ghost = { ...before, serverMessageId: 5n, index: before.index - 1n, content: 'ghost' };
      await resumeWith(whole.toSpliced(222, 0, ghost));
      expect(indexes(held().messages)).toEqual(indexes(whole));
      expect(messagesGiven()).toBeLessThanOrEqual(50);
    });

    test.each([
      ['newest', 500, 1n],
      ['oldest', 0, -1n],
    ])('a ghost that is the %s goes', async (_place, at, step) => {
      const edge = whole.at(at === 0 ? 0 : -1);
      if (edge === undefined) throw new Error('none');
      const ghost = { ...edge, serverMessageId: 5n, index: edge.index + step, content: 'ghost' };
      await resumeWith(whole.toSpliced(at, 0, ghost));
      expect(indexes(held().messages)).toEqual(indexes(whole));
      expect(messagesGiven()).toBeLessThanOrEqual(50);
    });

    test('two missing messages far apart are two blocks', async () => {
      await resumeWith(whole.toSpliced(444, 1).toSpliced(111, 1));
      expect(indexes(held().messages)).toEqual(indexes(whole));
      expect(messagesGiven()).toBe(100);
    });
  });

  test('a range of more than one answer of 302 (1,000) is compared to its end', async () => {
    harness.client.start();
    await settled();
    say(1_300);
    await run(10);
    const whole = held().messages;
    expect(whole).toHaveLength(1_300);
    await resumeWith(whole.toSpliced(33, 1));
    expect(indexes(held().messages)).toEqual(indexes(whole));
    expect(messagesGiven()).toBe(50);
  });

  test('when only unknown messages are held they are removed, and nothing is fetched for them', async () => {
    say(1);
    harness.client.start();
    await settled();
    const [one] = held().messages;
    if (one === undefined) throw new Error('none');
    await resumeWith([{ ...one, serverMessageId: 5n, index: one.index - 1n }]);
    expect(held().messages).toEqual([]);
    expect(messagesGiven()).toBe(0);
  });
});
