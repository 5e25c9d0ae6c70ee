import { createFakeClock } from '@pasar/testing';
import { expect, test } from 'vitest';
import { PageTurns } from './page-turns.ts';

/** Pages whose storing a test ends. */
function openTurns(areMessagesComing: () => boolean) {
  const clock = createFakeClock();
  const turns = new PageTurns(clock, areMessagesComing);
  const begun: string[] = [];
  const signal = new AbortController();
  const page = (name: string, takesMs = 0) =>
    turns.take(signal.signal, async () => {
      begun.push(name);
      clock.advance(takesMs);
      return name;
    });
  return { clock, turns, begun, signal, page };
}

test('pages are stored one after the other, also when one cannot be stored', async () => {
  const { turns, begun, signal, page } = openTurns(() => false);
  const { promise: open, resolve: end } = Promise.withResolvers<string>();
  const first = turns.take(signal.signal, () => open);
  const failing = turns.take(signal.signal, async () => {
    throw new Error('no database');
  });
  const second = page('second');
  await Promise.resolve();
  expect(begun).toEqual([]);
  end('first');
  expect(await first).toBe('first');
  await expect(failing).rejects.toThrow('no database');
  expect(await second).toBe('second');
});

test('while messages come, a page is followed by a rest of four times its length, and by none afterwards', async () => {
  let areComing = true;
  const { clock, begun, page } = openTurns(() => areComing);
  expect(await page('first', 20)).toBe('first');
  const second = page('second', 20);
  await clock.timerOf(80);
  expect(begun).toEqual(['first']);
  clock.advance(80);
  expect(await second).toBe('second');
  clock.advance(80);
  areComing = false;
  await page('third', 20);
  await page('fourth', 20);
  expect(clock.pending).toBe(0);
  areComing = true;
  await page('a long one', 3_600_000);
  await clock.timerOf(1_000);
});

test('who stops waits for no turn, and the others do not wait for it', async () => {
  const { turns, begun, signal, page } = openTurns(() => false);
  const { promise: open, resolve: end } = Promise.withResolvers<string>();
  const first = turns.take(new AbortController().signal, () => open);
  const given = page('given up');
  signal.abort();
  expect(await given).toBeNull();
  const third = turns.take(new AbortController().signal, async () => 'third');
  end('first');
  await first;
  expect(await third).toBe('third');
  expect(begun).toEqual([]);
});

test('windows are told of the progress of a list every three seconds, and of each list by itself', () => {
  const { clock, turns } = openTurns(() => false);
  expect(turns.isProgressTold('orders')).toBe(true);
  clock.advance(2_999);
  expect(turns.isProgressTold('orders')).toBe(false);
  expect(turns.isProgressTold('returns')).toBe(true);
  clock.advance(1);
  expect(turns.isProgressTold('orders')).toBe(true);
  expect(turns.isProgressTold('orders')).toBe(false);
});
