import { CALLS } from '@pasar/api';
import { asBuyerId, type DomainEvent } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { forgetChanges } from '../src/records/change-feed.ts';
import { type Scope, wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Live changes hold what members are told of a buyer. They go with the buyer, and with the shop. */
const NAME = 'Somchai Rakdee';
const WORDS = 'my house in Lampang';
let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let main: Visitor;
let sub: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  tenants += 1;
  const person = {
    username: `forget${tenants}:sub`,
    password: 'right',
    name: 'Suda',
    permissionCodeList: ['chat', 'remark'] as const,
    shops: [{ marketplace: 'shopee' as const, platformShopId: '11' }],
  };
  tenant = await makeTenant(database, `forget${tenants}@x`, [['11', '12']], [person]);
  main = await loggedIn(`forget${tenants}@x`);
  sub = await loggedIn(person.username);
  for (const [shop, conversation, name] of [
    ['11', 'a', NAME],
    ['12', 'b', 'Other'],
  ] as const) {
    await take(
      {
        kind: 'conversation.listed',
        conversation: listing(shop, conversation, {
          buyer: { buyerId: asBuyerId(`buyer of ${conversation}`), name, avatarUrl: null },
        }),
      },
      {
        kind: 'message.received',
        via: 'history',
        message: messageAt(shop, conversation, 1, 'buyer', { content: { type: 'text', text: `${WORDS} ${shop}` } }),
      },
    );
  }
  // Conversations are handed over to members who are here.
  const window = await sub.live(1);
  window.say(JSON.stringify({ type: 'stance', conversationId: null, isTyping: false, isAway: false }));
  await window.until(({ moments }) => moments.some(({ kind }) => kind === 'present'));
  await tellAllOf(await idOf('a'));
  window.close();
});

async function loggedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, name, 'right');
  return visitor;
}
async function take(...events: DomainEvent[]): Promise<void> {
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(
    database.engine,
    tenant.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
}
async function idOf(conversation: string): Promise<string> {
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where account_id = $1 and platform_conversation_id = $2',
    [tenant.accountId, conversation],
  );
  return found.rows[0]?.conversation_id ?? '';
}
const done = (answer: AnyAnswer) => {
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
};

/** Changes of every kind that holds something of a buyer; those that are addressed to a member also from another one. */
async function tellAllOf(conversationId: string): Promise<void> {
  const to = CALLS.chat.snapshot.output.parse(
    await sub.call(CALLS.chat.snapshot, {}).then((answer) => (answer.result === 'success' ? answer.data : answer)),
  ).member.memberId;
  const text = `Dear ${NAME}`;
  done(await main.call(CALLS.chat.sendText, { conversationId, clientId: crypto.randomUUID(), text }));
  await database.owner.query("update delivery set state = 'refused', refusal_reason = 'message_refused'");
  for (const visitor of [main, sub]) {
    done(await visitor.call(CALLS.together.saveDraft, { conversationId, text, changedAt: Date.now() }));
  }
  done(await main.call(CALLS.together.assign, { conversationId, from: null, to, note: `Ask ${NAME}` }));
  for (const content of [`Refund ${NAME}`, `Call ${NAME}`]) {
    const remark = { conversationId, kind: 'after_sales', content, assigneeId: to };
    done(await main.call(CALLS.remarks.addBuyerRemark, remark));
  }
  // The conversation of the shop with the buyer was not known yet.
  await database.owner.query(
    `update change set payload = (payload::jsonb || '{"conversationId": null}')::json
     where kind = 'remarkAssigned' and seq = (select max(seq) from change where kind = 'remarkAssigned')`,
  );
}

/** The kinds of the account's changes in which one of the words stands, each once for a member to whom it is addressed. */
async function kindsWith(...words: readonly string[]): Promise<string[]> {
  const found = await database.owner.query<{ told: string }>(
    `select distinct kind || case when c.member_id is null then '' when m.is_main then ' to main' else ' to sub' end as told
     from change c left join member m using (member_id)
     where c.account_id = $1 and kind <> 'gone' and kind <> 'purge'
       and exists (select from unnest($2::text[]) as word where position(word in payload::text) > 0) order by 1`,
    [tenant.accountId, words],
  );
  return found.rows.map(({ told }) => told);
}
const ALL = [
  'assigned to sub',
  'conversation',
  'delivery',
  'draft to main',
  'draft to sub',
  'message',
  'remarkAssigned to sub',
];

test('nothing that windows were told of an erased buyer is left, to whomever it was addressed', async () => {
  const conversationId = await idOf('a');
  const of = [NAME, `${WORDS} 11`, conversationId];
  expect(await kindsWith(...of)).toEqual(ALL);
  done(await main.call(CALLS.buyers.eraseBuyer, { conversationId }));
  expect(await kindsWith(...of)).toEqual([]);
  expect(await kindsWith(`${WORDS} 12`)).toEqual(['conversation', 'message']);
});

test('nothing that windows were told of the buyers of an unbound shop is left, to whomever it was addressed', async () => {
  const of = [NAME, `${WORDS} 11`, await idOf('a')];
  // As an earlier version stored them.
  await database.owner.query("update change set shop_id = null where kind = 'draft'");
  expect(await kindsWith(...of)).toEqual(ALL);
  done(await main.call(CALLS.shops.deleteUser, { userId: '11', platform: 'shopee' }));
  expect(await kindsWith(...of)).toEqual([]);
  expect(await kindsWith(`${WORDS} 12`)).toEqual(['conversation', 'message']);
});

test('a member takes away the changes of no other account, and a sub-account none at all', async () => {
  const conversationId = await idOf('a');
  const before = await kindsWith(NAME);
  const other = await makeTenant(database, `stranger${tenants}@x`, [['91']]);
  const forget = (scope: Scope) =>
    database.app.within(scope, (transaction) =>
      forgetChanges(transaction, { shops: [], conversations: [conversationId] }),
    );
  await forget(wholeAccount(other.accountId));
  await forget({ accountId: tenant.accountId, shops: 'granted', memberId: tenant.mainId });
  expect(await kindsWith(NAME)).toEqual(before);
});
