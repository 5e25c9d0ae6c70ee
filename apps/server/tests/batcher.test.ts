import { OWN_LIMITS } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batcher } from '../src/engine/ingest/batcher.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';

const GROUP = 10;
const GROUPS = 120;

let database: TestDatabase;
let batcher: Batcher;

beforeAll(async () => {
  database = await openTestDatabase();
  batcher = new Batcher({
    database: database.engine,
    log: pino({ level: 'silent' }),
    onFenced: () => undefined,
    onUnknown: () => undefined,
  });
});
afterAll(async () => {
  await batcher.close();
  await database.close();
});

const received = (owner: OwnedConnection, shop: string, number: number): IngestItem => ({
  kind: 'event',
  owner,
  event: { kind: 'message.received', message: messageAt(shop, `c-${shop}`, number, 'buyer'), via: 'live' },
});

describe('the batcher', () => {
  test('lets connections take turns: a flood at one holds up no other of the account, and keeps its order', async () => {
    const tenant = await makeTenant(database, 'flood@x', [['11'], ['22']]);
    const owned = ['11', '22'].map((shop) => {
      const owner = tenant.connections.find(({ shopIds }) => [...shopIds.keys()].some((id) => id === shop));
      if (owner === undefined) throw new Error(`nobody serves ${shop}`);
      return { shop, owner };
    });
    const [flooder, other] = owned;
    if (!flooder || !other) throw new Error('two connections are needed');
    await ingest(
      database.engine,
      tenant.accountId,
      owned.map(({ shop, owner }) => ({
        kind: 'event',
        owner,
        event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) },
      })),
    );
    const order: number[] = [];
    const flood = Array.from({ length: GROUPS }, async (_, group) => {
      const items = Array.from({ length: GROUP }, (__, at) =>
        received(flooder.owner, flooder.shop, group * GROUP + at),
      );
      await batcher.submit(tenant.accountId, items);
      order.push(group);
    });
    expect(await batcher.submit(tenant.accountId, [received(other.owner, other.shop, 1)])).toBe('stored');
    // the group that found nobody running went alone, then one batch in which both had a share.
    expect(order.length * GROUP).toBeLessThanOrEqual(GROUP + 250);
    expect(GROUPS * GROUP).toBeGreaterThan(OWN_LIMITS.ingestBatchSize);
    await Promise.all(flood);
    expect(order).toEqual(Array.from({ length: GROUPS }, (_, group) => group));
    const stored = await database.owner.query('select count(*)::int as count from message where account_id = $1', [
      tenant.accountId,
    ]);
    expect(stored.rows).toEqual([{ count: GROUPS * GROUP + 1 }]);
  });
});
