import { type ConnectionStateName, refusal } from '@pasar/domain';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { type Database, wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { code, demands } from './harness/sign-in-harness.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const silent = pino({ level: 'silent' });

let database: TestDatabase;
let tenants = 0;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(() => database.close());

/** A connection of one shop, `11`, served by a runner over a scripted marketplace. */
async function serve(connector: ScriptedConnector, log: Logger = silent, reached: TestDatabase = database) {
  tenants += 1;
  const tenant = await makeTenant(database, `runner-${tenants}@x`, [[`11`]]);
  const [owner] = tenant.connections as [OwnedConnection];
  const { runner, run, loseLease, stop } = openRunner(reached, owner, connector, log);
  ended.push(stop);
  const state = async () => {
    const found = await database.owner.query<{ state: ConnectionStateName }>(
      'select state from connection where connection_id = $1',
      [owner.connectionId],
    );
    return found.rows[0]?.state;
  };
  const conversation = async (id: string) => {
    const found = await database.owner.query(
      `select c.*, (select count(*)::int from message m where m.conversation_id = c.conversation_id) as messages
       from conversation c where c.shop_id = $1 and c.platform_conversation_id = $2`,
      [owner.shopIds.values().next().value, id],
    );
    return found.rows[0];
  };
  return { runner, run, owner, state, conversation, loseLease };
}

/** Lists a conversation with this many messages from the buyer, all read. */
function has(connector: ScriptedConnector, id: string, count: number, more = {}): void {
  const base = [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 10_000;
  const messages = Array.from({ length: count }, (_, number) =>
    messageAt('11', id, base * 10_000 + count - number, 'buyer'),
  );
  connector.histories.set(id, messages);
  const newest = messages[0];
  connector.listed = [
    ...connector.listed.filter((item) => item.platformConversationId !== id),
    listing('11', id, {
      lastMessageId: newest?.platformMessageId ?? null,
      lastMessageAt: newest?.sentAt ?? null,
      unreadCount: 0,
      ...more,
    }),
  ];
}

async function deliver(
  owner: OwnedConnection,
  conversationId: string,
  text: string,
  more: Record<string, unknown> = {},
) {
  const row = { state: 'pending', attempt: 0, intent_at: null, look_until: null, ...more };
  const found = await database.owner.query<{ delivery_id: string }>(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, attempt, intent_at,
       look_until, created_at)
     values ($1, $2, $3, gen_random_uuid(), gen_random_uuid(), $4, $5, $6, $7, $8, $9) returning delivery_id`,
    [
      owner.accountId,
      owner.shopIds.values().next().value,
      conversationId,
      JSON.stringify({ type: 'text', text }),
      row.state,
      row.attempt,
      row.intent_at,
      row.look_until,
      Date.now(),
    ],
  );
  const id = found.rows[0]?.delivery_id;
  return async () => {
    const now = await database.owner.query<{ state: string }>('select state from delivery where delivery_id = $1', [
      id,
    ]);
    return now.rows[0]?.state;
  };
}

describe('a runner', () => {
  test('a bug in the middle of a session is logged with its stack, and the session starts over', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'good', 1);
    connector.histories.get = () => {
      throw new TypeError('an unexpected error', { cause: new Error('its cause') });
    };
    const log = captureLog();
    await serve(connector, log.logger);
    const stack = expect.arrayContaining([expect.stringContaining('runner.test.ts')]);
    await expect
      .poll(() => log.linesOf('session_broke_off')[0], PATIENT)
      .toMatchObject({ error: { type: 'TypeError', stack, cause: { message: 'its cause', stack } } });
    await expect.poll(() => connector.asked.logins, PATIENT).toBeGreaterThan(1);
  });

  test('a conversation whose history is refused is skipped, and tried again', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'good', 3);
    has(connector, 'broken', 3);
    connector.refusedHistories.add('broken');
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    expect(connector.asked.logins).toBe(1);
    expect(await served.conversation('good')).toMatchObject({ messages: 3 });
    expect(await served.conversation('broken')).toMatchObject({ messages: 0 });
    connector.refusedHistories.clear();
    await expect.poll(() => served.conversation('broken'), PATIENT).toMatchObject({ messages: 3 });
    expect(connector.asked.logins).toBe(1);
  });

  test('a gap of more messages than one transaction stores leaves no hole', async () => {
    const connector = new ScriptedConnector(5);
    has(connector, 'long', 3);
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    has(connector, 'long', 500);
    served.runner.compareSoon();
    await expect
      .poll(() => served.conversation('long'), PATIENT)
      .toMatchObject({ messages: 500, synced_position: connector.histories.get('long')?.[0]?.position });
  });

  test('an unreadable newest message is set aside once, and its conversation is not read again and again', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'odd', 3);
    connector.unreadable.add(connector.histories.get('odd')?.[0]?.platformMessageId ?? '');
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    has(connector, 'marker', 1);
    served.runner.compareSoon();
    await expect.poll(() => served.conversation('marker'), PATIENT).toMatchObject({ messages: 1 });
    expect(connector.asked.histories.filter((id) => id === 'odd')).toHaveLength(1);
    const { accountId, connectionId } = served.owner;
    const kept = await database.owner.query('select from quarantine where connection_id = $1', [connectionId]);
    expect(kept.rowCount).toBe(1);
    const told = await database.owner.query(
      `select payload->'shop'->'unreadableCount' as number from change
       where account_id = $1 and kind = 'shop' order by seq desc limit 1`,
      [accountId],
    );
    expect(told.rows).toEqual([{ number: 1 }]);
  });

  test('a conversation marked unread in the marketplace’s own app shows as unread', async () => {
    const connector = new ScriptedConnector();
    const readUpTo = (id: string) => connector.histories.get(id)?.[0]?.position ?? null;
    has(connector, 'seen', 2);
    has(connector, 'seen', 2, { unreadCount: 1, sellerReadPosition: readUpTo('seen') });
    has(connector, 'later', 2);
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    expect(await served.conversation('seen')).toMatchObject({ unread_count: 0, is_marked_unread: true });
    expect(await served.conversation('later')).toMatchObject({ unread_count: 0, is_marked_unread: false });
    has(connector, 'later', 2, { unreadCount: 1, sellerReadPosition: readUpTo('later') });
    // One listing may be older than a reading here; two mean that a person marked it.
    await vi.waitFor(async () => {
      served.runner.compareSoon();
      expect(await served.conversation('later')).toMatchObject({ unread_count: 0, is_marked_unread: true });
    }, PATIENT);
  });

  test('a pin that is still on its way is not undone by an older list', async () => {
    const connector = new ScriptedConnector();
    connector.settings = { ok: false, refusal: refusal('request_timed_out'), canRetry: true };
    has(connector, 'pinned', 1, { isPinned: false });
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    const { conversation_id, shop_id } = await served.conversation('pinned');
    await database.owner.query('update conversation set is_pinned = true where conversation_id = $1', [
      conversation_id,
    ]);
    await database.owner.query(
      `insert into setting_outbox (account_id, shop_id, conversation_id, slot, setting)
       values ($1, $2, $3, 'pin', '{"setting": "pin", "isPinned": true}')`,
      [served.owner.accountId, shop_id, conversation_id],
    );
    has(connector, 'marker', 1);
    served.runner.compareSoon();
    await expect.poll(() => served.conversation('marker'), PATIENT).toMatchObject({ messages: 1 });
    expect(await served.conversation('pinned')).toMatchObject({ is_pinned: true });
    await database.owner.query('delete from setting_outbox where conversation_id = $1', [conversation_id]);
    served.runner.compareSoon();
    await expect.poll(() => served.conversation('pinned'), PATIENT).toMatchObject({ is_pinned: false });
  });

  test.each([0, 1])(
    'a message whose claim was committed without an answer is sent once, after %i others',
    async (others) => {
      const connector = new ScriptedConnector();
      has(connector, 'good', 1);
      let claims = 0;
      const one: Database['one'] = async (scope, statement) => {
        const answer = await database.engine.one<never>(scope, statement);
        if (statement.name !== 'claim-deliveries' || answer.rowCount === 0) return answer;
        claims += 1;
        if (claims === others + 1) throw new Error('Connection terminated unexpectedly');
        return answer;
      };
      const { runner, owner, state, conversation } = await serve(connector, silent, {
        ...database,
        engine: { ...database.engine, one },
      });
      await expect.poll(state, PATIENT).toBe('live');
      const { conversation_id: id } = await conversation('good');
      const states = [];
      for (let number = 0; number <= others + 1; number += 1) states.push(await deliver(owner, id, `text ${number}`));
      runner.wake();
      for (const stateOf of states) await expect.poll(stateOf, PATIENT).toBe('confirmed');
      expect(connector.asked.sent.map(({ text }) => text)).toEqual(states.map((_, number) => `text ${number}`));
      expect(claims).toBeGreaterThan(others + 1);
    },
  );

  test('a setting that hangs delays no message', async () => {
    const connector = new ScriptedConnector();
    connector.settings = 'never answered';
    has(connector, 'busy', 1);
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    const { conversation_id, shop_id } = await served.conversation('busy');
    await database.owner.query(
      `insert into setting_outbox (account_id, shop_id, conversation_id, slot, setting)
       values ($1, $2, $3, 'read', '{"setting": "unread"}')`,
      [served.owner.accountId, shop_id, conversation_id],
    );
    served.runner.wake();
    const state = await deliver(served.owner, conversation_id, 'in the meantime');
    served.runner.wake();
    await expect.poll(state, PATIENT).toBe('confirmed');
    expect(connector.asked.sent.map(({ text }) => text)).toEqual(['in the meantime']);
  });

  test('a failed login forgets nothing, and new credentials bring it back', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'waiting', 1);
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    const { conversation_id } = await served.conversation('waiting');
    connector.refusedLogin = refusal('wrong_account_or_password');
    const doubted = await deliver(served.owner, conversation_id, 'in doubt', {
      state: 'doubted',
      attempt: 1,
      intent_at: Date.now() - 10_000,
      look_until: Date.now() + 60_000,
    });
    const session = await serveAnew(served, connector);
    await expect.poll(served.state, PATIENT).toBe('failed');
    const sent = await deliver(served.owner, conversation_id, 'to nobody');
    session.runner.wake();
    await expect.poll(sent, PATIENT).toBe('refused');
    expect(await doubted()).toBe('doubted');
    await database.owner.query('update delivery set look_until = 0 where conversation_id = $1 and state = $2', [
      conversation_id,
      'doubted',
    ]);
    session.runner.wake();
    await expect.poll(doubted, PATIENT).toBe('unconfirmed');
    const logins = connector.asked.logins;
    connector.refusedLogin = null;
    session.runner.wake();
    await database.engine.within(wholeAccount(served.owner.accountId), (transaction) =>
      database.secrets.store(
        transaction,
        { accountId: served.owner.accountId, ownerId: served.owner.connectionId, field: 'password' },
        'another',
      ),
    );
    session.runner.wake();
    await expect.poll(served.state, PATIENT).toBe('live');
    expect(connector.asked.logins).toBe(logins + 1);
  });

  test('a socket that opens and drops at once is opened again only with growing pauses', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'quiet', 1);
    connector.isDroppedOnOpen = true;
    const served = await serve(connector);
    await expect.poll(() => connector.asked.listens, PATIENT).toBeGreaterThan(1);
    connector.isDroppedOnOpen = false;
    await expect.poll(served.state, PATIENT).toBe('live');
    // Full jitter over 0.5, 1, 2, 4 s: without backoff the socket would have been opened thousands of times.
    expect(connector.asked.listens).toBeLessThan(20);
    expect(connector.asked.logins).toBe(1);
  });

  test('a socket that is lost and opened again during a comparison costs no login', async () => {
    const connector = new ScriptedConnector();
    has(connector, 'quiet', 1);
    const { promise, resolve: answerLists } = Promise.withResolvers<void>();
    connector.listsAnswered = promise;
    const served = await serve(connector);
    await expect.poll(() => connector.asked.lists.length, PATIENT).toBe(1);
    connector.dropSocket();
    await expect.poll(() => connector.asked.listens, PATIENT).toBe(2);
    answerLists();
    await expect.poll(served.state, PATIENT).toBe('live');
    expect(connector.asked.logins).toBe(1);
  });

  test('a runner that is woken and finds its lease lost ends by itself', async () => {
    const connector = new ScriptedConnector();
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    served.loseLease();
    served.runner.wake();
    await served.run;
  });

  test('the session of a runner is not stored after the runner lost the connection', async () => {
    const connector = new ScriptedConnector();
    const served = await serve(connector);
    await expect.poll(served.state, PATIENT).toBe('live');
    const kept = async () => {
      const found = await database.owner.query("select from secret where owner_id = $1 and field = 'session'", [
        served.owner.connectionId,
      ]);
      return found.rowCount;
    };
    await connector.asked.contexts[0]?.saveSession('mine');
    expect(await kept()).toBe(1);
    await database.owner.query(
      `with fenced as (update connection_lease set token = token + 1 where connection_id = $1)
       delete from secret where owner_id = $1 and field = 'session'`,
      [served.owner.connectionId],
    );
    await connector.asked.contexts[0]?.saveSession('late');
    expect(await kept()).toBe(0);
  });

  test('a login that asked for a code is not tried again automatically within a day', async () => {
    const connector = new ScriptedConnector();
    connector.startSession = async ({ mayUsePassword }) => {
      if (mayUsePassword) connector.asked.logins += 1;
      return demands(code('phone'));
    };
    const served = await serve(connector);
    const again = async (change: string) => {
      await database.owner.query(`update connection set state = 'waiting', ${change} where connection_id = $1`, [
        served.owner.connectionId,
      ]);
      await serveAnew(served, connector);
      await expect.poll(served.state, PATIENT).toBe('failed');
      return connector.asked.logins;
    };
    await expect.poll(served.state, PATIENT).toBe('failed');
    expect(await again('otp_needed_at = otp_needed_at')).toBe(1);
    expect(await again('otp_needed_at = otp_needed_at - 86400000')).toBe(2);
  });
});

/** The same connection again, as after a restart. */
async function serveAnew(before: Awaited<ReturnType<typeof serve>>, connector: ScriptedConnector) {
  await before.runner.stop();
  const { runner, stop } = openRunner(database, before.owner, connector);
  ended.push(stop);
  return { runner };
}
