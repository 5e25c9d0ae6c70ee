/** Text frames of Engine.IO 3 with Socket.IO 2 inside (facts 1.6). */

import { parseExactJson } from '@pasar/connector-kit';
import { z } from 'zod';

export type EngineFrame =
  | { readonly kind: 'open'; readonly pingIntervalMs: number; readonly pingTimeoutMs: number }
  | { readonly kind: 'connected' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'ping' }
  /** The server closes this login's socket. */
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'event'; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'noise' }
  | { readonly kind: 'unreadable'; readonly reason: string };

const openPacket = z.object({ pingInterval: z.int().positive(), pingTimeout: z.int().positive() });
const eventPacket = z.tuple([z.string()], z.unknown());

/** `42` may carry an acknowledgement id before the array, and a namespace before that. */
const EVENT = /^42(?:\/[^,[]*,)?[0-9]*(?=\[)/;

export function readEngineFrame(text: string): EngineFrame {
  switch (text.slice(0, 1)) {
    case '0':
      return readOpen(text.slice(1));
    case '1':
      return { kind: 'dismissed' };
    case '2':
      return { kind: 'ping' };
    case '3':
      return { kind: 'pong' };
    case '4':
      return readSocketPacket(text);
    case '5':
    case '6':
      return { kind: 'noise' };
    default:
      return { kind: 'unreadable', reason: 'not an Engine.IO frame' };
  }
}

function readSocketPacket(text: string): EngineFrame {
  switch (text.slice(1, 2)) {
    case '0':
      return { kind: 'connected' };
    case '1':
      return { kind: 'dismissed' };
    case '2':
      return readEvent(text);
    case '3':
      return { kind: 'noise' };
    case '4':
      return { kind: 'refused', words: text.slice(2) };
    default:
      return { kind: 'unreadable', reason: 'not a Socket.IO packet' };
  }
}

function readOpen(text: string): EngineFrame {
  const parsed = openPacket.safeParse(jsonOf(text));
  if (!parsed.success) return { kind: 'unreadable', reason: 'the open packet names no ping interval' };
  return { kind: 'open', pingIntervalMs: parsed.data.pingInterval, pingTimeoutMs: parsed.data.pingTimeout };
}

function readEvent(text: string): EngineFrame {
  const parsed = eventPacket.safeParse(jsonOf(text.replace(EVENT, '')));
  if (!parsed.success) return { kind: 'unreadable', reason: 'an event that is no JSON array with a name' };
  const [name, ...args] = parsed.data;
  return { kind: 'event', name, args };
}

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    // `undefined` fails the caller's schema, which gives the reason.
    return undefined;
  }
}
