import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAccountId, asDeliveryId } from '@pasar/domain';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import { type ConversationRefRow, toConversationRef } from '../../apps/server/src/engine/connection/runner-context.ts';
import { Sender } from '../../apps/server/src/engine/delivery/sender.ts';
import { ingest } from '../../apps/server/src/engine/ingest/ingest.ts';
import { TASKS_AT_ONCE } from '../../apps/server/src/engine/tasks/tasks.ts';
import type { DeliveryRow } from '../../apps/server/src/records/rows.ts';
import { wholeAccount } from '../../apps/server/src/storage/database.ts';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { openRunnerContext } from '../../apps/server/tests/harness/runner.ts';
import { ScriptedConnector } from '../../apps/server/tests/harness/scripted-connector.ts';
import { fillTasks, putBy, putPaceOutOfReach, runPlace, runPlaceAlone } from './ledger/paced.ts';
import { openRedisQueue } from './ledger/redis-queue.ts';
import { type Seeded, seedAccount } from './lists/seed.ts';
import { printGoals, printRatios } from './table.ts';

/**
 * Messages that wait in the ledger, one in each of 20,000 conversations of 200 shops, until what the marketplace answered is
 * stored: by the product's own sender over a session that answers at once. Each intent is a commit of its own, because a
 * message that was not promised before is never sent. Compared with graphile-worker alone on the same PostgreSQL: a job for
 * each message that keeps the same promises with the same rows, and an empty job, one by one and with the results in batches.
 * Where a Redis is installed, also with jobs of BullMQ on it, of both kinds.
 *
 * And the same as messages to many buyers: the task of a shop decides about each buyer by the pace of the shop, the limits, the
 * pauses and the conditions, none of which is ever in the way. Compared with a job for each message that decides by the same
 * code, and then sends the message itself. `PASAR_BENCH_MESSAGES=2000` tries it with fewer.
 */
const MESSAGES = Number(process.env.PASAR_BENCH_MESSAGES ?? 20_000);
const AT_ONCE = 20;

export async function benchLedger(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const seeded = await seedAccount(database, 'ledger', MESSAGES, MESSAGES);
    const empty = Array.from({ length: MESSAGES }, (_, number) => ({ number }));
    const oneByOne = await jobs(database, empty, {}, async () => undefined);
    const batches = { localQueue: { size: 500 }, completeJobBatchDelay: 10, failJobBatchDelay: 10 };
    const batched = await jobs(database, empty, batches, async () => undefined);
    // One marketplace for both, so that no message has the id of another.
    const connector = new ScriptedConnector();
    const same = await sameByJobs(database, seeded, connector, (payloads, work) => jobs(database, payloads, {}, work));
    const redis = await onRedis(empty, (run) => sameByJobs(database, seeded, connector, run));
    const ledger = await sends(database, seeded, connector);
    const paced = await pacedBoth(database, seeded, connector);
    printRatios('Messages of the ledger, and jobs of graphile-worker alone', '/s', [
      { name: 'a job for each message, with the same promises and rows', value: same },
      { name: 'the ledger', value: ledger },
      { name: `an empty job, ${AT_ONCE} at once`, value: oneByOne },
      { name: 'an empty job, local queue, results in batches', value: batched },
      ...redis,
    ]);
    printRatios('Messages to many buyers, with the pace of their shops out of reach', '/s', [
      { name: 'a job that decides and sends, for each message', value: paced.same },
      { name: "the product's task, ledger and sender", value: paced.product },
    ]);
    printGoals('The ledger', [
      {
        name: 'messages a second, as a multiple of a job for each',
        value: ledger / same,
        unit: 'x',
        goal: { kind: 'atLeast', value: 1.5 },
      },
      {
        name: 'messages to many buyers, with the pace asked for, as a multiple of a job for each',
        value: paced.product / paced.same,
        unit: 'x',
        goal: { kind: 'atLeast', value: 1.5 },
      },
    ]);
  } finally {
    await database.close();
  }
}

type RunJobs = (payloads: readonly object[], work: (payload: unknown) => Promise<void>) => Promise<number>;

/** The same with jobs of BullMQ; nothing where no Redis is installed. */
async function onRedis(empty: readonly object[], same: (run: RunJobs) => Promise<number>) {
  const queue = await openRedisQueue();
  if (queue === null) return [];
  try {
    const emptyJobs = await queue.jobs(empty, AT_ONCE, async () => undefined);
    return [
      {
        name: 'a job of Redis, with the same promises and rows',
        value: await same((payloads, work) => queue.jobs(payloads, AT_ONCE, work)),
      },
      { name: `an empty job of Redis, ${AT_ONCE} at once`, value: emptyJobs },
    ];
  } finally {
    await queue.close();
  }
}

