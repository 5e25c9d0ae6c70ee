import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asPlatformShopId } from '@pasar/domain';
import { decodeFrame, encodePushFrame, responseIn } from '@pasar/im-protocol';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { Batcher } from '../../apps/server/src/engine/ingest/batcher.ts';
import { ingest } from '../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../../apps/server/src/engine/ingest/types.ts';
import { makeIndexer } from '../../apps/server/src/engine/search/indexer.ts';
import { dueTimes } from '../../apps/server/src/records/due-times.ts';
import type { ConversationRow } from '../../apps/server/src/records/rows.ts';
import { makeTenant, openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { fromWirePush } from '../../packages/connectors/tiktok/src/chat/push.ts';
import { printGoals, printRatios } from './table.ts';

/**
 * Measures from bytes to the committed change row: frames of the TikTok Shop socket pass decoder, connector and ingest.
 * Compared with one transaction per message over 16 connections, with the same tables, counters and change row in as
 * few statements as possible, and with COPY of the same message rows alone.
 */
const SHOPS = 50;
const CONVERSATIONS = 40;
const PER_CONVERSATION = 10;
const MESSAGES = SHOPS * CONVERSATIONS * PER_CONVERSATION;
const WRITERS = 16;
/** Messages that one read of a socket delivers together. */
const PER_READ = 8;

interface Wire {
  readonly owner: OwnedConnection;
  readonly shop: string;
  readonly frame: Uint8Array;
}

async function prepare(database: TestDatabase, name: string) {
  const shops = Array.from({ length: SHOPS }, (_, index) => [String(7_000_000_000_000_000_000n + BigInt(index))]);
  const tenant = await makeTenant(database, name, shops);
  const owners = new Map(tenant.connections.map((owner) => [[...owner.shopIds.keys()][0] as string, owner]));
  const wires: Wire[] = [];
  for (const [shop, owner] of owners) {
    const listings: IngestItem[] = Array.from({ length: CONVERSATIONS }, (_, index) => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listingOf(shop, index) },
    }));
    await ingest(database.engine, tenant.accountId, listings);
  }
  // A database that has run for a minute has statistics, so every contender gets them.
  await database.owner.query('analyze');
  for (let number = 0; number < PER_CONVERSATION; number += 1) {
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      for (const [shop, owner] of owners) wires.push({ owner, shop, frame: frameOf(shop, index, number) });
    }
  }
  return { tenant, wires };
}

const conversationId = (shop: string, index: number) => String(BigInt(shop) * 1n + 1_000_000n * BigInt(index + 1));

const listingOf = (shop: string, index: number) => ({
  platformShopId: asPlatformShopId(shop),
  platformConversationId: conversationId(shop, index) as never,
  buyer: { buyerId: '8000000000000000001' as never, name: `ผู้ซื้อ ${index}`, avatarUrl: null },
  status: 'activated' as const,
  isPinned: null,
  isMuted: null,
  isFavorite: null,
  unreadCount: null,
  lastMessageId: null,
  lastMessageAt: null,
  sellerReadPosition: null,
  buyerReadPosition: null,
  address: {},
});

let sequence = 0;
function frameOf(shop: string, index: number, number: number): Uint8Array {
  sequence += 1;
  const id = conversationId(shop, index);
  const at = 1_760_000_000_000 + number * 60_000;
  return encodePushFrame(
    { seqid: BigInt(sequence), nowMs: at, service: 10_002, method: 1, headers: {} },
    {
      hasNewMessageNotify: {
        conversationId: id,
        conversationType: 2,
        notifyType: 1,
        message: {
          conversationId: id,
          conversationType: 2,
          serverMessageId: 7_400_000_000_000_000_000n + BigInt(sequence),
          indexInConversation: BigInt(at) * 1_000n + BigInt(number),
          conversationShortId: BigInt(id),
          messageType: 1_000,
          sender: 8_000_000_000_000_000_001n,
          content: 'สินค้ายังมีอยู่ไหมคะ ขอสอบถามไซซ์ค่ะ Is it still available?',
          ext: {
            type: 'text',
            sender_role: '1',
            PIGEON_BIZ_TYPE: '1',
            shop_region: 'TH',
            'a:user_language': 'th',
            uname: 'ผู้ซื้อ',
          },
          createTime: BigInt(at),
        },
      },
    },
    `log-${sequence}`,
    'pb',
  );
}

