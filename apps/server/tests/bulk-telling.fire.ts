import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Lane } from './fire/lane.ts';
import type { Visitor } from './harness/web.ts';

const { beginBulk, bulkActions } = CALLS.conversationLists;
const heldAnswer = z.object({ isPinned: z.boolean() });

let lane: Lane;
beforeAll(async () => {
  lane = await Lane.open('shopee');
});
afterAll(() => lane.close());

async function newest(visitor: Visitor) {
  const answer = await visitor.call(bulkActions);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return bulkActions.output.parse(answer.data).actions[0] ?? null;
}
async function isPinnedThere(buyerId: string): Promise<boolean> {
  const query = new URLSearchParams({ ...lane.shop, buyerId });
  return heldAnswer.parse(await lane.control('GET', `/sim/conversations?${query}`)).isPinned;
}

test('an action on many conversations is told to the end by another server when one is killed while it tells', async () => {
  const { owner } = lane.database;
  const server = await lane.start();
  await lane.nextTarget();
  const visitor = await lane.signIn(server);
  // The server is killed between the answer of the marketplace and the end of the wish, or between two wishes.
  await owner.query(
    `create function slow_telling() returns trigger language plpgsql as $$
       begin perform pg_sleep(0.2); return old; end $$;
     create trigger slow_telling before delete on setting_outbox for each row execute function slow_telling()`,
  );
  const setting = { kind: 'pin', isOn: true } as const;
  const target = { kind: 'matching', listing: { tab: 'all' } } as const;
  expect(await visitor.call(beginBulk, { setting, target })).toMatchObject({ result: 'success' });
  const begun = await lane.until('an action of which a part was told', async () => {
    const action = await newest(visitor);
    return action?.isDoneHere && action.toTell < action.changedCount ? action : null;
  });
  server.child.kill('SIGKILL');
  await server.ended;
  const left = await owner.query<{ buyer_id: string }>(
    'select c.buyer_id from setting_outbox o join conversation c using (conversation_id) where o.bulk_id = $1',
    [begun.bulkId],
  );
  expect(left.rows.length).toBeGreaterThan(1);
  // What had the answer in flight may have been carried out; the last has not.
  const there = await Promise.all(left.rows.map((row) => isPinnedThere(row.buyer_id)));
  expect(there).toContain(false);
  await owner.query('drop trigger slow_telling on setting_outbox');
  await lane.expireLeases();
  const next = await lane.signIn(await lane.start());
  const done = await lane.until('the end of the action', async () => {
    const action = await newest(next);
    return action?.state === 'done' ? action : null;
  });
  const { bulkId, changedCount } = begun;
  expect(done).toMatchObject({ bulkId, changedCount, failedCount: 0, toTell: 0 });
  expect((await owner.query('select from setting_outbox where bulk_id = $1', [bulkId])).rowCount).toBe(0);
  const changed = await owner.query<{ buyer_id: string }>(
    `select c.buyer_id from bulk_item i join conversation c using (conversation_id)
     where i.bulk_id = $1 and i.outcome = 'changed'`,
    [bulkId],
  );
  expect(changed.rowCount).toBe(changedCount);
  expect(await Promise.all(changed.rows.map((row) => isPinnedThere(row.buyer_id)))).not.toContain(false);
});
