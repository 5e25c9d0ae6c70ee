import { type BulkSendTarget, CALLS, type CallInput, type SendPreviewSlice, type SendRecipients } from '@pasar/api';
import { asDeliveryId, type DeliveryEvent, refusal } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { bulkSend, bulkSendShop } from '../../src/engine/tasks/bulk-send.ts';
import { accountHousekeeping } from '../../src/engine/tasks/housekeeping.ts';
import { orderCare } from '../../src/engine/tasks/order-care.ts';
import type { AccountSurroundings, PreparedTask } from '../../src/engine/tasks/task.ts';
import { createTurns } from '../../src/engine/turns.ts';
import type { AskShop } from '../../src/records/ask-shop.ts';
import { wholeAccount } from '../../src/storage/database.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase, type TestTenant } from './database.ts';
import { openTestWeb, type TestWeb, Visitor } from './web.ts';

const calls = CALLS.bulkSend;
const DAY = 86_400_000;
/** As the worker. */
const LOOKED_EVERY_MS = 500;
/** Eleven in the morning in Singapore. */
const BEGIN = Date.parse('2030-01-07T03:00:00Z');

/**
 * An account with two shops, a main account, Anna who may send in the shop 11, and a clock that a test moves. Registers what
 * opens it before each test.
 */
