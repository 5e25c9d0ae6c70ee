import { CALLS } from '@pasar/api';
import { asBuyerId, type DomainEvent } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { KEPT_TABLES } from '../src/records/kept/tables.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { PNG } from './harness/picture-connector.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Stand in everything that is known of the buyer. */
const ID = '77001122';
const NAME = 'Somchai Rakdee';
const WORDS = 'please send it to my house in Lampang';
const { eraseBuyer } = CALLS.buyers;

let database: TestDatabase;
let web: TestWeb;
let tenant: TestTenant;
let owner: OwnedConnection;
let main: Visitor;
let sub: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  const anna = {
    username: 'erase:anna',
    password: 'right',
    name: 'Anna',
    permissionCodeList: ['chat', 'shopManager', 'setting'] as const,
    shops: [{ marketplace: 'shopee' as const, platformShopId: '11' }],
  };
  tenant = await makeTenant(database, 'erase@x', [['11', '12']], [anna]);
  [owner] = tenant.connections as [OwnedConnection];
  web = await openTestWeb(database);
  main = new Visitor(web.origin);
  sub = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'erase@x', 'right');
  await sub.logIn(CALLS.account.login, 'erase:anna', 'right');
  await fill();
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    tenant.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
const listed = (shop: string, conversation: string, lastMessageAt: number | null = null): DomainEvent => ({
  kind: 'conversation.listed',
  conversation: listing(shop, conversation, {
    buyer: { buyerId: asBuyerId(ID), name: NAME, avatarUrl: `https://pictures.example/${ID}` },
    lastMessageAt,
  }),
});
const wrote = (shop: string, conversation: string, number: number, sentAt = Date.now() - 1_000): DomainEvent => ({
  kind: 'message.received',
  via: 'history',
  message: messageAt(shop, conversation, number, 'buyer', {
    sentAt,
    content: { type: 'text', text: `${WORDS} ${number}` },
  }),
});

