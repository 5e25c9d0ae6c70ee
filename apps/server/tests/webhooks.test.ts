import { fork } from 'node:child_process';
import { join } from 'node:path';
import { CALLS, type CallOutput } from '@pasar/api';
import { asShopId, WEBHOOK_LIMITS, type WebhookEventName } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { WebhookPoster } from '../src/engine/webhooks/post.ts';
import { Webhooks } from '../src/engine/webhooks/webhooks.ts';
import { appendingOf, type NewChange } from '../src/records/change-feed.ts';
import { webhookAddresses } from '../src/records/webhook-address.ts';
import { type Scope, wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { CHANGE_SAMPLES } from './harness/live-samples.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';
import { Receiver } from './harness/webhook-receiver.ts';

let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let main: Visitor;
let receiver: Receiver;
const running: Webhooks[] = [];

/** Messages of `messageAt` are of this time. */
const BEGIN = 1_760_000_000_000;

beforeAll(async () => {
  database = await openTestDatabase();
  ours = await makeTenant(database, 'ours@x', [['11', '12']]);
  theirs = await makeTenant(database, 'theirs@x', [['99']]);
  for (const [tenant, shop] of [
    [ours, '11'],
    [ours, '12'],
    [theirs, '99'],
  ] as const) {
    await ingest(database.engine, tenant.accountId, [
      {
        kind: 'event',
        owner: ownerOf(tenant),
        event: { kind: 'conversation.listed', conversation: listing(shop, 'c') },
      },
    ]);
  }
  web = await openTestWeb(database, null, { isWebhookPrivate: true, now: () => BEGIN });
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'ours@x', 'right');
  receiver = await Receiver.open();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((webhooks) => webhooks.stop()));
  receiver.received.length = 0;
  receiver.answer = () => 204;
  await database.owner.query('delete from webhook; delete from webhook_event');
});
afterAll(async () => {
  receiver.close();
  await web.close();
  await database.close();
});

const ownerOf = ({ connections: [owner] }: TestTenant): OwnedConnection => {
  if (owner === undefined) throw new Error('a tenant without a login');
  return owner;
};
const shopOf = (tenant: TestTenant, shop: string) => {
  const found = [...ownerOf(tenant).shopIds].find(([platform]) => platform === shop)?.[1];
  if (found === undefined) throw new Error(`no shop ${shop}`);
  return asShopId(found);
};

let number = 1_000;
/** A buyer, or the shop, writes a message that was never seen before. Returns its text. */
async function say(
  shop: string,
  { tenant = ours, author = 'buyer' as 'buyer' | 'seller', sentAt = BEGIN + 1 } = {},
): Promise<string> {
  number += 1;
  const message = messageAt(shop, 'c', number, author, { sentAt });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner: ownerOf(tenant), event: { kind: 'message.received', message, via: 'live' } },
  ]);
  return `text ${number}`;
}

async function add(
  path: string,
  events: readonly WebhookEventName[] = ['message.received'],
  shopIds: readonly string[] | null = null,
): Promise<CallOutput<typeof CALLS.webhooks.addWebhook>> {
  const answer = await main.call(CALLS.webhooks.addWebhook, { address: receiver.address(path), events, shopIds });
  return CALLS.webhooks.addWebhook.output.parse('data' in answer ? answer.data : answer);
}

async function start(): Promise<Webhooks> {
  const poster = new WebhookPoster(webhookAddresses(true), 2_000);
  const log = pino({ level: 'silent' });
  const webhooks = new Webhooks({ database: database.engine, secrets: database.secrets, poster, log, lookMs: 50 });
  running.push(webhooks);
  await webhooks.start();
  return webhooks;
}

const deliveries = async () =>
  (await database.owner.query('select * from webhook_delivery order by event_id')).rows as readonly {
    readonly event_id: string;
    readonly state: string;
    readonly attempts: number;
    readonly status: number | null;
    readonly failure: string | null;
    readonly due_at: Date;
    readonly tried_at: Date;
  }[];
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const texts = (path: string) =>
  receiver
    .at(path)
    .map(({ body }) =>
      'message' in body.data && body.data.message.content.type === 'text' ? body.data.message.content.text : body.type,
    );