/** Jobs a second. */
async function jobs(
  database: TestDatabase,
  payloads: readonly object[],
  worker: object,
  work: (payload: unknown) => Promise<void>,
  { onStart = () => undefined, atOnce = AT_ONCE }: { readonly onStart?: () => void; readonly atOnce?: number } = {},
): Promise<number> {
  const pool = new pg.Pool({ ...database.config, max: atOnce + 5 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  let done = 0;
  const ended = Promise.withResolvers<void>();
  try {
    await utils.addJobs(payloads.map((payload) => ({ identifier: 'bench', payload })));
    await database.owner.query('analyze');
    const startedAt = performance.now();
    onStart();
    const runner = await run({
      pgPool: pool,
      logger,
      noHandleSignals: true,
      concurrency: atOnce,
      taskList: {
        bench: async (payload) => {
          await work(payload).catch(ended.reject);
          done += 1;
          if (done === payloads.length) ended.resolve();
        },
        // The run behind the last message of a shop, which ends there.
        'bulk-send-shop': (payload) => runPlace(database, payload),
      },
      preset: { worker },
    });
    // The last results are written while it stops.
    await ended.promise.finally(() => runner.stop());
    return (payloads.length / (performance.now() - startedAt)) * 1_000;
  } finally {
    await utils.release();
    await pool.end();
  }
}

/** A message waits in each conversation. Returns the ids. */
async function fill(database: TestDatabase, { accountId }: Seeded): Promise<readonly string[]> {
  const { owner } = database;
  await owner.query('delete from delivery where account_id = $1', [accountId]);
  // The counters of the shops do not know of the buyers who were seeded as waiting.
  await owner.query(
    'update conversation set waiting_since = null, due_at = null, unread_count = 0 where account_id = $1',
    [accountId],
  );
  const made = await owner.query<{ delivery_id: string }>(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
     select account_id, shop_id, conversation_id, (select member_id from member m where m.account_id = $1 and is_main),
       gen_random_uuid(), '{"type":"text","text":"Yes, it is."}', 'pending', last_message_at
     from conversation where account_id = $1 returning delivery_id`,
    [accountId],
  );
  await owner.query('vacuum analyze');
  return made.rows.map((row) => row.delivery_id);
}

const jobPayload = z.object({ deliveryId: z.string() });

/** Messages a second where each is a job: its intent is committed, it is sent, and what came of it is one transaction. */
async function sameByJobs(
  database: TestDatabase,
  seeded: Seeded,
  connector: ScriptedConnector,
  run: RunJobs,
): Promise<number> {
  const ids = await fill(database, seeded);
  const deliver = delivering(database, seeded, connector);
  return run(
    ids.map((deliveryId) => ({ deliveryId })),
    (payload) => deliver(jobPayload.parse(payload).deliveryId),
  );
}

function delivering(
  database: TestDatabase,
  { accountId, connection }: Seeded,
  connector: ScriptedConnector,
): (deliveryId: string) => Promise<void> {
  const session = connector.session();
  return async (deliveryId) => {
    const taken = await database.engine.one<DeliveryRow & ConversationRefRow>(wholeAccount(asAccountId(accountId)), {
      name: 'bench-take',
      text: `update delivery d set state = 'intent', attempt = 1, claim_token = $2, intent_at = 1 from conversation c
               where d.delivery_id = $1 and d.state = 'pending' and c.conversation_id = d.conversation_id
               returning d.client_id, c.platform_conversation_id, c.buyer_id, c.address, c.conversation_id, c.shop_id`,
      values: [deliveryId, connection.token],
    });
    const [row] = taken.rows;
    if (row === undefined) throw new Error('a message was taken twice');
    const conversation = toConversationRef(connection, row);
    const sent = await session.sendText({
      conversation,
      text: 'Yes, it is.',
      quote: null,
      idempotencyKey: row.client_id,
    });
    if (sent.kind !== 'accepted') throw new Error('a message was refused');
    const { platformMessageId, position, sentAt } = sent;
    const content = { type: 'text', text: 'Yes, it is.' } as const;
    const facts = {
      platformMessageId,
      position,
      sentAt,
      content,
      author: 'seller',
      status: 'available',
      quote: null,
    } as const;
    const { platformShopId, platformConversationId } = conversation;
    const accepted = { ...facts, platformShopId, platformConversationId, idempotencyKey: row.client_id };
    const event = { event: 'accept', platformMessageId } as const;
    await ingest(database.engine, asAccountId(accountId), [
      { kind: 'delivery', owner: connection, deliveryId: asDeliveryId(deliveryId), event, accepted },
    ]);
  };
}

/** Messages a second by the product's sender, until each is confirmed. */
async function sends(database: TestDatabase, seeded: Seeded, connector: ScriptedConnector): Promise<number> {
  await fill(database, seeded);
  return sendsAll(database, seeded, connector, async (onStart) => onStart());
}

/** Messages a second of messages to many buyers: by a job for each, and by the product. */
async function pacedBoth(database: TestDatabase, seeded: Seeded, connector: ScriptedConnector) {
  putPaceOutOfReach();
  const deliver = delivering(database, seeded, connector);
  const same = await jobs(database, await fillTasks(database, seeded), {}, async (payload) => {
    await runPlaceAlone(database, payload);
    await deliver(await putBy(database, payload));
  });
  const places = await fillTasks(database, seeded);
  const product = await sendsAll(database, seeded, connector, async (onStart) => {
    const ofProduct = { onStart, atOnce: TASKS_AT_ONCE };
    await jobs(database, places, {}, (payload) => runPlace(database, payload), ofProduct);
  });
  return { same, product };
}

/** Messages a second from the start until each is confirmed, while something puts them into the ledger. */
async function sendsAll(
  database: TestDatabase,
  { accountId, connection }: Seeded,
  connector: ScriptedConnector,
  put: (onStart: () => void) => Promise<void>,
): Promise<number> {
  const session = connector.session();
  const context = openRunnerContext(database, connection, connector);
  const sender = new Sender(context, { session: () => session, onLoggedOut: () => undefined });
  let startedAt = performance.now();
  let isPut = false;
  const putting = put(() => {
    startedAt = performance.now();
  }).then(() => {
    isPut = true;
  });
  for (;;) {
    await sender.pump();
    const isAllPut = isPut;
    const found = await database.owner.query(
      "select from delivery where account_id = $1 and state <> 'confirmed' limit 1",
      [accountId],
    );
    if (isAllPut && found.rowCount === 0) break;
    await new Promise((resume) => setTimeout(resume, isAllPut ? 100 : 20));
  }
  await putting;
  const tookMs = performance.now() - startedAt;
  await sender.stop();
  await context.batcher.close();
  return (MESSAGES / tookMs) * 1_000;
}
