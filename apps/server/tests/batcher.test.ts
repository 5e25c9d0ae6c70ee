import { OWN_LIMITS } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Batcher } from '../src/engine/ingest/batcher.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../src/engine/ingest/types.ts';
import { UnknownKinds } from '../src/engine/ingest/unknown-kinds.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';

const GROUP = 10;
const GROUPS = 120;

let database: TestDatabase;
let batcher: Batcher;
const onBatch = vi.fn<(itemCount: number, seconds: number) => void>();

beforeAll(async () => {
  database = await openTestDatabase();
  batcher = new Batcher({
    database: database.engine,
    log: pino({ level: 'silent' }),
    onFenced: () => undefined,
    onBatch,
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
  describe('a listing that the database cannot store', () => {
    /** PostgreSQL's JSON holds no zero character. */
    const spoilt = listing('31', 'c-spoilt', { address: { id: 'zero \u0000' } });
    const listed = (owner: OwnedConnection, conversation: ReturnType<typeof listing>): IngestItem => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation },
    });
    const setAside = async ({ connectionId }: OwnedConnection) =>
      (await database.owner.query('select reason from quarantine where connection_id = $1', [connectionId])).rows;
    const stored = async ({ accountId }: OwnedConnection) =>
      (await database.owner.query('select from message where account_id = $1', [accountId])).rowCount;

    test('is set aside with the reason, and delays nothing', async () => {
      const tenant = await makeTenant(database, 'spoilt@x', [['31']]);
      const [owner] = tenant.connections;
      if (!owner) throw new Error('nobody serves it');
      const items = [listed(owner, spoilt), listed(owner, listing('31', 'c-31')), received(owner, '31', 1)];
      expect(await batcher.submit(tenant.accountId, items)).toBe('stored');
      expect(await setAside(owner)).toEqual([{ reason: expect.stringContaining('unsupported Unicode escape') }]);
      expect(await stored(owner)).toBe(1);
      // One batch of three items, however often it was halved; a measured time is above nothing.
      expect(onBatch.mock.lastCall?.[0]).toBe(3);
      expect(onBatch.mock.lastCall?.[1]).toBeGreaterThan(0);
    });

    test('is not set aside when the lease was lost', async () => {
      const tenant = await makeTenant(database, 'spoilt@y', [['31']]);
      const [owner] = tenant.connections;
      if (!owner) throw new Error('nobody serves it');
      const late = { ...owner, token: owner.token - 1 };
      expect(await batcher.submit(tenant.accountId, [listed(late, spoilt)])).toBe('fenced');
      expect(await setAside(owner)).toEqual([]);
    });
  });

  test('reports an unknown kind of message once for each account, with the number of messages, without their content', async () => {
    const reports = async (accountId: string) => {
      const found = await database.owner.query(
        'select kind, payload, occurrences from client_report where account_id = $1',
        [accountId],
      );
      return found.rows;
    };
    for (const name of ['kinds@x', 'kinds@y']) {
      const tenant = await makeTenant(database, name, [['31']]);
      const [owner] = tenant.connections;
      if (!owner) throw new Error('nobody serves it');
      const listed: IngestItem = {
        kind: 'event',
        owner,
        event: { kind: 'conversation.listed', conversation: listing('31', 'c-31') },
      };
      const told = (number: number, kind: 'unknown' | 'system'): IngestItem => {
        const content = { type: 'placeholder', kind, wireType: 'hologram', raw: { text: 'hush' } } as const;
        const message = messageAt('31', 'c-31', number, 'buyer', { content });
        return { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } };
      };
      await batcher.submit(tenant.accountId, [listed, received(owner, '31', 1), told(2, 'system')]);
      expect(await reports(tenant.accountId)).toEqual([]);
      await batcher.submit(tenant.accountId, [told(3, 'unknown'), told(4, 'unknown')]);
      await expect.poll(() => reports(tenant.accountId)).toHaveLength(1);
      // A second process, which has reported nothing yet.
      const other = new Batcher({
        database: database.engine,
        log: pino({ level: 'silent' }),
        onFenced: () => undefined,
        onBatch: () => undefined,
        onUnknown: () => undefined,
      });
      await other.submit(tenant.accountId, [told(5, 'unknown')]);
      await other.close();
      expect(await reports(tenant.accountId)).toEqual([
        { kind: 'unknown_message_type', payload: { platform: 'shopee', messageType: 'hologram' }, occurrences: 3 },
      ]);
    }
  });

  test("reports an unknown word of a card's details once for each account, with the number of look-ups", async () => {
    const tenant = await makeTenant(database, 'words@x', [['32']]);
    const [owner] = tenant.connections;
    if (!owner) throw new Error('nobody serves it');
    const unknown = { field: 'order_status', word: 'TELEPORTED' } as const;
    for (const process of [1, 2]) {
      const kinds = new UnknownKinds(database.engine, pino({ level: 'silent' }));
      for (let times = 0; times < process; times += 1) {
        await kinds.reportWord(tenant.accountId, owner.connectionId, unknown);
      }
    }
    const found = await database.owner.query(
      'select kind, payload, occurrences from client_report where account_id = $1',
      [tenant.accountId],
    );
    expect(found.rows).toEqual([
      { kind: 'unknown_value', payload: { platform: 'shopee', ...unknown }, occurrences: 3 },
    ]);
  });

  test('lets connections take turns: a flood at one delays no other of the account, and keeps its order', async () => {
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
    // The first group went alone, because no drain was running; then came one batch with a share of both connections.
    expect(order.length * GROUP).toBeLessThanOrEqual(GROUP + 250);
    expect(GROUPS * GROUP).toBeGreaterThan(OWN_LIMITS.ingestBatchSize);
    await Promise.all(flood);
    expect(order).toEqual(Array.from({ length: GROUPS }, (_, group) => group));
    const stored = await database.owner.query('select count(*)::int as count from message where account_id = $1', [
      tenant.accountId,
    ]);
    expect(stored.rows).toEqual([{ count: GROUPS * GROUP + 1 }]);
  });

  describe('after a batch', () => {
    let owner: OwnedConnection;
    let accounts = 0;
    const listed = (shop: string): IngestItem => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) },
    });
    /** How many messages each transaction stored, in their order. */
    const transactions = async () => {
      const found = await database.owner.query<{ count: number }>(
        'select count(*)::int as count from message where account_id = $1 group by xmin::text order by min(position)',
        [owner.accountId],
      );
      return found.rows.map(({ count }) => count);
    };
    const submit = (number: number) => batcher.submit(owner.accountId, [received(owner, '41', number)]);

    beforeEach(async () => {
      accounts += 1;
      const tenant = await makeTenant(database, `pause-${accounts}@x`, [['41']]);
      const [first] = tenant.connections;
      if (!first) throw new Error('nobody serves it');
      owner = first;
      await ingest(database.engine, owner.accountId, [listed('41')]);
      // The pause lasts until the test ends it.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('live events wait for 150 ms and go together; the first one waited for nothing', async () => {
      expect(await submit(1)).toBe('stored');
      const later = [submit(2), submit(3)];
      await vi.advanceTimersByTimeAsync(149);
      expect(await transactions()).toEqual([1]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await Promise.all(later)).toEqual(['stored', 'stored']);
      expect(await transactions()).toEqual([1, 2]);
    });

    test('an item for which somebody waits takes the live events along at once', async () => {
      await submit(1);
      const later = submit(2);
      expect(await batcher.submit(owner.accountId, [listed('41')])).toBe('stored');
      expect(await later).toBe('stored');
      expect(await transactions()).toEqual([1, 1]);
    });

    test('twenty events do not wait', async () => {
      await submit(1);
      const later = Array.from({ length: 20 }, (_, at) => submit(2 + at));
      await Promise.all(later);
      expect(await transactions()).toEqual([1, 20]);
    });

    test('what waits is stored when the batcher is closed', async () => {
      const closing = new Batcher({
        database: database.engine,
        log: pino({ level: 'silent' }),
        onFenced: () => undefined,
        onBatch: () => undefined,
        onUnknown: () => undefined,
      });
      await closing.submit(owner.accountId, [received(owner, '41', 1)]);
      const later = closing.submit(owner.accountId, [received(owner, '41', 2)]);
      await closing.close();
      expect(await later).toBe('stored');
    });
  });
});