function itemsOf({ owner, shop, frame }: Wire): IngestItem[] {
  const notify = responseIn(decodeFrame(frame)).body?.hasNewMessageNotify;
  if (!notify?.message) throw new Error('no message in the frame');
  const facts = {
    platformShopId: asPlatformShopId(shop),
    name: shop,
    country: 'TH' as const,
    userId: null,
    isCb: false,
    merchantId: null,
    accountId: null,
  };
  const access = { facts, region: 'TH', pigeonShopId: shop, pigeonCid: '1' };
  const reading = fromWirePush(notify.message, access, () => true);
  if (reading.kind !== 'events') throw new Error(`not an event: ${reading.kind}`);
  return reading.events.map((event) => ({ kind: 'event', owner, event }));
}

/**
 * Pasar: every socket hands over what it read, and the batcher groups it into transactions. With the indexer of the search
 * beside it, as in the product, and without.
 */
async function product(database: TestDatabase, name: string, isIndexed: boolean): Promise<number> {
  const { tenant, wires } = await prepare(database, name);
  const log = pino({ level: 'silent' });
  const batcher = new Batcher({
    database: database.engine,
    log,
    onFenced: () => undefined,
    onBatch: () => undefined,
    onUnknown: (items) => {
      throw new Error(`${items.length} unknown`);
    },
  });
  const isTaking = () => batcher.isBusy() || batcher.areItemsComing();
  const indexer = makeIndexer({ database: database.engine, log, isTaking });
  if (isIndexed) indexer.start();
  const startedAt = performance.now();
  const written: Promise<unknown>[] = [];
  for (let index = 0; index < wires.length; index += PER_READ) {
    const items = wires.slice(index, index + PER_READ).flatMap(itemsOf);
    written.push(batcher.submit(tenant.accountId, items));
    if (written.length % 32 === 0) await new Promise(setImmediate);
  }
  await Promise.all(written);
  const tookMs = performance.now() - startedAt;
  await expectStored(database, tenant.accountId);
  if (isIndexed) {
    await untilIndexed(database, tenant.accountId);
    const seconds = (performance.now() - startedAt - tookMs) / 1_000;
    console.log(`  the last message was found by the search ${seconds.toFixed(1)} s after it was stored`);
  }
  await indexer.stop();
  await database.owner.query('delete from search_due where account_id = $1', [tenant.accountId]);
  return (MESSAGES / tookMs) * 1_000;
}

async function untilIndexed(database: TestDatabase, accountId: string): Promise<void> {
  for (;;) {
    const left = await database.owner.query('select from search_due where account_id = $1 limit 1', [accountId]);
    if (left.rowCount === 0) return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

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

async function expectStored(database: TestDatabase, accountId: string): Promise<void> {
  const found = await database.owner.query(
    `select (select count(*)::int from message where account_id = $1) as messages,
       (select sum(unread_count)::int from conversation where account_id = $1) as unread,
       (select sum(unread_count)::int from shop where account_id = $1) as shops,
       (select count(*)::int from change where account_id = $1 and kind = 'message') as changes`,
    [accountId],
  );
  const { messages, unread, shops, changes } = found.rows[0] ?? {};
  if ([messages, unread, shops, changes].some((value) => value !== MESSAGES)) {
    throw new Error(`stored ${JSON.stringify(found.rows[0])} instead of ${MESSAGES}`);
  }
}

export async function benchIngest(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const naive = await oneByOne(database, Math.floor(MESSAGES / 4));
    await database.owner.query('delete from search_due');
    const alone = await product(database, 'alone@bench', false);
    const ours = await product(database, 'product@bench', true);
    const copied = await copy(database);
    const due = await dueTimesPercent(database);
    printRatios(`Ingest: ${MESSAGES.toLocaleString('en')} messages, ${SHOPS} shops of one account`, 'messages/s', [
      { name: `one transaction a message, ${WRITERS} connections`, value: naive },
      { name: 'the same without the indexer of the search', value: alone },
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
