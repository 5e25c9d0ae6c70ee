import { randomUUID } from 'node:crypto';
import { CALLS } from '@pasar/api';
import {
  asBuyerId,
  asPlatformShopId,
  type BuyerTagRuleStep,
  type BuyerTagRuleText,
  type OrderRecord,
  type ShopId,
} from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { tagSome } from '../src/engine/tagging/tag-some.ts';
import { makeTagger } from '../src/engine/tagging/tagger.ts';
import { TASKS } from '../src/engine/tasks/table.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { ask, codeOf } from './harness/assignment-team.ts';
import { listing, makeTenant, messageAt, type TestTenant } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { orderRecord } from './harness/orders.ts';
import { NEVER, TaskHarness, until } from './harness/task-harness.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Shops 11 and 12 of one account, and a stranger’s shop 99. */
const { buyerTagRules, changeBuyerTagRules, tryBuyerTagRule } = CALLS.buyerTagRules;
const { buyerTags } = CALLS;
const KINDS = { ...TASKS, housekeeping: NEVER, 'team-figures': { ...TASKS['team-figures'], cron: NEVER.cron } };
const DAY_MS = 86_400_000;

let harness: TaskHarness;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let main: Visitor;
let sub: Visitor;
let stranger: Visitor;
let vip: string;
let number = 0;
beforeAll(async () => {
  harness = await TaskHarness.open();
  const { database } = harness;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = {
    username: 'ours:suda',
    name: 'Suda',
    password: 'right',
    permissionCodeList: ['chat' as const],
    shops,
  };
  ours = await makeTenant(database, 'ours@x', [['11', '12']], [person]);
  theirs = await makeTenant(database, 'theirs@x', [['99']]);
  web = await openTestWeb(database);
  main = await signIn('ours@x');
  sub = await signIn('ours:suda');
  stranger = await signIn('theirs@x');
});
afterAll(async () => {
  await web.close();
  await harness.database.close();
});
beforeEach(async () => {
  await harness.clear();
  for (const table of ['buyer_tag', 'buyer_tag_rules', 'buyer_tag_rule_change', 'buyer_tag_watch', 'buyer_tag_due']) {
    await owner(`delete from ${table}`);
  }
  for (const table of ['buyer_tag_sweep', 'shop_order', 'conversation']) await owner(`delete from ${table}`);
  vip = (await ask(main, buyerTags.saveTag, { buyerTagName: 'VIP', color: 'blue' })).buyerTagId;
});
afterEach(() => harness.stopWorkers());