export function bulkSendBench() {
  const clock = { now: BEGIN };
  /** What a shop's session answers; null: nobody serves it. */
  const world: { askShop: AskShop } = { askShop: async () => null };

  let database: TestDatabase;
  let web: TestWeb;
  let tenant: TestTenant;
  let main: Visitor;
  let anna: Visitor;
  let tenants = 0;
  let messages = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
    web = await openTestWeb(database, null, { now: () => clock.now });
  });
  afterAll(async () => {
    await web.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.owner.query('delete from graphile_worker._private_jobs');
    world.askShop = async () => null;
    tenants += 1;
    const name = `bulk-send-${tenants}@x`;
    const sub = {
      username: `${name}:anna`,
      password: 'right',
      name: 'Anna',
      permissionCodeList: ['chat', 'batchReply', 'orderCare'] as const,
      shops: [{ marketplace: 'shopee' as const, platformShopId: '11' }],
    };
    const ben = { ...sub, username: `${name}:ben`, name: 'Ben', permissionCodeList: ['chat'] as const };
    tenant = await makeTenant(database, name, [['11', '12']], [sub, ben]);
    await database.owner.query("update connection set state = 'live' where account_id = $1", [tenant.accountId]);
    main = await loggedIn(name);
    anna = await loggedIn(sub.username);
  });

  async function loggedIn(username: string): Promise<Visitor> {
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, username, 'right');
    return visitor;
  }
  /** A program of the seller's: it calls by its token, and gets the data or the code of the refusal. */
  async function openProgram(of = main) {
    const made = await of.call(CALLS.team.addApiToken, {
      name: 'Sender',
      responsibility: { kind: 'all' },
      days: 30,
      permissionCodeList: ['chat', 'batchReply'],
    } as never);
    if (made.result !== 'success') throw new Error(made.reason);
    const { token } = CALLS.team.addApiToken.output.parse(made.data);
    const visitor = new Visitor(web.origin);
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (call: Parameters<Visitor['call']>[0], input: object) => {
      const answer = await visitor.call(call, input as never, headers);
      return answer.result === 'success' ? (answer.data as object) : answer.code;
    };
    return Object.assign(ask, { fetch: (path: string) => fetch(`${web.origin}${path}`, { headers }) });
  }
  const ownerOf = () => {
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    return owner satisfies OwnedConnection;
  };

  /** Buyers who have written, each a day ago. */
  async function buyers(shop: string, ...ids: readonly string[]): Promise<readonly string[]> {
    for (const id of ids) await write(shop, id, 'buyer', clock.now - DAY);
    return conversationIds(...ids.map((id) => `${shop}-${id}`));
  }
  async function write(shop: string, id: string, author: 'buyer' | 'seller', sentAt = clock.now): Promise<void> {
    messages += 1;
    const owner = ownerOf();
    const message = messageAt(shop, `${shop}-${id}`, messages, author, { sentAt });
    await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `${shop}-${id}`) } },
      { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
    ]);
  }
  async function conversationIds(...names: readonly string[]): Promise<readonly string[]> {
    const found = await database.owner.query<{ id: string }>(
      `select conversation_id as id from conversation where account_id = $1 and platform_conversation_id = any($2)
     order by platform_conversation_id`,
      [tenant.accountId, names],
    );
    return found.rows.map((row) => row.id);
  }
  const shopIdOf = (shop: string) => ownerOf().shopIds.get(shop as never) ?? '';

  async function order(
    shop: string,
    buyer: string,
    number: string,
    more: { status?: string; word?: string; createdAt?: number; changedAt?: number; knownAt?: number } = {},
  ) {
    const record = {
      orderId: number,
      orderNumber: number,
      buyerName: `Name of ${buyer}`,
      status: more.status ?? 'wait_seller_send',
      wireStatus: more.word ?? '',
      total: { amount: '1234.50', currency: 'SGD' },
    };
    const createdAt = more.createdAt ?? clock.now - DAY;
    await database.owner.query(
      `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, word_known_at, is_ratable, has_note)
     values ($1, $2, $3, $4, $3, $5, $6, 1, 'SGD', $7, $8, $7, $9, $9, false, false)`,
      [
        tenant.accountId,
        shopIdOf(shop),
        number,
        JSON.stringify(record),
        `buyer-${shop}-${buyer}`,
        record.status,
        createdAt,
        more.changedAt ?? createdAt,
        more.knownAt ?? createdAt,
      ],
    );
  }

  type Saved = CallInput<typeof calls.saveBatchSendTask>;
  const named = (ids: readonly string[]) => ({ kind: 'named', conversationIds: ids }) as BulkSendTarget;
  const task = (buyerListJson: BulkSendTarget, more: Partial<Saved> | object = {}) => ({
    taskName: 'Sale',
    taskType: 'immediate' as const,
    interval: 10,
    content: { parts: [{ kind: 'text' as const, text: 'Hello {buyer}' }], variants: [] },
    conditionJson: {},
    buyerListJson,
    ...more,
  });
  async function save(input: object, visitor = main): Promise<string> {
    const answer = await visitor.call(calls.saveBatchSendTask, input as never);
    if (answer.result !== 'success') throw new Error(`${answer.code}: ${answer.reason} ${answer.detail}`);
    return calls.saveBatchSendTask.output.parse(answer.data).taskId;
  }
  const codeOf = async (input: object, visitor = main) => {
    const answer = await visitor.call(calls.saveBatchSendTask, input as never);
    return answer.result === 'fail' ? answer.code : answer.result;
  };
  async function taskOf(taskId: string, visitor = main) {
    const answer = await visitor.call(calls.getBatchSendTaskList);
    if (answer.result !== 'success') throw new Error(answer.reason);
    const found = calls.getBatchSendTaskList.output.parse(answer.data).tasks.find((one) => one.taskId === taskId);
    if (found === undefined) throw new Error('no such task');
    return found;
  }
  const counts = async (taskId: string) => {
    const { status, totalCount, sentCount, successCount, failCount, skipCount } = await taskOf(taskId);
    return [status, totalCount, sentCount, successCount, failCount, skipCount];
  };
  async function items(taskId: string, visitor = main) {
    const answer = await visitor.call(calls.bulkSendItems, { taskId });
    if (answer.result !== 'success') throw new Error(answer.reason);
    return calls.bulkSendItems.output.parse(answer.data).items;
  }
  async function preview(input: object) {
    const { taskName, taskType, ...asked } = task(named([]), input) as Record<string, unknown>;
    const answer = await main.call(calls.previewBulkSend, asked as never);
    if (answer.result !== 'success') throw new Error(`${answer.code}: ${answer.reason}`);
    return calls.previewBulkSend.output.parse(answer.data);
  }

  async function recipients(input: object, slice: SendPreviewSlice = {}): Promise<SendRecipients> {
    const { taskName, taskType, ...asked } = task(named([]), input) as Record<string, unknown>;
    const answer = await main.call(calls.previewBulkSendRecipients, { ...asked, ...slice });
    if (answer.result !== 'success') throw new Error(`${answer.code}: ${answer.reason}`);
    return calls.previewBulkSendRecipients.output.parse(answer.data);
  }

  const turns = createTurns();
  const jobShape = z.object({ accountId: z.string(), input: z.unknown() });
  interface Job {
    readonly id: string;
    readonly name: string;
    readonly payload: unknown;
    readonly at: string;
  }
  const KINDS = { 'bulk-send': bulkSend, 'bulk-send-shop': bulkSendShop, 'order-care': orderCare };

  /** Runs a job as a worker does. `isKilled`: the worker dies before its transaction is committed. */
  const work = (job: Job, isKilled = false): Promise<void> => workTogether([job], isKilled);
  /** The same for jobs that the worker has taken at the same time. */
  async function workTogether(jobs: readonly Job[], isKilled = false): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    // As the library: a job that has begun is not replaced, and goes when its run has ended.
    await database.owner.query('update graphile_worker._private_jobs set key = null where id = any($1)', [ids]);
    const runs = jobs.map(({ name, payload }) =>
      run(KINDS[name as keyof typeof KINDS].prepare(jobShape.parse(payload).input), isKilled),
    );
    const ran = await Promise.allSettled(runs);
    for (const result of ran) if (result.status === 'rejected') throw result.reason;
    await database.owner.query('delete from graphile_worker._private_jobs where id = any($1)', [ids]);
  }
  async function run(prepared: PreparedTask, isKilled: boolean): Promise<void> {
    if (!prepared.ok) throw prepared.error;
    const within: AccountSurroundings['within'] = (act) =>
      database.engine.within(wholeAccount(tenant.accountId), async (transaction, send) => {
        const value = await act(transaction, send);
        if (isKilled) throw new Error('killed');
        return value;
      });
    await prepared.run({
      accountId: tenant.accountId,
      askShop: (...asked) => world.askShop(...asked),
      now: () => clock.now,
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
      within,
      turns,
    });
  }
  const housekeep = (): Promise<void> => run(accountHousekeeping.prepare({}), false);
  /** The next job, and the shops of tasks that are due until the worker looks again: it takes them together. */
  async function nextJobs(until: number): Promise<readonly Job[]> {
    const found = await database.owner.query<Job>(
      `with due as (
       select j.id, t.identifier as name, j.payload, extract(epoch from j.run_at) * 1000 as at
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('bulk-send', 'bulk-send-shop', 'order-care') and j.run_at <= to_timestamp($1 / 1000.0)
         and j.attempts < j.max_attempts
       order by j.run_at, j.id),
       first as (select * from due limit 1)
     select due.* from due, first where due.id = first.id or (first.name = 'bulk-send-shop' and due.name = first.name
       and due.at <= first.at + ${LOOKED_EVERY_MS}) order by due.at, due.id`,
      [until],
    );
    return found.rows;
  }
  const nextJob = async (until: number): Promise<Job | null> => (await nextJobs(until))[0] ?? null;
  /** Time passes, and everything that becomes due in it is done in its order; `deliver` settles what is put into the ledger. */
  async function pass(ms: number, deliver: (() => Promise<void>) | null = settle): Promise<void> {
    const end = clock.now + ms;
    for (let jobs = await nextJobs(end); jobs.length > 0; jobs = await nextJobs(end)) {
      clock.now = Math.max(clock.now, ...jobs.map((job) => Number(job.at)));
      await workTogether(jobs);
      if (deliver !== null) await deliver();
    }
    clock.now = end;
  }
  interface Row {
    readonly delivery_id: string;
    readonly to: string;
    readonly text: string;
    readonly state: string;
    readonly created_at: string;
  }
  const ledger = async (state?: string) => {
    const found = await database.owner.query<Row>(
      `select d.delivery_id, c.platform_conversation_id as to, d.content->>'text' as text, d.state, d.created_at
     from delivery d join conversation c using (conversation_id)
     where d.account_id = $1 and d.cause is not null and ($2::text is null or d.state = $2) order by d.created_at, 2`,
      [tenant.accountId, state ?? null],
    );
    return found.rows;
  };
  const apply = (deliveryId: string, event: DeliveryEvent) =>
    ingest(database.engine, tenant.accountId, [
      { kind: 'delivery', owner: ownerOf(), deliveryId: asDeliveryId(deliveryId), event, accepted: null },
    ]);
  /** The marketplace takes what waits. */
  async function settle(): Promise<void> {
    for (const row of await ledger('pending')) {
      await apply(row.delivery_id, { event: 'accept', platformMessageId: `m-${row.delivery_id}` as never });
    }
  }
  async function refuse(): Promise<void> {
    for (const row of await ledger('pending')) {
      await apply(row.delivery_id, { event: 'refuse', refusal: refusal('blocked_by_user', 'no') });
    }
  }
  /** Somebody waits for a lock. */
  const isLocked = () =>
    expect
      .poll(async () => {
        const found = await database.owner.query("select from pg_stat_activity where wait_event_type = 'Lock'");
        return found.rowCount;
      })
      .toBeGreaterThan(0);
  const texts = async (state?: string) => (await ledger(state)).map((row) => `${row.to}: ${row.text}`);
  return {
    calls,
    clock,
    world,
    buyers,
    write,
    conversationIds,
    isLocked,
    shopIdOf,
    order,
    named,
    task,
    save,
    codeOf,
    taskOf,
    counts,
    items,
    preview,
    recipients,
    work,
    housekeep,
    nextJob,
    nextJobs,
    workTogether,
    pass,
    ledger,
    apply,
    settle,
    refuse,
    texts,
    loggedIn,
    openProgram,
    get database() {
      return database;
    },
    get web() {
      return web;
    },
    get tenant() {
      return tenant;
    },
    get main() {
      return main;
    },
    get anna() {
      return anna;
    },
    get username() {
      return `bulk-send-${tenants}@x`;
    },
  };
}
