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
import type { DeliveryRow } from '../../apps/server/src/records/rows.ts';
import { wholeAccount } from '../../apps/server/src/storage/database.ts';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { openRunnerContext } from '../../apps/server/tests/harness/runner.ts';
import { ScriptedConnector } from '../../apps/server/tests/harness/scripted-connector.ts';
import { openRedisQueue } from './ledger/redis-queue.ts';
import { type Seeded, seedAccount } from './lists/seed.ts';
import { printGoals, printRatios } from './table.ts';

/**
 * Messages that wait in the ledger, one in each of 20,000 conversations of 200 shops, until what the marketplace answered is
 * stored: by the product's own sender over a session that answers at once. Each intent is a commit of its own, because a
 * message that was not promised before is never sent. Compared with graphile-worker alone on the same PostgreSQL: a job for
 * each message that keeps the same promises with the same rows, and an empty job, one by one and with the results in batches.
 * Where a Redis is installed, also with jobs of BullMQ on it, of both kinds. `PASAR_BENCH_MESSAGES=2000` tries it with fewer.
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
    printRatios('Messages of the ledger, and jobs of graphile-worker alone', '/s', [
      { name: 'a job for each message, with the same promises and rows', value: same },
      { name: 'the ledger', value: ledger },
      { name: `an empty job, ${AT_ONCE} at once`, value: oneByOne },
      { name: 'an empty job, local queue, results in batches', value: batched },
      ...redis,
    ]);
    printGoals('The ledger', [
      {
        name: 'messages a second, as a multiple of a job for each',
        value: ledger / same,
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
): Promise<number> {
  const pool = new pg.Pool({ ...database.config, max: AT_ONCE + 5 });
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
    const runner = await run({
      pgPool: pool,
      logger,
      noHandleSignals: true,
      concurrency: AT_ONCE,
      taskList: {
        bench: async (payload) => {
          await work(payload).catch(ended.reject);
          done += 1;
          if (done === payloads.length) ended.resolve();
        },
      },
      preset: { worker },
    });
    await ended.promise;
    // The last results are written while it stops.
    await runner.stop();
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
  const { accountId, connection } = seeded;
  const ids = await fill(database, seeded);
  const session = connector.session();
  return run(
    ids.map((deliveryId) => ({ deliveryId })),
    async (payload) => {
      const { deliveryId } = jobPayload.parse(payload);
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
    },
  );
}

/** Messages a second by the product's sender, until each is confirmed. */
async function sends(database: TestDatabase, seeded: Seeded, connector: ScriptedConnector): Promise<number> {
  const { accountId, connection } = seeded;
  await fill(database, seeded);
  const session = connector.session();
  const context = openRunnerContext(database, connection, connector);
  const sender = new Sender(context, { session: () => session, onLoggedOut: () => undefined });
  const startedAt = performance.now();
  await sender.pump();
  for (;;) {
    const found = await database.owner.query(
      "select from delivery where account_id = $1 and state <> 'confirmed' limit 1",
      [accountId],
    );
    if (found.rowCount === 0) break;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  const tookMs = performance.now() - startedAt;
  await sender.stop();
  await context.batcher.close();
  return (MESSAGES / tookMs) * 1_000;
}
