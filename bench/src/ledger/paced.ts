import { asAccountId, MARKETPLACES, SEND_LIMITS } from '@pasar/domain';
import { pino } from 'pino';
import { z } from 'zod';
import { bulkSendShop } from '../../../apps/server/src/engine/tasks/bulk-send.ts';
import { perform } from '../../../apps/server/src/engine/tasks/perform.ts';
import { createTurns } from '../../../apps/server/src/engine/turns.ts';
import { wholeAccount } from '../../../apps/server/src/storage/database.ts';
import type { TestDatabase } from '../../../apps/server/tests/harness/database.ts';
import type { Seeded } from '../lists/seed.ts';

const HOUR_MS = 3_600_000;
/** One moment for all runs: of two that begin at the same time, none may find that the other was later. */
const NOW = Date.now();

/** Nothing waits for the pace of a shop any more; it is asked for all the same. */
export function putPaceOutOfReach(): void {
  for (const marketplace of MARKETPLACES) {
    Object.assign(SEND_LIMITS[marketplace].pace, { leastSeconds: 0, perHour: null, perDay: null });
  }
}

export interface PlacePayload {
  readonly accountId: string;
  readonly input: { readonly taskId: string; readonly shopId: string };
}
const placePayload = z.object({ accountId: z.string(), input: z.object({ taskId: z.string(), shopId: z.string() }) });

/**
 * A message to each buyer, in as many tasks as the largest shop has buyers: a task sends one message of a shop after the other,
 * and so no job waits for the message before it. The shops of a task are due at the same time, as at its beginning.
 */
export async function fillTasks({ owner }: TestDatabase, { accountId }: Seeded): Promise<readonly PlacePayload[]> {
  const values = [accountId, NOW];
  // What was sent before stays, as in a ledger that has been in use.
  await owner.query('update delivery set bulk_item_id = null where account_id = $1', [accountId]);
  await owner.query('delete from bulk_send_task where account_id = $1', [accountId]);
  await owner.query("update connection set state = 'live' where account_id = $1", [accountId]);
  await owner.query(
    `update conversation set waiting_since = null, due_at = null, unread_count = 0, buyer_wrote_at = $2::bigint - ${HOUR_MS}
     where account_id = $1`,
    values,
  );
  const content = { parts: [{ kind: 'text', text: 'Yes, it is.' }], variants: [] };
  await owner.query(
    `insert into bulk_send_task (account_id, member_id, author, name, type, interval_seconds, target, conditions, content, state,
       created_at, begun_at, cause)
     select $1, (select member_id from member m where m.account_id = $1 and is_main), 'bench', number::text, 'immediate', 0,
       '{"kind": "named"}', '{}', $3, 'processing', $2, $2, 'bulkSend'
     from generate_series(1, (select max(count) from (select count(*) from conversation where account_id = $1 group by shop_id) c))
       number`,
    [...values, JSON.stringify(content)],
  );
  const made = await owner.query<{ task_id: string; shop_id: string }>(
    `insert into bulk_send_item (task_id, account_id, shop_id, conversation_id, buyer_name)
     select t.task_id, $1, place.shop_id, conversation_id, buyer_name from bulk_send_task t
     join (select conversation_id, shop_id, buyer_name,
         row_number() over (partition by shop_id order by conversation_id) as number
       from conversation where account_id = $1) place on t.name = place.number::text
     where t.account_id = $1 order by t.task_id, place.shop_id returning task_id, shop_id`,
    [accountId],
  );
  await owner.query(
    `update bulk_send_task t set total = n.count, open = n.count
     from (select task_id, count(*) from bulk_send_item where account_id = $1 group by task_id) n where n.task_id = t.task_id`,
    [accountId],
  );
  await owner.query('vacuum analyze');
  return made.rows.map(({ task_id: taskId, shop_id: shopId }) => ({ accountId, input: { taskId, shopId } }));
}

const log = pino({ level: 'silent' });

/** One run of a task in a shop: what a worker of the product does. Shops of a task that are due together share a transaction. */
export async function runPlace(database: TestDatabase, payload: unknown): Promise<void> {
  const parts = { database: database.engine, now: () => NOW, log, askShop: async () => null };
  const job = { id: '0', attempts: 1, max_attempts: 20 };
  await perform(parts, bulkSendShop, { payload, job, signal: new AbortController().signal });
}

/** The same as a job by itself: it decides in a transaction of its own, and waits for no other. */
export async function runPlaceAlone(database: TestDatabase, payload: unknown): Promise<void> {
  const { accountId: id, input } = placePayload.parse(payload);
  const accountId = asAccountId(id);
  const prepared = bulkSendShop.prepare(input);
  if (!prepared.ok) throw prepared.error;
  await prepared.run({
    accountId,
    askShop: async () => null,
    now: () => NOW,
    signal: new AbortController().signal,
    log,
    within: (run) => database.engine.within(wholeAccount(accountId), run),
    turns: createTurns(),
  });
}

/** The message that this run has put into the ledger. */
export async function putBy(database: TestDatabase, payload: unknown): Promise<string> {
  const { accountId, input } = placePayload.parse(payload);
  const found = await database.engine.one<{ delivery_id: string }>(wholeAccount(asAccountId(accountId)), {
    name: 'bench-put',
    text: `select d.delivery_id from bulk_send_item i join delivery d on d.bulk_item_id = i.item_id
      where i.task_id = $1 and i.shop_id = $2`,
    values: [input.taskId, input.shopId],
  });
  const [row] = found.rows;
  if (row === undefined) throw new Error('a recipient got nothing');
  return row.delivery_id;
}
