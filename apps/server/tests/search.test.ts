import { CALLS, type CallInput } from '@pasar/api';
import { asShopId, type MemberId } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversations } from '../src/features/chat/read.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';

/** Search by the name of a buyer. Shops 11 and 12 are ours, the sub-account sees 11 only; 99 is of another account. */
let database: TestDatabase;
let main: Member;
let sub: Member;
const shopIds = new Map<string, string>();
/** More conversations of one name than a search looks up one by one. */
const MANY = 1_100;

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['chat'] as const, shops };
  const ours = await makeTenant(database, 'ours@x', [['11', '12']], [person]);
  await makeTenant(database, 'theirs@x', [['99']]);
  const found = await database.owner.query<{ shop_id: string; platform_shop_id: string }>('select * from shop');
  for (const row of found.rows) shopIds.set(row.platform_shop_id, row.shop_id);
  main = await memberOf(ours, 'ours@x');
  sub = await memberOf(ours, 'sub');
  const names = [
    '王芳',
    '王美玲',
    '李芳',
    'สมชาย ใจดี',
    'สมหญิง น้ำใจ',
    'Somchai',
    'ＢＵＤＩ',
    'ÉLODIE',
    '100%',
    'a_b',
    'ﾃｽﾄ',
    '',
  ];
  for (const [number, name] of names.entries()) await add('11', name, number + 1);
  await add('12', '王芳 二', 100);
  await add('99', '王芳', 200);
  await database.owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at)
     select account_id, shop_id, 'many ' || number, 'b', 'many ' || number, 'activated', false, '{}', 1000 + number
     from shop, generate_series(1, ${MANY}) number where platform_shop_id = '12'`,
  );
});
afterAll(() => database.close());

async function memberOf({ accountId }: TestTenant, username: string): Promise<Member> {
  const found = await database.owner.query<{ member_id: MemberId }>(
    'select member_id from member where username = $1',
    [username],
  );
  const [row] = found.rows;
  const member = row && (await findMember(database.app, accountId, row.member_id, false));
  if (!member) throw new Error('no such member');
  return member;
}

async function add(shop: string, name: string, lastAt: number): Promise<void> {
  await database.owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at)
     select account_id, shop_id, 'one ' || $3::int, 'b', $2, 'activated', false, '{}', $3 from shop where platform_shop_id = $1`,
    [shop, name, lastAt],
  );
}

async function page(member: Member, more: Partial<CallInput<typeof CALLS.chat.conversations>>) {
  const input = { ...CALLS.chat.conversations.input.parse({}), ...more };
  const answer = await database.app.within(member.scope, (transaction) =>
    conversations({ transaction, member, now: Date.now() }, input),
  );
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { names: answer.data.conversations.map(({ buyer }) => buyer.name), next: answer.data.next };
}
const search = async (member: Member, words: string) => (await page(member, { search: words })).names;

test.each([
  ['two Chinese characters', '王芳', ['王芳 二', '王芳']],
  ['one character', '芳', ['王芳 二', '李芳', '王芳']],
  ['the end of a longer name', '美玲', ['王美玲']],
  ['characters of a name that are not neighbours', '王玲', []],
  ['a Thai word', 'ใจ', ['สมหญิง น้ำใจ', 'สมชาย ใจดี']],
  ['a Thai vowel that has two code points in the compared form', 'น้ำ', ['สมหญิง น้ำใจ']],
  ['other case', 'SOMCHAI', ['Somchai']],
  ['other case of a letter with an accent', 'élodie', ['ÉLODIE']],
  ['half width for full width', 'budi', ['ＢＵＤＩ']],
  ['full width for half width', 'ｓｏｍ', ['Somchai']],
  ['full width kana for half width', 'テスト', ['ﾃｽﾄ']],
  ['a character that is a pattern elsewhere', '%', ['100%']],
  ['another one', '_', ['a_b']],
  ['words across a space', 'ชาย ใจ', ['สมชาย ใจดี']],
  ['a name that nobody has', 'nobody', []],
])('finds %s', async (_what, words, names) => {
  expect(await search(main, words)).toEqual(names);
});

test('finds only what the member sees, in every scope', async () => {
  expect(await search(sub, '王芳')).toEqual(['王芳']);
  expect((await page(main, { search: '王芳', shopId: asShopId(shopIds.get('12') ?? '') })).names).toEqual(['王芳 二']);
  expect((await page(main, { search: '王芳', marketplace: 'shopee' })).names).toEqual(['王芳 二', '王芳']);
  expect((await page(main, { search: '王芳', marketplace: 'lazada' })).names).toEqual([]);
  expect((await page(main, { search: '王芳', tab: 'pinned' })).names).toEqual([]);
  expect((await page(main, { search: 'many', marketplace: 'lazada' })).names).toEqual([]);
  expect(await search(sub, 'many')).toEqual([]);
});

test('pages through more hits than are looked up one by one, without a gap', async () => {
  const met: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const found = await page(main, { search: 'MANY', limit: 200, ...(before === '' ? {} : { before }) });
    met.push(...found.names);
    before = found.next;
  }
  expect(met).toEqual(Array.from({ length: MANY }, (_, number) => `many ${MANY - number}`));
});

test('finds a buyer by the new name after a change, and not by the old one', async () => {
  await database.owner.query("update conversation set buyer_name = '陈伟' where buyer_name = '李芳'");
  expect(await search(main, '陈伟')).toEqual(['陈伟']);
  expect(await search(main, '李芳')).toEqual([]);
});

test('nobody but the look-up reads the parts of names', async () => {
  for (const pool of [database.app, database.engine]) {
    await expect(pool.query('parts', 'select from conversation_name', [])).rejects.toThrow('permission denied');
  }
  const outside = await database.app.query('outside', "select pasar_find_names('王芳', 10)", []);
  expect(outside).toEqual([]);
});