describe('what is told', () => {
  test('a buyer writes: every webhook that wants it gets the signed event, and nobody else', async () => {
    const all = await add('/all', ['message.received', 'message.sent', 'conversation.changed', 'shop.changed']);
    await add('/second-shop', ['message.received'], [shopOf(ours, '12')]);
    await start();
    const text = await say('11');
    await say('99', { tenant: theirs });
    const answer = await say('11', { author: 'seller' });
    await say('11', { sentAt: BEGIN - 1 });
    const received = await receiver.until('/all', 5);
    for (const one of received) Receiver.verify(all.secret, one);
    expect(received.map(({ body }) => body.type).toSorted()).toEqual([
      ...['conversation.changed', 'conversation.changed', 'conversation.changed'],
      ...['message.received', 'message.sent'],
    ]);
    expect(texts('/all')).toEqual(expect.arrayContaining([text, answer]));
    expect(new Set(received.map(({ body }) => 'shopId' in body.data && body.data.shopId))).toEqual(
      new Set([shopOf(ours, '11')]),
    );
    const other = await say('12');
    await receiver.until('/second-shop', 1);
    expect(texts('/second-shop')).toEqual([other]);
  });

  test('an event is stored with its message or not at all, and nothing is stored for a webhook that is off', async () => {
    const { webhookId } = await add('/off', ['message.received', 'conversation.changed']);
    await expect(
      database.engine.within(wholeAccount(ours.accountId), async (transaction) => {
        await transaction.query(appendingOf(ours.accountId, [aChange()]));
        throw new Error('the transaction ends');
      }),
    ).rejects.toThrow('the transaction ends');
    expect(await deliveries()).toEqual([]);
    const address = receiver.address('/off');
    await main.call(CALLS.webhooks.saveWebhook, {
      webhookId,
      isOn: false,
      address,
      events: ['message.received'],
      shopIds: null,
    });
    await say('11');
    expect(await deliveries()).toEqual([]);
  });

  test('a removed shop is told, also to a webhook of that shop alone', async () => {
    const tenant = await makeTenant(database, 'removing@x', [['71']]);
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, 'removing@x', 'right');
    const shopId = shopOf(tenant, '71');
    await visitor.call(CALLS.webhooks.addWebhook, {
      address: receiver.address('/removed'),
      events: ['shop.removed'],
      shopIds: [shopId],
    });
    await start();
    await visitor.call(CALLS.shops.deleteUser, { userId: '71', platform: 'shopee' });
    expect((await receiver.until('/removed', 1))[0]?.body).toMatchObject({ type: 'shop.removed', data: { shopId } });
  });

  test('an account without a webhook pays one look at an index with its changes', async () => {
    await add('/ours');
    const { text, values } = appendingOf(theirs.accountId, [aChange()]);
    const plan = z
      .tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) })])
      .parse(
        (
          await database.engine.within(wholeAccount(theirs.accountId), (transaction) =>
            transaction.query({ text: `explain (analyze, format json) ${text}`, values: values ?? [] }),
          )
        ).rows,
      );
    const looks = nodesOf(plan[0]['QUERY PLAN'][0].Plan).filter(({ table }) => table?.startsWith('webhook') === true);
    expect(looks.reduce((sum, { rows }) => sum + rows, 0)).toBe(0);
    // All other looks were never carried out.
    const scans = looks.filter(({ kind, loops }) => kind.includes('Scan') && loops > 0);
    expect(scans).toMatchObject([{ table: 'webhook', loops: 1 }]);
    expect(nodesOf(plan[0]['QUERY PLAN'][0].Plan).some(({ table, rows }) => table === 'change' && rows >= 0)).toBe(
      true,
    );
  });
});

