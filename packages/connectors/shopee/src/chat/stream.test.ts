import type { Clock, Socket, SocketClosed, SocketMessage } from '@pasar/bridge';
import type { StreamEnd, StreamListener, Unreadable } from '@pasar/connector-kit';
import type { DomainEvent } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SocketStream } from './stream.ts';

/** A clock that the test moves: `pass` runs the newest timer that was not cancelled. */
function handClock() {
  const timers: { readonly delayMs: number; readonly run: () => void; isOpen: boolean }[] = [];
  const clock: Clock = {
    now: () => 0,
    after(delayMs, run) {
      const timer = { delayMs, run, isOpen: true };
      timers.push(timer);
      return () => {
        timer.isOpen = false;
      };
    },
  };
  const open = () => timers.filter(({ isOpen }) => isOpen);
  return {
    clock,
    openDelays: () => open().map(({ delayMs }) => delayMs),
    pass() {
      const timer = open().at(-1);
      if (timer === undefined) throw new Error('no timer waits');
      timer.isOpen = false;
      timer.run();
    },
  };
}

function openHarness() {
  const hand = handClock();
  const sent: string[] = [];
  const events: DomainEvent[] = [];
  const unreadables: Unreadable[] = [];
  const ends: StreamEnd[] = [];
  const { promise: closed, resolve: closeWith } = Promise.withResolvers<SocketClosed>();
  let take: (message: SocketMessage) => void = () => undefined;
  const socket: Socket = {
    closed,
    send: (message) => void sent.push(message.type === 'text' ? message.text : '(binary)'),
    onMessage: (listener) => {
      take = listener;
    },
    close: () => closeWith({ code: 1000, reason: '' }),
  };
  const listener: StreamListener = {
    events: (batch) => void events.push(...batch),
    unreadable: (item) => void unreadables.push(item),
    gap: () => undefined,
    ended: (end) => void ends.push(end),
  };
  const stream = new SocketStream(socket, hand.clock, listener, () => null, 10_000);
  const say = (...texts: string[]): void => {
    for (const text of texts) take({ type: 'text', text });
  };
  return { hand, sent, events, unreadables, ends, closeWith, stream, say };
}
const OPEN = '0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":5000}';

describe('SocketStream', () => {
  it('is live after 40, pings at the interval and goes on when answered', async () => {
    const { hand, sent, stream, say, ends } = openHarness();
    expect(hand.openDelays()).toEqual([10_000]);
    say(OPEN, '40');
    expect(await stream.live).toMatchObject({ ok: true });
    expect(hand.openDelays()).toEqual([25_000]);
    hand.pass();
    expect(sent).toEqual(['2']);
    expect(hand.openDelays()).toEqual([5_000]);
    say('3');
    expect(hand.openDelays()).toEqual([25_000]);
    expect(ends).toEqual([]);
  });

  it('is lost when a ping stays unanswered, and says so once', async () => {
    const { hand, stream, say, ends } = openHarness();
    say(OPEN, '40');
    await stream.live;
    hand.pass();
    hand.pass();
    await Promise.resolve();
    expect(ends).toMatchObject([{ kind: 'lost', refusal: { reason: 'marketplace_unreachable' } }]);
    expect(hand.openDelays()).toEqual([]);
    say('42["message",{}]');
    expect(ends).toHaveLength(1);
  });

  it('fails to open when the server stays silent, and has no end to tell', async () => {
    const { hand, stream, ends } = openHarness();
    hand.pass();
    expect(await stream.live).toMatchObject({ ok: false, refusal: { reason: 'request_timed_out' }, canRetry: true });
    expect(ends).toEqual([]);
  });

  it('knows dismissed from lost from closed', async () => {
    const dismissed = openHarness();
    dismissed.say(OPEN, '40', '41');
    expect(dismissed.ends).toMatchObject([{ kind: 'loggedOut', refusal: { reason: 'shop_login_expired' } }]);

    const lost = openHarness();
    lost.say(OPEN, '40');
    lost.closeWith({ code: 1006, reason: '' });
    await Promise.resolve();
    expect(lost.ends).toMatchObject([{ kind: 'lost' }]);

    const closed = openHarness();
    closed.say(OPEN, '40');
    closed.stream.close();
    closed.stream.close();
    await Promise.resolve();
    expect(closed.ends).toEqual([{ kind: 'closed' }]);
  });

  it('sets aside unknown events and types, and keeps the shop they name', () => {
    const { say, unreadables, events } = openHarness();
    say(OPEN, '40', '42["typing",{}]', '42["message",{"message_type":"x","message_content":{}}]');
    say('42["message",{"message_type":"message","message_content":{"shop_id":7301234567890120001}}]');
    expect(events).toEqual([]);
    expect(unreadables.map(({ platformShopId }) => platformShopId)).toEqual([null, null, '7301234567890120001']);
    expect(unreadables[0]?.reason).toContain('typing');
    expect(new TextDecoder().decode(unreadables[0]?.bytes)).toBe('42["typing",{}]');
  });
});
