import { createFakeClock } from '@pasar/testing';
import { expect, test } from 'vitest';
import { PageTurns } from '../src/engine/connection/readings/page-turns.ts';

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

test.each([
  ['one page while messages come', true, ['first', 'second', 'third', 'fourth']],
  ['two pages while none come', false, ['first', 'second', 'third', 'fourth']],
])('%s is stored at once, also when one cannot be stored', async (_name, areComing, order) => {
  const { clock, turns, signal } = openTurns(() => areComing);
  const begun: string[] = [];
  const open = new Map(order.map((name) => [name, Promise.withResolvers<string>()]));
  const beginning = new Map(order.map((name) => [name, Promise.withResolvers<void>()]));
  const pages = order.map((name) =>
    turns.take(signal.signal, () => {
      begun.push(name);
      beginning.get(name)?.resolve();
      return open.get(name)?.promise ?? Promise.reject(new Error(name));
    }),
  );
  const most = areComing ? 1 : 2;
  for (const [at, name] of order.entries()) {
    const expected = order.slice(0, at + most);
    await Promise.all(expected.map((one) => beginning.get(one)?.promise));
    expect(begun).toEqual(expected);
    const page = open.get(name);
    if (at === 1) {
      page?.reject(new Error('no database'));
      await expect(pages[at]).rejects.toThrow('no database');
    } else {
      page?.resolve(name);
      expect(await pages[at]).toBe(name);
    }
    clock.advance(0);
  }
});

test('while messages come, a page is followed by a rest of nine times its length, and by none afterwards', async () => {
  let areComing = true;
  const { clock, begun, page } = openTurns(() => areComing);
  expect(await page('first', 20)).toBe('first');
  const second = page('second', 20);
  await clock.timerOf(180);
  expect(begun).toEqual(['first']);
  clock.advance(180);
  expect(await second).toBe('second');
  clock.advance(180);
  areComing = false;
  await page('third', 20);
  await page('fourth', 20);
  expect(clock.pending).toBe(0);
  areComing = true;
  await page('a long one', 3_600_000);
  await clock.timerOf(1_000);
});

test('who stops waits for no turn, and the others do not wait for it', async () => {
  const { turns, begun, signal, page } = openTurns(() => true);
  const { promise: open, resolve: end } = Promise.withResolvers<string>();
  const others = new AbortController();
  const first = turns.take(others.signal, () => open);
  const given = page('given up');
  signal.abort();
  expect(await given).toBeNull();
  expect(await page('too late')).toBeNull();
  end('first');
  expect(await first).toBe('first');
  expect(begun).toEqual([]);
});

test('a page that need not wait is stored although its reading stops', async () => {
  const { signal, page } = openTurns(() => true);
  signal.abort();
  expect(await page('the last')).toBe('the last');
});

test('windows are told of the progress of a list every five seconds, and of each list by itself', () => {
  const { clock, turns } = openTurns(() => false);
  expect(turns.isProgressTold('orders')).toBe(true);
  clock.advance(4_999);
  expect(turns.isProgressTold('orders')).toBe(false);
  expect(turns.isProgressTold('returns')).toBe(true);
  clock.advance(1);
  expect(turns.isProgressTold('orders')).toBe(true);
  expect(turns.isProgressTold('orders')).toBe(false);
});
