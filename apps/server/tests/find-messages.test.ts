import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** A long conversation; its first half is a day older than the second. */
const MESSAGES = 10_000;
const DAY = 86_400_000;
const SAID: Readonly<Record<number, object>> = {
  10: { type: 'text', text: '我想问发货时间，谢谢' },
  20: { type: 'text', text: 'ส่งของเมื่อไหร่คะ' },
  30: { type: 'text', text: 'Is the ＬＡＭＰ 100% new_or not?' },
  40: { type: 'products', products: [{ itemId: '1', title: 'Reading lamp' }], wireType: 'item', raw: {} },
  50: { type: 'order', order: { orderId: '171', orderNumber: '2611204ABCDEFG' }, wireType: 'order', raw: {} },
};

let database: TestDatabase;
let web: TestWeb;
let visitor: Visitor;
let conversationId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { accountId } = await makeTenant(database, 'ours@x', [['11']]);
  const { owner } = database;
  const made = await owner.query<{ conversation_id: string }>(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address, last_message_at)
     select account_id, shop_id, 'long', 'b', 'Ann', 'activated', false, '{}', 1 from shop where account_id = $1 returning conversation_id`,
    [accountId],
  );
  conversationId = made.rows[0]?.conversation_id ?? '';
  const facts = { price: null, oldPrice: null, iconUrl: null, actionUrl: null, status: null, total: null };
  const full = Object.entries(SAID).map(([at, content]) => {
    const text = JSON.stringify(content).replace('"itemId":"1"', `"itemId":"1",${JSON.stringify(facts).slice(1, -1)}`);
    return [Number(at), text.replace('"orderId":"171"', `"orderId":"171",${JSON.stringify(facts).slice(1, -1)}`)];
  });
  await owner.query(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content, status)
     select v.account_id, v.shop_id, v.conversation_id, number::text, number,
       number + case when number > ${MESSAGES / 2} then ${DAY} else 0 end, 'buyer',
       coalesce($2::jsonb->>(number::text), '{"type": "text", "text": "common words"}')::jsonb,
       case number when 60 then 'recalled' else 'available' end
     from conversation v, generate_series(1, ${MESSAGES}) number where conversation_id = $1`,
    [conversationId, JSON.stringify(Object.fromEntries(full))],
  );
  web = await openTestWeb(database);
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'ours@x', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const find = async (words: string, before?: string) => {
  const answer = await visitor.call(CALLS.chat.findMessages, { conversationId, words, ...(before ? { before } : {}) });
  if (answer.result !== 'success') throw new Error(JSON.stringify(answer));
  return CALLS.chat.findMessages.output.parse(answer.data);
};
const positions = async (words: string) => (await find(words)).found.map(({ position }) => position);

test.each([
  ['发货', '10'],
  ['เมื่อไหร่', '20'],
  ['lamp 100%', '30'],
  ['NEW_OR', '30'],
  ['reading', '40'],
  ['2611204abc', '50'],
])('%s is found in the message that says it', async (words, position) => {
  expect(await positions(words)).toEqual([position]);
});

test('a sign of a pattern is a sign, and what nobody said is not found', async () => {
  expect(await positions('n%w')).toEqual([]);
  expect(await find('nobody said this')).toEqual({ found: [], next: null });
});

test('many are found page by page, newest first, without what was recalled', async () => {
  const first = await find('COMMON');
  expect(first.found).toHaveLength(50);
  expect(first.found[0]?.position).toBe(`${MESSAGES}`);
  expect(first.next).toBe(`${MESSAGES - 49}`);
  const last = await find('common', '63');
  expect(last.found.map(({ position }) => position).slice(0, 3)).toEqual(['62', '61', '59']);
});

test('the message at a time is the first that is not older, or else the newest', async () => {
  const at = async (time: number) => {
    const answer = await visitor.call(CALLS.chat.messageAt, { conversationId, at: time });
    if (answer.result !== 'success') throw new Error(JSON.stringify(answer));
    return CALLS.chat.messageAt.output.parse(answer.data).message?.position;
  };
  expect(await at(0)).toBe('1');
  expect(await at(DAY)).toBe(`${MESSAGES / 2 + 1}`);
  expect(await at(9 * DAY)).toBe(`${MESSAGES}`);
});
