import { CALLS } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type RoundScope, succeeded } from '@pasar/sync';
import { aConversation, aMessage, aShop } from '@pasar/sync/testing/builders';
import { createDeskHarness, type DeskHarness, flush } from '@pasar/sync/testing/desk-harness';
import { ModelServer } from '@pasar/sync/testing/model/model-server';
import { describe, expect, it } from 'vitest';
import { createRound } from './round.ts';

const idOf = (number: number): ConversationId => aConversation(number, 1).conversationId;
const ALL: RoundScope = { scope: 'all', filter: {} };
const NEXT = CALLS.chat.nextConversation;

/** Buyers 1 to 4 wait, 1 for the longest time; 5 has an unread message. */
async function started(): Promise<DeskHarness> {
  const server = new ModelServer();
  server.shops.setShop(aShop(1));
  for (let number = 1; number <= 4; number += 1) {
    server.chat.setConversation(aConversation(number, 1, { waitingSince: number }));
  }
  server.chat.setConversation(aConversation(5, 1, { unreadCount: 1 }));
  const harness = createDeskHarness(server);
  harness.desk.start();
  await harness.settle();
  return harness;
}
/** Answers all calls on their way. */
async function land(harness: DeskHarness): Promise<void> {
  await flush();
  while (harness.flying.length > 0) {
    harness.answer(0);
    await flush();
  }
}
const asked = ({ flying }: DeskHarness) => flying.filter(({ call }) => call === NEXT).length;
function answer(harness: DeskHarness, number: number): void {
  const held = aConversation(number, 1);
  harness.server.chat.setConversation(held);
  harness.deliver(5);
}

describe('going from one to the next', () => {
  it('asks ahead, so that each press but the first is answered without the server', async () => {
    const harness = await started();
    const round = createRound(harness.desk);
    const first = round.go(ALL, null, 'next');
    await land(harness);
    expect(await first).toEqual(succeeded(idOf(1)));
    expect(await round.go(ALL, idOf(1), 'next')).toEqual(succeeded(idOf(2)));
    expect(asked(harness)).toBe(1);
    harness.desk.stop();
  });

  it('asks again when who was next is answered meanwhile, and goes on behind what was answered here', async () => {
    const harness = await started();
    const round = createRound(harness.desk);
    const first = round.go(ALL, null, 'next');
    await land(harness);
    await first;
    const second = round.go(ALL, idOf(1), 'next');
    await land(harness);
    expect(await second).toEqual(succeeded(idOf(2)));
    // 2 is answered here, and 3 by somebody else; 1 was passed over.
    answer(harness, 2);
    answer(harness, 3);
    const third = round.go(ALL, idOf(2), 'next');
    await land(harness);
    expect(await third).toEqual(succeeded(idOf(4)));
    harness.desk.stop();
  });

  it('passes over what was read a moment ago, before the server knows it', async () => {
    const harness = await started();
    const round = createRound(harness.desk);
    for (const number of [1, 2, 3, 4]) answer(harness, number);
    harness.desk.settings.markRead(idOf(5), aMessage(10, 5).position);
    const none = round.go(ALL, null, 'next');
    await flush();
    // The mark is still on its way while the round is asked for.
    for (let turn = 0; turn < 4; turn += 1) {
      const index = harness.flying.findIndex(({ call }) => call === NEXT);
      if (index >= 0) harness.answer(index);
      await flush();
    }
    expect(await none).toEqual(succeeded(null));
    harness.desk.stop();
  });

  it('never says from memory that nothing is left', async () => {
    const harness = await started();
    const round = createRound(harness.desk);
    for (const number of [2, 3, 4, 5]) answer(harness, number);
    const first = round.go(ALL, null, 'next');
    await land(harness);
    expect(await first).toEqual(succeeded(idOf(1)));
    harness.server.chat.setConversation(aConversation(2, 1, { waitingSince: 9 }));
    harness.deliver(5);
    const second = round.go(ALL, idOf(1), 'next');
    await land(harness);
    expect(await second).toEqual(succeeded(idOf(2)));
    harness.desk.stop();
  });

  it('gives the failure when the server cannot be reached and nobody who is loaded needs a person', async () => {
    const harness = await started();
    const round = createRound(harness.desk);
    for (const number of [1, 2, 3, 4]) answer(harness, number);
    harness.desk.settings.markRead(idOf(5), aMessage(10, 5).position);
    harness.sockets.current()?.cut();
    const first = round.go(ALL, null, 'next');
    await flush();
    harness.lose(harness.flying.findIndex(({ call }) => call === NEXT));
    expect(await first).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    harness.desk.stop();
  });

  it('goes through what is loaded while the server cannot be asked, round and back, also past what is read on the way', async () => {
    const harness = await started();
    harness.sockets.current()?.cut();
    const round = createRound(harness.desk);
    const visited: (ConversationId | null)[] = [];
    let open: ConversationId | null = null;
    const go = async (step: 'next' | 'previous') => {
      const result = await round.go(ALL, open, step);
      open = result.ok ? result.data : null;
      visited.push(open);
    };
    for (let press = 0; press < 5; press += 1) await go('next');
    harness.desk.settings.markRead(idOf(5), aMessage(10, 5).position);
    await go('previous');
    await go('next');
    expect(visited).toEqual([1, 2, 3, 4, 5, 4, 1].map(idOf));
    expect(asked(harness)).toBe(0);
    harness.desk.stop();
  });
});