describe('who sees it', () => {
  test.each(['webhook', 'webhook_event', 'webhook_delivery'])('%s shows nothing to another account', async (table) => {
    await add('/seen');
    await say('11');
    const seen = async (scope: Scope, role: 'app' | 'engine') =>
      database[role].within(scope, async (transaction) => (await transaction.query(`select from ${table}`)).rowCount);
    expect(await seen(wholeAccount(ours.accountId), 'app')).toBe(1);
    expect(await seen(wholeAccount(theirs.accountId), 'app')).toBe(0);
    // A sub-account's transaction has to see who wants to be told, and none of what was told.
    const member = { accountId: ours.accountId, shops: 'granted', memberId: ours.mainId } as const;
    expect(await seen(member, 'app')).toBe(table === 'webhook' ? 1 : 0);
    // One look of the engine finds the work of all accounts, but not what the events say.
    expect(await seen(wholeAccount(theirs.accountId), 'engine')).toBe(table === 'webhook_event' ? 0 : 1);
    await expect(
      database.engine.within(wholeAccount(theirs.accountId), (transaction) =>
        transaction.query(`delete from ${table}`),
      ),
    ).resolves.toMatchObject({ rowCount: 0 });
  });

  test("a sub-account's own change is told, though the sub-account may not read what was told", async () => {
    await add('/sub', ['conversation.changed']);
    const member = { accountId: ours.accountId, shops: 'granted', memberId: ours.mainId } as const;
    await database.app.within(member, (transaction) => transaction.query(appendingOf(ours.accountId, [aChange()])));
    await start();
    expect((await receiver.until('/sub', 1))[0]?.body.type).toBe('conversation.changed');
  });

  test('only the main account may ask for webhooks', () => {
    for (const call of Object.values(CALLS.webhooks)) expect(call.access).toEqual(CALLS.team.getChildUserCnt.access);
  });
});

