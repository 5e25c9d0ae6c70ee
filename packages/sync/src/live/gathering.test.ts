import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { GATHER_MS, gathering } from './gathering.ts';
import type { SocketHandlers } from './socket.ts';

function open(onText: (text: string, close: () => void) => void = () => {}) {
  const clock = createManualClock();
  const told: string[] = [];
  let inner: SocketHandlers | null = null;
  const openSocket = gathering((_path, handlers) => {
    inner = handlers;
    return { say: (text) => void told.push(`says ${text}`), close: () => void told.push('is closed') };
  }, clock);
  const socket = openSocket('/live', {
    onOpen: () => void told.push('open'),
    onText: (text) => {
      told.push(text);
      onText(text, socket.close);
    },
    onClosed: () => void told.push('lost'),
  });
  if (inner === null) throw new Error('no socket was opened');
  const handlers: SocketHandlers = inner;
  return { clock, told, handlers, socket };
}

describe('frames that come fast', () => {
  it('delivers the first at once, and those that follow it together', () => {
    const { clock, told, handlers } = open();
    handlers.onOpen();
    handlers.onText('1');
    expect(told).toEqual(['open', '1']);
    handlers.onText('2');
    clock.advance(GATHER_MS - 1);
    handlers.onText('3');
    expect(told).toEqual(['open', '1']);
    clock.advance(1);
    expect(told).toEqual(['open', '1', '2', '3']);
  });

  it('delivers each at once where there are pauses between them', () => {
    const { clock, told, handlers } = open();
    for (const text of ['1', '2', '3']) {
      handlers.onText(text);
      expect(told.at(-1)).toBe(text);
      clock.advance(GATHER_MS);
    }
  });

  it('loses none when the connection ends, and delivers none after it was closed', () => {
    const ended = open();
    for (const text of ['1', '2']) ended.handlers.onText(text);
    ended.handlers.onClosed();
    ended.clock.advance(GATHER_MS);
    expect(ended.told).toEqual(['1', '2', 'lost']);
    const closed = open();
    for (const text of ['1', '2']) closed.handlers.onText(text);
    closed.socket.close();
    closed.clock.advance(GATHER_MS);
    expect(closed.told).toEqual(['1', 'is closed']);
  });

  it('delivers nothing behind a frame that ends the stream', () => {
    const { clock, told, handlers } = open((text, close) => text === 'expired' && close());
    for (const text of ['1', 'expired', '2']) handlers.onText(text);
    clock.advance(GATHER_MS);
    expect(told).toEqual(['1', 'expired', 'is closed']);
  });
});
