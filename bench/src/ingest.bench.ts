import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ingest } from '../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem } from '../../apps/server/src/engine/ingest/types.ts';
import { dueTimes } from '../../apps/server/src/records/due-times.ts';
import type { ConversationRow } from '../../apps/server/src/records/rows.ts';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { benchSearchCost } from './ingest/search-cost.ts';
import { CONVERSATIONS, itemsOf, MESSAGES, prepare, SHOPS } from './ingest/wires.ts';
import { printGoals, printRatios } from './table.ts';

/**
 * Measures from bytes to the committed change row: frames of the TikTok Shop socket pass decoder, connector and ingest.
 * Compared with one transaction per message over 16 connections, with the same tables, counters and change row in as
 * few statements as possible, with COPY of the same message rows alone, and with the same tables without the search.
 */
const WRITERS = 16;

/** Messages in a transaction of the measure below. */
const WAITS = 200;

/**
 * What the due times of answers add, where it is most: every message begins the wait of another conversation. Percent of
 * the time in which the same messages are stored.
 */
async function dueTimesPercent(database: TestDatabase): Promise<number> {
  const { tenant, wires } = await prepare(database, 'due@bench');
  const first = wires.slice(0, SHOPS * CONVERSATIONS).flatMap(itemsOf);
  const batches = Array.from({ length: first.length / WAITS }, (_, index) =>
    first.slice(index * WAITS, (index + 1) * WAITS),
  );
  const startedAt = performance.now();
  for (const batch of batches) await ingest(database.engine, tenant.accountId, batch);
  const storingMs = performance.now() - startedAt;
  const { rows } = await database.owner.query<Waiting>(
    'select conversation_id, shop_id, waiting_since, due_at from conversation where account_id = $1',
    [tenant.accountId],
  );
  if (rows.length !== first.length || rows.some((row) => row.due_at === null)) throw new Error('not all are due');
  const dueMs = await database.engine.within(
    { accountId: tenant.accountId, memberId: null, shops: 'all' },
    async (transaction) => {
      const dueStartedAt = performance.now();
      for (let index = 0; index < rows.length; index += WAITS) {
        await dueTimes(transaction, rows.slice(index, index + WAITS));
      }
      return performance.now() - dueStartedAt;
    },
  );
  return (dueMs / storingMs) * 100;
}
type Waiting = Pick<ConversationRow, 'conversation_id' | 'shop_id' | 'waiting_since' | 'due_at'>;

/** One transaction a message over 16 connections: the fewest statements that keep the same promises. */
async function oneByOne(database: TestDatabase, count: number): Promise<number> {
  const { tenant, wires } = await prepare(database, 'naive@bench');
  const conversations = await database.owner.query<{
    conversation_id: string;
    platform_conversation_id: string;
    shop_id: string;
  }>('select conversation_id, platform_conversation_id, shop_id from conversation where account_id = $1', [
    tenant.accountId,
  ]);
  const byPlatform = new Map(conversations.rows.map((row) => [row.platform_conversation_id, row]));
  const pool = new pg.Pool({ ...database.config, max: WRITERS });
  const queue = wires.slice(0, count);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let wire = queue.pop(); wire; wire = queue.pop()) {
        const [item] = itemsOf(wire);
        if (item?.kind !== 'event' || item.event.kind !== 'message.received') throw new Error('no message');
        const { message } = item.event;
        const row = byPlatform.get(message.platformConversationId);
        if (!row) throw new Error('no conversation');
        await writeOne(pool, tenant.accountId, row, message);
      }
    }),
  );
  const tookMs = performance.now() - startedAt;
  await pool.end();
  return (count / tookMs) * 1_000;
}

async function writeOne(
  pool: pg.Pool,
  accountId: string,
  row: { conversation_id: string; shop_id: string },
  message: Extract<Extract<IngestItem, { kind: 'event' }>['event'], { kind: 'message.received' }>['message'],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const inserted = await client.query({
      name: 'one-message',
      text: `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
             values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (shop_id, platform_message_id) do nothing returning message_id`,
      values: [
        accountId,
        row.shop_id,
        row.conversation_id,
        message.platformMessageId,
        message.position,
        message.sentAt,
        message.author,
        JSON.stringify(message.content),
      ],
    });
    await client.query({
      name: 'one-conversation',
      text: `update conversation set unread_count = unread_count + 1, last_position = greatest(last_position, $2::bigint),
               last_message_at = greatest(last_message_at, $3), last_message = $4, waiting_since = coalesce(waiting_since, $3)
             where conversation_id = $1`,
      values: [row.conversation_id, message.position, message.sentAt, JSON.stringify(message.content)],
    });
    await client.query({
      name: 'one-shop',
      text: 'update shop set unread_count = unread_count + 1 where shop_id = $1',
      values: [row.shop_id],
    });
    await client.query({
      name: 'one-change',
      text: `with counter as (update account_counter set seq = seq + 1 where account_id = $1 returning seq)
             insert into change (account_id, seq, kind, shop_id, payload) select $1, seq, 'message', $2, $3 from counter`,
      values: [accountId, row.shop_id, JSON.stringify({ ...message, messageId: inserted.rows[0]?.message_id })],
    });
    await client.query("select pg_notify('pasar_change', $1)", [accountId]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** COPY of the same message rows, without projection, counters or changes: the limit of the disk and the indexes. */
async function copy(database: TestDatabase): Promise<number> {
  const { tenant, wires } = await prepare(database, 'copy@bench');
  const conversations = await database.owner.query<{
    conversation_id: string;
    platform_conversation_id: string;
    shop_id: string;
  }>('select conversation_id, platform_conversation_id, shop_id from conversation where account_id = $1', [
    tenant.accountId,
  ]);
  const byPlatform = new Map(conversations.rows.map((row) => [row.platform_conversation_id, row]));
  const lines = wires.map((wire) => {
    const [item] = itemsOf(wire);
    if (item?.kind !== 'event' || item.event.kind !== 'message.received') throw new Error('no message');
    const { message } = item.event;
    const row = byPlatform.get(message.platformConversationId);
    return `${[tenant.accountId, row?.shop_id, row?.conversation_id, message.platformMessageId, message.position, message.sentAt, message.author, JSON.stringify(message.content)].join('\t')}\n`;
  });
  const startedAt = performance.now();
  const stream = database.owner.query(
    copyFrom(
      'copy message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content) from stdin',
    ),
  );
  await pipeline(Readable.from(lines), stream);
  return (MESSAGES / (performance.now() - startedAt)) * 1_000;
}

export async function benchIngest(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const naive = await oneByOne(database, Math.floor(MESSAGES / 4));
    const ours = await benchSearchCost(database);
    const copied = await copy(database);
    const due = await dueTimesPercent(database);
    printRatios(`Ingest: ${MESSAGES.toLocaleString('en')} messages, ${SHOPS} shops of one account`, 'messages/s', [
      { name: `one transaction a message, ${WRITERS} connections`, value: naive },
      { name: 'Pasar: bytes in, committed, event out', value: ours },
      { name: 'COPY of the message rows alone', value: copied },
    ]);
    console.log(`  Pasar as a fraction of COPY: ${(ours / copied).toFixed(2)}`);
    printGoals('The due time of an answer, where every message begins a wait', [
      { name: 'part of the time of storing', value: due, unit: '%', goal: { kind: 'atMost', value: 5 } },
    ]);
  } finally {
    await database.close();
  }
}