const owner = (text: string, values: unknown[] = []) => harness.database.owner.query(text, values);
async function signIn(username: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  expect((await visitor.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
  return visitor;
}
const connectionOf = ({ connections: [connection] }: TestTenant): OwnedConnection => {
  if (connection === undefined) throw new Error('no connection');
  return connection;
};
const shopId = (platformShopId: string): ShopId => {
  const found = connectionOf(ours).shopIds.get(asPlatformShopId(platformShopId));
  if (found === undefined) throw new Error('no shop');
  return found;
};

interface Said {
  readonly shop?: '11' | '12' | '99';
  readonly author?: 'buyer' | 'seller' | 'robot';
  readonly sentAt?: number;
}
/** The buyer `name` writes, in a conversation of that name. */
async function hear(name: string, text: string, { shop = '11', author = 'buyer', sentAt = Date.now() }: Said = {}) {
  const tenant = shop === '99' ? theirs : ours;
  const by = connectionOf(tenant);
  number += 1;
  const message = messageAt(shop, name, number, author, { content: { type: 'text', text }, sentAt });
  const buyer = { buyerId: asBuyerId(`id-${name}`), name, avatarUrl: null };
  await ingest(harness.database.engine, tenant.accountId, [
    { kind: 'event', owner: by, event: { kind: 'conversation.listed', conversation: listing(shop, name, { buyer }) } },
    { kind: 'event', owner: by, event: { kind: 'message.received', message, via: 'live' } },
  ]);
}
async function book(name: string, orderId: string, status: OrderRecord['status'], amount = '10', readAt = Date.now()) {
  const record = orderRecord(orderId, {
    buyerId: asBuyerId(`id-${name}`),
    status,
    total: { amount, currency: 'THB' },
    changedAt: readAt,
  });
  await harness.database.engine.within(wholeAccount(ours.accountId), (transaction) =>
    storeOrders(transaction, { accountId: ours.accountId, shopId: shopId('11'), records: [record], readAt }),
  );
}
const aRule = (more: Partial<BuyerTagRuleText> = {}): BuyerTagRuleText => ({
  ruleId: randomUUID(),
  name: 'Asks for COD',
  tagId: vip,
  shopIds: null,
  condition: { kind: 'words', words: ['cod', '货到付款'], isWhole: false },
  ...more,
});
const step = (change: BuyerTagRuleStep, by = main) => ask(by, changeBuyerTagRules, { step: JSON.stringify(change) });
async function switchOn(rule: BuyerTagRuleText, withRecent = false): Promise<BuyerTagRuleText> {
  await step({ kind: 'put', rule });
  await step({ kind: 'switchOn', ruleId: rule.ruleId, withRecent });
  return rule;
}
const tried = (rule: BuyerTagRuleText) => ask(main, tryBuyerTagRule, { rule: JSON.stringify(rule) });
/** As a process does when it finds something new in the account. */
const look = (tenant = ours) =>
  harness.database.engine.within(wholeAccount(tenant.accountId), (transaction) =>
    tagSome(transaction, tenant.accountId, Date.now()),
  );
/** Who has which tag, as "buyer tag". */
async function tagged(): Promise<string[]> {
  const found = await owner(
    `select c.buyer_name || ' ' || t.name as one from buyer_tag_relation r join conversation c using (conversation_id)
       join buyer_tag t using (tag_id) order by 1`,
  );
  return found.rows.map((row) => row.one);
}
const idOf = async (name: string): Promise<string> =>
  (await owner('select conversation_id as id from conversation where platform_conversation_id = $1', [name])).rows[0]
    ?.id;

describe('the rules', () => {
  test('are none at first, and are changed by the main account, step by step, with a log', async () => {
    expect(await ask(main, buyerTagRules)).toEqual({ rules: [], sweeps: [], changes: [] });
    const rule = await switchOn(aRule());
    await step({ kind: 'put', rule: { ...rule, shopIds: [shopId('11')] } });
    await step({ kind: 'put', rule: { ...rule, shopIds: [shopId('11')] } });
    await step({ kind: 'switchOff', ruleId: rule.ruleId });
    const now = await ask(main, buyerTagRules);
    expect(now.rules).toEqual([{ ...rule, shopIds: [shopId('11')], onSince: null }]);
    expect(now.changes.map(({ event }) => event.kind)).toEqual(['switchedOff', 'changed', 'switchedOn', 'added']);
    expect(now.changes[0]?.changedBy).toBe('ours@x');
    await step({ kind: 'remove', ruleId: rule.ruleId });
    expect((await ask(main, buyerTagRules)).rules).toEqual([]);
  });

  test('are the main account’s alone, each account’s own, and name tags of the account', async () => {
    const rule = aRule();
    await step({ kind: 'put', rule });
    const put = JSON.stringify({ kind: 'put', rule });
    expect(await codeOf(sub, changeBuyerTagRules, { step: put })).toBe('no_permission');
    expect(await codeOf(sub, tryBuyerTagRule, { rule: JSON.stringify(rule) })).toBe('no_permission');
    expect(await codeOf(stranger, changeBuyerTagRules, { step: put })).toBe('not_found');
    const foreign = JSON.stringify({ kind: 'remove', ruleId: rule.ruleId });
    expect(await codeOf(stranger, changeBuyerTagRules, { step: foreign })).toBe('not_found');
    expect(await ask(stranger, buyerTagRules)).toEqual({ rules: [], sweeps: [], changes: [] });
  });

  test('of two windows at the same moment are both kept, up to the most', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => step({ kind: 'put', rule: aRule({ name: `Rule ${n}` }) })));
    expect((await ask(main, buyerTagRules)).rules).toHaveLength(50);
    const more = JSON.stringify({ kind: 'put', rule: aRule() });
    expect(await codeOf(main, changeBuyerTagRules, { step: more })).toBe('buyer_tag_rules_full');
  });
});

