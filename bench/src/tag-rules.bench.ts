import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuyerTagRule } from '@pasar/domain';
import { ingest } from '../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../../apps/server/src/engine/ingest/types.ts';
import { tagSome } from '../../apps/server/src/engine/tagging/tag-some.ts';
import { wholeAccount } from '../../apps/server/src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openDatabaseIn,
  type TestDatabase,
} from '../../apps/server/tests/harness/database.ts';
import { printGoals } from './table.ts';

/**
 * Measures what 50 rules of 20 words each cost beside taking messages: an account without a rule, and one with the rules
 * on, take the same messages in turn, so that the machine's other load meets both. The look at what is new comes after each
 * batch, as in the product, and is timed apart. One message in a hundred has a word, so its buyer is tagged.
 */
const RULES = 50;
const WORDS = 20;
const CONVERSATIONS = 2_000;
const TURNS = 40;
const EACH = 250;
const TEXT = 'สวัสดีค่ะ สินค้ายังมีอยู่ไหมคะ ขอสอบถามไซซ์ค่ะ 请问还有货吗 Is it still available in size M?';

export async function benchTagRules(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    const without = await prepare(database, 'without');
    const withRules = await prepare(database, 'with');
    await writeRules(database, withRules.accountId);
    await database.owner.query('analyze');
    const took = { without: 0, taking: 0, looking: 0 };
    const time = async (kind: keyof typeof took, isCounted: boolean, run: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await run();
      if (isCounted) took[kind] += performance.now() - startedAt;
    };
    for (let turn = 0; turn < TURNS + 2; turn += 1) {
      // The first two turns compile statements.
      const isCounted = turn >= 2;
      await time('without', isCounted, () => ingest(database.engine, without.accountId, batch(without, turn)));
      await time('taking', isCounted, () => ingest(database.engine, withRules.accountId, batch(withRules, turn)));
      await time('looking', isCounted, () =>
        database.engine.within(wholeAccount(withRules.accountId), (transaction) =>
          tagSome(transaction, withRules.accountId, Date.now()),
        ),
      );
    }
    const tagged = await database.owner.query('select count(*)::integer as count from buyer_tag_relation');
    printGoals(
      `${(TURNS * EACH).toLocaleString('en')} messages beside ${RULES} rules of ${WORDS} words; ${tagged.rows[0]?.count} tags were given`,
      [
        {
          name: 'taking messages with the rules on, as a multiple of without a rule',
          value: took.taking / took.without,
          unit: 'x',
          goal: { kind: 'atMost', value: 1.1 },
        },
        {
          name: 'taking and looking at them, as a multiple of taking without a rule',
          value: (took.taking + took.looking) / took.without,
          unit: 'x',
          goal: { kind: 'atMost', value: 1.5 },
        },
        {
          name: 'looking at a message',
          value: (took.looking * 1_000) / (TURNS * EACH),
          unit: 'µs',
          goal: null,
        },
      ],
    );
  } finally {
    await database.close();
  }
}

async function prepare(database: TestDatabase, name: string): Promise<OwnedConnection> {
  const tenant = await makeTenant(database, name, [[`shop-${name}`]]);
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const listed = Array.from(
    { length: CONVERSATIONS },
    (_, index): IngestItem => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listing(`shop-${name}`, `${name}-${index}`) },
    }),
  );
  await ingest(database.engine, tenant.accountId, listed);
  return owner;
}

function batch(owner: OwnedConnection, turn: number): IngestItem[] {
  const [shop = ''] = owner.shopIds.keys();
  const name = shop.replace('shop-', '');
  return Array.from({ length: EACH }, (_, index) => {
    const number = turn * EACH + index + 1;
    const text = number % 100 === 0 ? `${TEXT} keyword${number % (RULES * WORDS)}x` : TEXT;
    const message = messageAt(shop, `${name}-${number % CONVERSATIONS}`, number, 'buyer', {
      content: { type: 'text', text },
      sentAt: Date.now(),
    });
    return { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } };
  });
}

/** No word is contained in the usual text, so that every one of them is looked for. */
async function writeRules(database: TestDatabase, accountId: string): Promise<void> {
  const made = await database.owner.query<{ tag_id: string }>(
    "insert into buyer_tag (account_id, name, color) values ($1, 'VIP', 'blue') returning tag_id",
    [accountId],
  );
  const tagId = made.rows[0]?.tag_id ?? '';
  const rules = Array.from(
    { length: RULES },
    (_, rule): BuyerTagRule => ({
      ruleId: randomUUID(),
      name: `Rule ${rule}`,
      tagId,
      shopIds: null,
      condition: {
        kind: 'words',
        words: Array.from({ length: WORDS }, (_, word) => `keyword${rule * WORDS + word}x`),
        isWhole: rule % 2 === 0,
      },
      onSince: 0,
    }),
  );
  await database.owner.query('insert into buyer_tag_rules (account_id, rules) values ($1, $2)', [
    accountId,
    JSON.stringify(rules),
  ]);
  await database.owner.query(
    `insert into buyer_tag_watch (account_id, seq, looked_at, wants_orders)
     select account_id, seq, 0, false from account_counter where account_id = $1`,
    [accountId],
  );
}
