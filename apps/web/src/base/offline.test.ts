import type { OpenSocket, SocketHandlers } from '@pasar/sync';
import { describe, expect, it } from 'vitest';
import { endingOffline } from './offline.ts';

function open() {
  const events = new EventTarget();
  const told: string[] = [];
  let inner: SocketHandlers | null = null;
  const openSocket: OpenSocket = (path, handlers) => {
    told.push(`opens ${path}`);
    inner = handlers;
    return { say: (text) => void told.push(`says ${text}`), close: () => void told.push('is closed') };
  };
  const socket = endingOffline(openSocket, events)('/live?since=7', {
    onOpen: () => void told.push('open'),
    onText: (text) => void told.push(text),
    onClosed: () => void told.push('lost'),
  });
  if (inner === null) throw new Error('no socket was opened');
  const handlers: SocketHandlers = inner;
  return { events, told, handlers, socket, goOffline: () => void events.dispatchEvent(new Event('offline')) };
}

describe('the line', () => {
  it('is lost in the moment the browser says offline, once', () => {
    const { told, handlers, goOffline } = open();
    handlers.onOpen();
    handlers.onText('tick');
    goOffline();
    goOffline();
    expect(told).toEqual(['opens /live?since=7', 'open', 'tick', 'is closed', 'lost']);
  });

  it('hears nothing of the browser any more when it ended by itself or was closed', () => {
    const ended = open();
    ended.handlers.onClosed();
    ended.goOffline();
    expect(ended.told).toEqual(['opens /live?since=7', 'lost']);
    const closed = open();
    closed.socket.close();
    closed.goOffline();
    expect(closed.told).toEqual(['opens /live?since=7', 'is closed']);
  });
});