describe('a look at what is new', () => {
  test('tags who writes one of the words from now on, and nobody for what the shop or a robot writes', async () => {
    await hear('before', 'COD?');
    await switchOn(aRule());
    await hear('ann', 'Is ＣＯＤ possible?');
    await hear('bo', '可以货到付款吗');
    await hear('cy', 'Hello');
    await hear('dee', 'cod', { author: 'seller' });
    await hear('eve', 'cod', { author: 'robot' });
    await hear('old', 'cod', { sentAt: Date.now() - DAY_MS });
    await look();
    expect(await tagged()).toEqual(['ann VIP', 'bo VIP']);
    const { relations } = await ask(sub, buyerTags.getBuyerTagsInfo, { conversationId: await idOf('ann') });
    expect(relations).toMatchObject([{ buyerTagName: 'VIP', addedBy: 'Asks for COD', isByRule: true }]);
  });

  test('does nothing while no rule is on, in other shops, or in another account', async () => {
    await step({ kind: 'put', rule: aRule() });
    await hear('ann', 'cod');
    await look();
    expect((await owner('select from buyer_tag_watch')).rowCount).toBe(0);
    await switchOn(aRule({ shopIds: [shopId('12')] }));
    await hear('bo', 'cod');
    await hear('cy', 'cod', { shop: '12' });
    await hear('dee', 'cod', { shop: '99' });
    await look();
    await look(theirs);
    expect(await tagged()).toEqual(['cy VIP']);
  });

  test('does not contradict a member who takes the tag off, or who gave it', async () => {
    const rule = await switchOn(aRule());
    const buyerTagId = vip;
    await hear('ann', 'cod');
    await hear('bo', 'hello');
    await ask(main, buyerTags.addBuyerTagToBuyer, { conversationId: await idOf('bo'), buyerTagId });
    await hear('bo', 'cod');
    await look();
    for (const name of ['ann', 'bo']) {
      await ask(main, buyerTags.removeBuyerTagRelation, { conversationId: await idOf(name), buyerTagId });
      await hear(name, 'cod!');
    }
    await look();
    expect(await tagged()).toEqual([]);
    // Another rule, or another tag, is another thing.
    const hot = (await ask(main, buyerTags.saveTag, { buyerTagName: 'Hot', color: 'red' })).buyerTagId;
    await step({ kind: 'put', rule: { ...rule, tagId: hot } });
    await hear('ann', 'cod?');
    await look();
    expect(await tagged()).toEqual(['ann Hot']);
  });

  test('leaves the tags of a rule that is removed, and gives none of a tag that is deleted', async () => {
    const rule = await switchOn(aRule());
    await hear('ann', 'cod');
    await look();
    await step({ kind: 'remove', ruleId: rule.ruleId });
    expect(await tagged()).toEqual(['ann VIP']);
    await switchOn(aRule());
    await ask(main, buyerTags.deleteTag, { buyerTagId: vip });
    await hear('bo', 'cod');
    await look();
    expect(await tagged()).toEqual([]);
  });

  test('keeps the most tags of a buyer, and looks at the buyer again', async () => {
    await switchOn(aRule());
    await hear('ann', 'hello');
    for (let n = 0; n < 20; n += 1) {
      await ask(main, buyerTags.addBuyerTagToBuyer, { conversationId: await idOf('ann'), buyerTagName: `Tag ${n}` });
    }
    await hear('ann', 'cod');
    await look();
    expect(await tagged()).toHaveLength(20);
    await owner("delete from buyer_tag where name = 'Tag 3'");
    await hear('ann', 'cod!');
    await look();
    expect(await tagged()).toContain('ann VIP');
  });

  test('tags whose order has the state, when the order changes and when the buyer writes first later', async () => {
    await hear('ann', 'hello');
    await book('ann', '1', 'unpaid');
    expect((await owner('select from buyer_tag_due')).rowCount).toBe(0);
    await switchOn(aRule({ condition: { kind: 'orders', statuses: ['refund'] } }));
    await book('ann', '1', 'refund');
    await book('bo', '2', 'refund');
    await book('cy', '3', 'finished');
    await look();
    expect(await tagged()).toEqual(['ann VIP']);
    await hear('bo', 'hello');
    await hear('cy', 'hello');
    await look();
    expect(await tagged()).toEqual(['ann VIP', 'bo VIP']);
    expect((await owner('select from buyer_tag_due')).rowCount).toBe(0);
  });

  test('tags who has spent enough, by the orders that count as sales', async () => {
    await switchOn(aRule({ condition: { kind: 'spent', least: { amount: '100', currency: 'THB' } } }));
    await hear('ann', 'hello');
    await book('ann', '1', 'finished', '60');
    await book('ann', '2', 'cancelled', '60');
    await look();
    expect(await tagged()).toEqual([]);
    await book('ann', '3', 'wait_seller_send', '40.00');
    await look();
    expect(await tagged()).toEqual(['ann VIP']);
  });

  test('is made once by several processes, and by one that died before its end', async () => {
    await switchOn(aRule());
    for (const name of ['a', 'b', 'c', 'd']) await hear(name, 'cod');
    const died = harness.database.engine.within(wholeAccount(ours.accountId), async (transaction) => {
      await tagSome(transaction, ours.accountId, Date.now());
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect(await tagged()).toEqual([]);
    await Promise.all([look(), look(), look()]);
    expect(await tagged()).toHaveLength(4);
    expect((await owner('select buyer_count from buyer_tag')).rows).toEqual([{ buyer_count: 4 }]);
  });

  test('tells the windows that tags have changed', async () => {
    await switchOn(aRule());
    await hear('ann', 'cod');
    const { seq } = await ask(main, CALLS.chat.snapshot);
    const window = await main.live(seq);
    await look();
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'buyerTags'));
    window.close();
  });

  test('finds what was lost with the feed by a look at the recent buyers', async () => {
    await switchOn(aRule());
    await hear('ann', 'cod');
    await owner('truncate change');
    await look();
    expect(await tagged()).toEqual([]);
    harness.start(KINDS);
    await until(async () => expect(await tagged()).toEqual(['ann VIP']));
    await hear('bo', 'cod');
    await look();
    expect(await tagged()).toEqual(['ann VIP', 'bo VIP']);
  });

  test('is made by a process by itself', async () => {
    await switchOn(aRule());
    const { database } = harness;
    const tagger = makeTagger({
      database: database.engine,
      log: captureLog().logger,
      isTaking: () => false,
      now: Date.now,
    });
    tagger.start();
    await hear('ann', 'cod');
    await expect.poll(tagged, { timeout: 20_000 }).toEqual(['ann VIP']);
    await tagger.stop();
  });
});

