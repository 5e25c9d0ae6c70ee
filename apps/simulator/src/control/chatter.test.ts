import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type SimulatedWorld } from '../world/world.ts';
import { createChatter } from './chatter.ts';

const ALL = { marketplace: null, shopId: null, buyerId: null };
let directory: string;
let world: SimulatedWorld;
let ticks: { intervalMs: number; task: () => void }[];

const every = (intervalMs: number, task: () => void): (() => void) => {
  const tick = { intervalMs, task };
  ticks.push(tick);
  return () => {
    ticks = ticks.filter((other) => other !== tick);
  };
};
const open = (name: string): SimulatedWorld =>
  createWorld({ seed: 'one', journalPath: join(directory, name), now: () => Date.UTC(2026, 10, 20) });
const tick = (times: number): void => {
  for (let at = 0; at < times; at += 1) for (const { task } of ticks) task();
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'chatter-'));
  world = open('journal');
  ticks = [];
});
afterEach(() => {
  world.close();
  rmSync(directory, { recursive: true });
});

test('buyers write texts at the given rate, only at the given marketplace', () => {
  const chatter = createChatter(world, every);
  chatter.start({ ratePerMinute: 120, marketplace: 'lazada' });
  expect(ticks.map(({ intervalMs }) => intervalMs)).toEqual([500]);
  tick(40);
  const entries = world.ledger(ALL);
  expect(entries).toHaveLength(40);
  expect(new Set(entries.map(({ marketplace, from, kind }) => `${marketplace} ${from} ${kind}`))).toEqual(
    new Set(['lazada buyer text']),
  );
  expect(new Set(entries.map(({ buyerId }) => buyerId)).size).toBeGreaterThan(10);
  expect(entries.filter(({ content }) => typeof content.text !== 'string' || /[{}]|^\s*$/.test(content.text))).toEqual(
    [],
  );
});

test('a new rate replaces the old one, and 0 stops', () => {
  const chatter = createChatter(world, every);
  chatter.start({ ratePerMinute: 60, marketplace: null });
  chatter.start({ ratePerMinute: 6, marketplace: null });
  expect(ticks.map(({ intervalMs }) => intervalMs)).toEqual([10_000]);
  expect(chatter.state()).toEqual({ ratePerMinute: 6, marketplace: null });
  chatter.start({ ratePerMinute: 0, marketplace: null });
  expect(ticks).toEqual([]);
  chatter.start({ ratePerMinute: 6, marketplace: null });
  chatter.stop();
  expect(ticks).toEqual([]);
  expect(chatter.state().ratePerMinute).toBe(0);
});

test('the same seed gives the same messages', () => {
  const written = (name: string): readonly unknown[] => {
    const own = open(name);
    ticks = [];
    createChatter(own, every).start({ ratePerMinute: 1, marketplace: null });
    tick(20);
    own.close();
    return own.ledger(ALL).map(({ buyerId, content }) => [buyerId, content]);
  };
  expect(written('a')).toEqual(written('b'));
});

test('a buyer who writes has read the answers', () => {
  const chatter = createChatter(world, every);
  chatter.start({ ratePerMinute: 1, marketplace: null });
  tick(1);
  const [entry] = world.ledger(ALL);
  if (entry === undefined) throw new Error('nobody wrote');
  const conversation = world.conversationWith(entry.marketplace, entry.shopId, entry.buyerId);
  expect(conversation?.buyerReadMessageId).toBe(conversation?.messages.at(-2)?.messageId);
});

test('a buyer gives up after three messages without an answer, and writes again when the shop has answered', () => {
  const chatter = createChatter(world, every);
  chatter.start({ ratePerMinute: 1, marketplace: 'tiktok' });
  tick(60);
  const written = new Map<string, number>();
  for (const { shopId, buyerId } of world.ledger(ALL)) {
    const key = `${shopId} ${buyerId}`;
    written.set(key, (written.get(key) ?? 0) + 1);
  }
  expect(Math.max(...written.values())).toBeLessThanOrEqual(3);
});