describe('how it is delivered', () => {
  test('a failure is tried again later under the same id; what fails in a row waits longer and longer', async () => {
    const { webhookId } = await add('/flaky');
    receiver.answer = () => 500;
    await start();
    await say('11');
    await until(async () => expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, status: 500 }]));
    const [first] = await deliveries();
    expect((first?.due_at.getTime() ?? 0) - (first?.tried_at.getTime() ?? 0)).toBe(WEBHOOK_LIMITS.retryMs[0]);
    receiver.answer = () => 302;
    await dueNow();
    await until(async () =>
      expect(await deliveries()).toMatchObject([{ attempts: 2, status: 302, failure: 'answer' }]),
    );
    expect(receiver.at('/elsewhere')).toEqual([]);
    receiver.answer = () => 204;
    await dueNow();
    await until(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 3 }]));
    expect(new Set(receiver.at('/flaky').map(({ id }) => id)).size).toBe(1);

    const log = await main.call(CALLS.webhooks.webhookDeliveries, { webhookId });
    expect(log).toMatchObject({ data: { deliveries: [{ state: 'delivered', attempts: 3, status: 204 }] } });
    await main.call(CALLS.webhooks.resendWebhookEvent, { webhookId, eventId: first?.event_id });
    await receiver.until('/flaky', 4);
    expect(new Set(receiver.at('/flaky').map(({ id }) => id)).size).toBe(1);
  });

  test('a webhook that has failed for days is switched off; so is one that answers 410; a test goes its way', async () => {
    const { webhookId } = await add('/dying');
    const gone = await add('/gone', ['message.sent']);
    receiver.answer = (path) => (path === '/gone' ? 410 : 500);
    await start();
    await say('11');
    await until(async () => expect(await deliveries()).toMatchObject([{ attempts: 1 }]));
    await database.owner.query(
      `update webhook set failing_since = failing_since - interval '6 days' where webhook_id = $1`,
      [webhookId],
    );
    await dueNow();
    const states = async () => {
      const answer = await main.call(CALLS.webhooks.webhooks);
      return CALLS.webhooks.webhooks.output.parse('data' in answer ? answer.data : answer).webhooks;
    };
    await until(async () =>
      expect(await states()).toMatchObject([{ isOn: false, off: { reason: 'failing' }, waiting: 1 }, { isOn: true }]),
    );
    await main.call(CALLS.webhooks.testWebhook, { webhookId: gone.webhookId });
    await until(async () => expect((await states())[1]).toMatchObject({ isOn: false, off: { reason: 'gone' } }));
    expect(receiver.at('/gone')[0]?.body.type).toBe('webhook.test');

    receiver.answer = () => 204;
    await dueNow();
    const address = receiver.address('/dying');
    await main.call(CALLS.webhooks.saveWebhook, {
      webhookId,
      isOn: true,
      address,
      events: ['message.received'],
      shopIds: null,
    });
    await until(async () =>
      expect((await states())[0]).toMatchObject({ isOn: true, off: null, failingSince: null, waiting: 0 }),
    );
  });

  test('one process at a time delivers to a webhook', async () => {
    await add('/shared');
    await Promise.all([start(), start(), start()]);
    for (let count = 0; count < 20; count += 1) await say('11');
    await until(async () => expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true));
    expect(receiver.at('/shared')).toHaveLength(20);
    expect((await deliveries()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test('kill -9 in the middle of a request: another process sends the event once more, under the same id', async () => {
    await add('/killed');
    const text = await say('11');
    receiver.answer = () => 'hang';
    const child = fork(join(import.meta.dirname, 'harness/webhook-process.ts'), {
      env: { ...process.env, WEBHOOK_DATABASE: JSON.stringify(database.config) },
    });
    await receiver.until('/killed', 1);
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    receiver.answer = () => 204;
    await start();
    // The claim of the dead process stands until it lapses.
    await say('12');
    expect(receiver.at('/killed')).toHaveLength(1);
    await database.owner.query("update webhook set claim_until = '-infinity'");
    await receiver.until('/killed', 3);
    const [first, again] = receiver.at('/killed').filter((_, place) => texts('/killed')[place] === text);
    expect(again?.id).toBe(first?.id);
    await until(async () => expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']));
  });
});

describe('where it may stand', () => {
  test('an address that the server may not dial is refused when it is saved, and when it is sent to', async () => {
    const strict = await openTestWeb(database, null, { isWebhookPrivate: false });
    const visitor = new Visitor(strict.origin);
    await visitor.logIn(CALLS.account.login, 'ours@x', 'right');
    const input = { address: receiver.address('/strict'), events: ['message.received'], shopIds: null };
    expect(await visitor.call(CALLS.webhooks.addWebhook, input)).toMatchObject({ code: 'webhook_address' });
    await strict.close();
    const poster = new WebhookPoster(webhookAddresses(false));
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const outcome = (address: string) =>
      poster.post({ address, secret, eventId: 'e', body: '{}' }, new AbortController().signal);
    expect(await outcome(receiver.address('/strict'))).toEqual({ status: null, failure: 'forbidden' });
    expect(await outcome('https://localtest.localhost/')).toEqual({ status: null, failure: 'forbidden' });
    await poster.close();
    expect(receiver.received).toEqual([]);
  });
});

const dueNow = () =>
  database.owner.query(
    "update webhook_delivery set due_at = '-infinity'; update webhook set paused_until = '-infinity'",
  );

const aChange = (): NewChange => {
  const shopId = shopOf(ours, '11');
  return { change: CHANGE_SAMPLES.conversation(shopId), shopId, memberId: null };
};

interface PlanNode {
  readonly kind: string;
  readonly table: string | undefined;
  readonly rows: number;
  readonly loops: number;
}
const planNode = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  Plans: z.array(z.unknown()).optional(),
});
function nodesOf(plan: unknown): readonly PlanNode[] {
  const node = planNode.parse(plan);
  const { 'Node Type': kind, 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': loops } = node;
  return [{ kind, table, rows, loops }, ...(node.Plans ?? []).flatMap(nodesOf)];
}