describe('recent buyers', () => {
  test('are counted by a trial that changes nothing', async () => {
    await hear('ann', 'cod');
    await hear('ann', 'hello');
    await hear('bo', 'cod', { shop: '12' });
    await hear('cy', 'cod');
    await hear('old', 'cod', { sentAt: Date.now() - 31 * DAY_MS });
    await hear('stranger', 'cod', { shop: '99' });
    await ask(main, buyerTags.addBuyerTagToBuyer, { conversationId: await idOf('cy'), buyerTagId: vip });
    expect(await tried(aRule())).toEqual({ fresh: 2, known: 1, isWhole: true });
    expect(await tried(aRule({ shopIds: [shopId('12')] }))).toEqual({ fresh: 1, known: 0, isWhole: true });
    await book('ann', '1', 'refund');
    expect(await tried(aRule({ condition: { kind: 'orders', statuses: ['refund'] } }))).toMatchObject({ fresh: 1 });
    expect(await tagged()).toEqual(['cy VIP']);
  });

  test('are tagged by a task where that is chosen, as many as the trial has counted', async () => {
    await owner(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, last_message_at, last_position)
       select $1, $2, number::text, number::text, 'buyer ' || number, 'activated', false, '{}', $3::bigint - number, number
       from generate_series(1, 600) number`,
      [ours.accountId, shopId('11'), Date.now()],
    );
    await owner(
      `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
       select account_id, shop_id, conversation_id, buyer_id, last_position, last_message_at, 'buyer',
         json_build_object('type', 'text', 'text', case last_position % 2 when 0 then 'cod' else 'hi' end) from conversation`,
    );
    const rule = aRule();
    expect(await tried(rule)).toEqual({ fresh: 300, known: 0, isWhole: true });
    await switchOn(rule, true);
    expect((await ask(main, buyerTagRules)).sweeps).toEqual([
      { ruleId: rule.ruleId, total: 600, looked: 0, tagged: 0, isDone: false },
    ]);
    harness.start(KINDS);
    const done = { ruleId: rule.ruleId, total: 600, looked: 600, tagged: 300, isDone: true };
    await until(async () => expect((await ask(main, buyerTagRules)).sweeps).toEqual([done]));
    expect(await tagged()).toHaveLength(300);
    expect(await tried(rule)).toEqual({ fresh: 0, known: 300, isWhole: true });
  });

  test('are left alone when the rule is switched off again before the task begins', async () => {
    await hear('ann', 'cod');
    const rule = await switchOn(aRule(), true);
    await step({ kind: 'switchOff', ruleId: rule.ruleId });
    expect((await ask(main, buyerTagRules)).sweeps).toMatchObject([{ isDone: true }]);
    harness.start(KINDS);
    await until(async () => expect(await harness.jobs()).toEqual([]));
    expect(await tagged()).toEqual([]);
  });
});
