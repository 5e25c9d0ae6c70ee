import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns, MOST_WAIT_MS } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything run that waits for no time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('what is sent without a person', () => {
  it('waits for nothing while no member sends', async () => {
    await createTurns().behindMembers();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes after the last of the members’ messages, and leaves no timer behind', async () => {
    const turns = createTurns();
    const [first, second] = [turns.memberSends(), turns.memberSends()];
    const gone = vi.fn();
    void turns.behindMembers().then(gone);
    first();
    first();
    await settle();
    expect(gone).not.toHaveBeenCalled();
    second();
    await settle();
    expect(gone).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for ever behind members who send without end', async () => {
    const turns = createTurns();
    turns.memberSends();
    const gone = vi.fn();
    void turns.behindMembers().then(gone);
    await vi.advanceTimersByTimeAsync(MOST_WAIT_MS - 1);
    expect(gone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toHaveBeenCalledOnce();
  });
});

it('steps of tasks run one after the other, each behind members’ messages; a step that fails ends its turn', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const step = async (name: string, until?: Promise<void>) => {
    order.push(`${name} begins`);
    await until;
    order.push(`${name} ends`);
  };
  const failed = turns.step(() => step('one', first.promise)).catch((error: Error) => order.push(error.message));
  const second = turns.step(() => step('two'));
  await settle();
  const over = turns.memberSends();
  first.reject(new Error('no database'));
  await failed;
  await settle();
  expect(order).toEqual(['one begins', 'no database']);
  over();
  await second;
  expect(order).toEqual(['one begins', 'no database', 'two begins', 'two ends']);
});

it('few videos of automatic answers are uploaded at the same time', async () => {
  const turns = createTurns();
  const uploads = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  let begun = 0;
  const all = uploads.map(({ promise }) =>
    turns.automaticVideo(() => {
      begun += 1;
      return promise;
    }),
  );
  await settle();
  expect(begun).toBe(3);
  uploads[0]?.resolve();
  await all[0];
  await settle();
  expect(begun).toBe(4);
  for (const { resolve } of uploads) resolve();
  await Promise.all(all);
  expect(begun).toBe(5);
});
