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
import { expect } from 'vitest';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { tagSome } from '../../src/engine/tagging/tag-some.ts';
import { storeOrders } from '../../src/records/order-book.ts';
import { wholeAccount } from '../../src/storage/database.ts';
import { ask } from './assignment-team.ts';
import { listing, makeTenant, messageAt, type TestTenant } from './database.ts';
import { orderRecord } from './orders.ts';
import { TaskHarness } from './task-harness.ts';
import { openTestWeb, Visitor } from './web.ts';

const { changeBuyerTagRules, tryBuyerTagRule } = CALLS.buyerTagRules;
const FORGOTTEN = [
  ...['buyer_tag', 'buyer_tag_rules', 'buyer_tag_rule_change', 'buyer_tag_watch', 'buyer_tag_due'],
  ...['buyer_tag_sweep', 'shop_order', 'conversation'],
];

interface Heard {
  readonly shop?: '11' | '12' | '99';
  readonly author?: 'buyer' | 'seller' | 'robot';
  readonly sentAt?: number;
}

/** Shops 11 and 12 of one account, of which a sub-account sees 11, and a stranger’s shop 99. */
export type TagRules = Awaited<ReturnType<typeof openTagRules>>;

export async function openTagRules() {
  const harness = await TaskHarness.open();
  const { database } = harness;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'ours:suda', name: 'Suda', password: 'right', permissionCodeList: ['chat' as const] };
  const ours = await makeTenant(database, 'ours@x', [['11', '12']], [{ ...person, shops }]);
  const theirs = await makeTenant(database, 'theirs@x', [['99']]);
  const web = await openTestWeb(database);
  const signIn = async (username: string): Promise<Visitor> => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
    return visitor;
  };
  const main = await signIn('ours@x');
  const owner = (text: string, values: unknown[] = []) => database.owner.query(text, values);
  const connectionOf = ({ connections: [connection] }: TestTenant): OwnedConnection => {
    if (connection === undefined) throw new Error('no connection');
    return connection;
  };
  const shopId = (platformShopId: string): ShopId => {
    const found = connectionOf(ours).shopIds.get(asPlatformShopId(platformShopId));
    if (found === undefined) throw new Error('no shop');
    return found;
  };
  const step = (change: BuyerTagRuleStep) => ask(main, changeBuyerTagRules, { step: JSON.stringify(change) });
  let number = 0;
  let vip = '';
  return {
    harness,
    ours,
    theirs,
    main,
    sub: await signIn('ours:suda'),
    stranger: await signIn('theirs@x'),
    owner,
    shopId,
    step,
    /** The tag that rules give. */
    get vip(): string {
      return vip;
    },
    /** Forgets everything, and makes the tag. */
    async clear(): Promise<void> {
      await harness.clear();
      for (const table of FORGOTTEN) await owner(`delete from ${table}`);
      vip = (await ask(main, CALLS.buyerTags.saveTag, { buyerTagName: 'VIP', color: 'blue' })).buyerTagId;
    },
    /** The buyer `name` writes, in a conversation of that name. */
    async hear(
      name: string,
      text: string,
      { shop = '11', author = 'buyer', sentAt = Date.now() }: Heard = {},
    ): Promise<void> {
      const tenant = shop === '99' ? theirs : ours;
      const by = connectionOf(tenant);
      number += 1;
      const message = messageAt(shop, name, number, author, { content: { type: 'text', text }, sentAt });
      const buyer = { buyerId: asBuyerId(`id-${name}`), name, avatarUrl: null };
      const conversation = listing(shop, name, { buyer });
      await ingest(database.engine, tenant.accountId, [
        { kind: 'event', owner: by, event: { kind: 'conversation.listed', conversation } },
        { kind: 'event', owner: by, event: { kind: 'message.received', message, via: 'live' } },
      ]);
    },
    /** An order of the buyer `name` is read. */
    async book(name: string, orderId: string, status: OrderRecord['status'], amount = '10'): Promise<void> {
      const readAt = Date.now();
      const record = orderRecord(orderId, {
        buyerId: asBuyerId(`id-${name}`),
        status,
        total: { amount, currency: 'THB' },
        changedAt: readAt,
      });
      await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
        storeOrders(transaction, { accountId: ours.accountId, shopId: shopId('11'), records: [record], readAt }),
      );
    },
    aRule: (more: Partial<BuyerTagRuleText> = {}): BuyerTagRuleText => ({
      ruleId: randomUUID(),
      name: 'Asks for COD',
      tagId: vip,
      shopIds: null,
      condition: { kind: 'words', words: ['cod', '货到付款'], isWhole: false },
      ...more,
    }),
    async switchOn(rule: BuyerTagRuleText, withRecent = false): Promise<BuyerTagRuleText> {
      await step({ kind: 'put', rule });
      await step({ kind: 'switchOn', ruleId: rule.ruleId, withRecent });
      return rule;
    },
    tried: (rule: BuyerTagRuleText) => ask(main, tryBuyerTagRule, { rule: JSON.stringify(rule) }),
    /** As a process does when it finds something new in the account. */
    look: (tenant = ours) =>
      database.engine.within(wholeAccount(tenant.accountId), (transaction) =>
        tagSome(transaction, tenant.accountId, Date.now()),
      ),
    /** As a process that is killed before its transaction ends. */
    async die(): Promise<void> {
      const died = database.engine.within(wholeAccount(ours.accountId), async (transaction) => {
        await tagSome(transaction, ours.accountId, Date.now());
        throw new Error('killed');
      });
      await expect(died).rejects.toThrow('killed');
    },
    /** Who has which tag, as "buyer tag". */
    async tagged(): Promise<string[]> {
      const found = await owner(
        `select c.buyer_name || ' ' || t.name as one from buyer_tag_relation r join conversation c using (conversation_id)
           join buyer_tag t using (tag_id) order by 1`,
      );
      return found.rows.map((row) => row.one);
    },
    async idOf(name: string): Promise<string> {
      const found = await owner('select conversation_id as id from conversation where platform_conversation_id = $1', [
        name,
      ]);
      return found.rows[0]?.id;
    },
    async close(): Promise<void> {
      await web.close();
      await database.close();
    },
  };
}