/** The buyer in two shops of the account, and another buyer in one of them. */
async function fill(): Promise<void> {
  const other = listing('11', 'other', { buyer: { buyerId: asBuyerId('55'), name: 'Other', avatarUrl: null } });
  await take(listed('11', 'a'), listed('12', 'b'), { kind: 'conversation.listed', conversation: other });
  await take(wrote('11', 'a', 1), wrote('11', 'a', 2), wrote('12', 'b', 3), {
    kind: 'message.received',
    via: 'history',
    message: messageAt('11', 'other', 4, 'buyer'),
  });
  const conversationId = await idOf('a');
  await main.call(CALLS.buyers.writeBuyerNote, { conversationId, text: `Always late: ${NAME}` });
  const { data } = (await main.call(CALLS.remarks.saveRemarkPicture, {
    type: 'image/png',
    file: PNG.toString('base64'),
  })) as { data: { pictureId: string } };
  const remark = { conversationId, kind: 'after_sales', content: `Refund ${NAME}`, pictureIds: [data.pictureId] };
  await main.call(CALLS.remarks.addBuyerRemark, remark);
  await main.call(CALLS.buyerTags.addBuyerTagToBuyer, { conversationId, buyerTagName: 'Late' });
  const { owner: sql } = database;
  await sql.query(
    `insert into known_buyer (shop_id, account_id, buyer_id, profile, profile_at, orders, orders_at)
     select shop_id, account_id, $1, jsonb_build_object('name', $2::text), 1, '{}', 1 from shop`,
    [ID, NAME],
  );
  await sql.query(
    'insert into consulted_product (shop_id, account_id, buyer_id, product_id, asked_at) select shop_id, account_id, $1, $1, 1 from shop',
    [ID],
  );
  await sql.query(
    `insert into translation (account_id, text_hash, target_language, translated, created_at)
     values ($1, sha256(convert_to($2 || ' 1', 'UTF8')), 'en', $2 || ' translated', 1), ($1, sha256('text 4'), 'en', 'kept', 1)`,
    [tenant.accountId, WORDS],
  );
  await sql.query(
    `insert into quarantine (account_id, connection_id, reason, bytes) values ($1, $2, 'odd', convert_to($3, 'UTF8')),
       ($1, $2, 'odd', 'of another')`,
    [tenant.accountId, owner.connectionId, `{"from":"${ID}","text":"${WORDS}"}`],
  );
  await sql.query('update connection set unreadable_count = 2');
  await sql.query(
    `with task as (insert into bulk_send_task (account_id, author, name, type, interval_seconds, target, conditions, content,
         created_at, state, cause, care_kind)
       values ($1, '', '', 'immediate', 10, '{}', '{}', '[]', 1, 'finish', 'orderCare', 'pay') returning task_id)
     insert into bulk_send_item (task_id, account_id, shop_id, conversation_id, buyer_name, order_id, order_number, care_kind,
       state, parts)
     select task_id, $1, shop_id, conversation_id, $2::text, 'order', 'order', 'pay', 'success',
       jsonb_build_array(jsonb_build_object('kind', 'text', 'text', $2::text))
     from task, conversation where platform_conversation_id = 'a'`,
    [tenant.accountId, NAME],
  );
  // A fan in a shop where there is no conversation yet.
  await sql.query(
    `insert into shop_fan (shop_id, buyer_id, account_id, buyer_name, reading_at) select shop_id, $1, account_id, $2, 1 from shop`,
    [ID, NAME],
  );
  await sql.query(
    `insert into bulk_send_item (task_id, account_id, shop_id, buyer_name, buyer_id, state)
     select task_id, t.account_id, shop_id, $2, $1, 'skip' from bulk_send_task t join shop using (account_id)
     where platform_shop_id = '12'`,
    [ID, NAME],
  );
  await deliver('a', 'refused');
  await sql.query(
    `insert into webhook_event (event_id, account_id, conversation_id, body)
     select gen_random_uuid(), account_id, conversation_id, $1 || buyer_id from conversation`,
    [WORDS.slice(0, 6)],
  );
}
const deliver = (conversation: string, state: string) =>
  database.owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, state, refusal_reason, created_at, content)
     select account_id, shop_id, conversation_id, $1, gen_random_uuid(), $3, 'message_refused', 1,
       jsonb_build_object('type', 'text', 'text', $4::text) from conversation where platform_conversation_id = $2`,
    [tenant.mainId, conversation, state, `Dear ${NAME}`],
  );
async function idOf(conversation: string): Promise<string> {
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where platform_conversation_id = $1',
    [conversation],
  );
  return found.rows[0]?.conversation_id ?? '';
}
/** The tables in which something of the buyer can be read. */
async function traces(): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(KEPT_TABLES)) {
    const rows = await database.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    const text = rows.rows.map(({ row }) => row).join('\n');
    const forms = [ID, NAME, WORDS].flatMap((word) => [word, Buffer.from(word).toString('hex')]);
    if (forms.some((form) => text.includes(form))) found.push(table);
  }
  return found;
}
const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.data);
const shops = async () =>
  (
    await database.owner.query(
      'select platform_shop_id as id, unread_count as unread, waiting_count as waiting from shop order by 1',
    )
  ).rows;

test('only the main account erases a buyer, and not while an answer to the buyer is on its way', async () => {
  const conversationId = await idOf('a');
  expect(codeOf(await sub.call(eraseBuyer, { conversationId }))).toBe('no_permission');
  await deliver('b', 'pending');
  expect(codeOf(await main.call(eraseBuyer, { conversationId }))).toBe('buyer_answers_waiting');
  expect(await traces()).toEqual(
    expect.arrayContaining(['message', 'conversation', 'buyer_note', 'known_buyer', 'change', 'remark', 'shop_fan']),
  );
  await database.owner.query("delete from delivery where state = 'pending'");
});

test('nothing of an erased buyer is left in any table, open windows forget the buyer, and others are as they were', async () => {
  expect(await shops()).toEqual([
    { id: '11', unread: 3, waiting: 2 },
    { id: '12', unread: 1, waiting: 1 },
  ]);
  const window = await main.live(Number((await database.owner.query('select seq from account_counter')).rows[0]?.seq));
  const ids = [await idOf('a'), await idOf('b')];
  expect(codeOf(await main.call(eraseBuyer, { conversationId: ids[0] }))).toEqual({});
  expect(await traces()).toEqual([]);
  await window.until(({ changes }) => changes.filter(({ kind }) => kind === 'gone').length === 2);
  const told = window.changes.flatMap(({ conversationIds }) => (conversationIds as string[] | undefined) ?? []);
  expect(told.sort()).toEqual(ids.sort());
  window.close();
  expect(await shops()).toEqual([
    { id: '11', unread: 1, waiting: 1 },
    { id: '12', unread: 0, waiting: 0 },
  ]);
  const left = await database.owner.query(
    `select (select count(*)::int from message) as messages, (select count(*)::int from translation) as translations,
       (select count(*)::int from webhook_event) as events,
       (select count(*)::int from bulk_send_item where order_id = 'order' and state = 'success') as cared,
       (select count(*)::int from remark_picture) as pictures, (select sum(count)::int from remark_count) as remarks, (select count(*)::int from quarantine) as unreadable, (select unreadable_count from connection) as counted`,
  );
  expect(left.rows).toEqual([
    { messages: 1, translations: 1, events: 1, cared: 1, unreadable: 1, counted: 1, pictures: 0, remarks: 0 },
  ]);
  const trail = await database.owner.query("select subject, shop_name from audit_entry where action = 'buyer_erased'");
  expect(trail.rows).toEqual([{ subject: null, shop_name: null }]);
});

test('a list or a history of the marketplace does not bring the buyer back; what the buyer writes anew is shown', async () => {
  const before = Date.now() - 3_600_000;
  await take(listed('11', 'a', before), listed('12', 'b'));
  const { unknown } = await take(wrote('11', 'a', 1, before));
  expect(unknown).toHaveLength(1);
  expect(await traces()).toEqual([]);
  const now = Date.now() + 1_000;
  await take(listed('11', 'a', now), wrote('11', 'a', 2, before), wrote('11', 'a', 9, now), {
    kind: 'conversation.readByBuyer',
    platformShopId: listing('11', 'a').platformShopId,
    platformConversationId: listing('11', 'a').platformConversationId,
    position: messageAt('11', 'a', 9, 'buyer').position,
  });
  await take(wrote('11', 'a', 1, before));
  const shown = await database.owner.query(
    `select content ->> 'text' as text, unread_count from message join conversation c using (conversation_id)
     where c.platform_conversation_id = 'a'`,
  );
  expect(shown.rows).toEqual([{ text: `${WORDS} 9`, unread_count: 1 }]);
});
