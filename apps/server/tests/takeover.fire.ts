import { MARKETPLACES } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Lane } from './fire/lane.ts';

/** Two server processes on one PostgreSQL, on real lease times. */
describe.each(MARKETPLACES)('two servers, %s', (marketplace) => {
  let lane: Lane;
  beforeAll(async () => {
    lane = await Lane.open(marketplace);
  });
  afterAll(() => lane.close());

  test('a connection has one owner, and another owner within 15 seconds after that one dies', async () => {
    const first = await lane.start();
    const target = await lane.nextTarget();
    const holder = await holderOf();
    const second = await lane.start();
    await lane.say(target, 'while two are there');
    await lane.until('the first message', () => has('while two are there'));
    expect(await holderOf()).toBe(holder);

    first.child.kill('SIGKILL');
    const diedAt = Date.now();
    await first.ended;
    await lane.say(target, 'after one has died');
    await lane.until('the message through the other server', () => has('after one has died'), 15_000);
    expect(Date.now() - diedAt).toBeLessThan(15_000);
    expect(await holderOf()).not.toBe(holder);
    second.child.kill('SIGTERM');
    await second.ended;
    expect(await holderOf()).toBeNull();
  });

  async function holderOf(): Promise<string | null> {
    const found = await lane.database.owner.query<{ holder: string | null }>('select holder from connection_lease');
    expect(found.rows).toHaveLength(1);
    return found.rows[0]?.holder ?? null;
  }
  async function has(text: string): Promise<true | null> {
    const found = await lane.database.owner.query("select 1 from message where content->>'text' = $1", [text]);
    return found.rowCount === 1 ? true : null;
  }
});
