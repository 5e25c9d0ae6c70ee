import { CALLS, type CallInput, type ConversationFilter } from '@pasar/api';
import { IDLE_DAYS, type MemberId, ORDER_STATUSES, UNFINISHED_STATUSES } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversations } from '../src/features/chat/read.ts';
import { giveTag } from '../src/records/buyer-tags.ts';
import { matchingIds } from '../src/records/conversation-list.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';

/** Filters and sorts of the conversation list, against a count by hand over every conversation. */
const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const COUNTRIES = { 11: 'SG', 12: 'TH', 13: 'TH' } as const;
/** The second marketplace's; session tags count there alone. The others are the first marketplace's. */
const LAZADA_SHOP = '12';
/** The sub-account sees these. */
const GRANTED = ['11', '12'];

interface Held {
  readonly name: string;
  readonly shop: keyof typeof COUNTRIES;
  readonly lastAt: number;
  readonly waitingSince: number | null;
  readonly isUnread: boolean;
  readonly isPinned: boolean;
  readonly orders: readonly string[];
  readonly assignee: 'main' | 'sub' | null;
  readonly isDeleted: boolean;
  readonly isTagged: boolean;
  readonly sessionTags: readonly string[];
}

/** Every combination turns up: each fact repeats after another prime number of conversations. */
const HELD: readonly Held[] = Array.from({ length: 330 }, (_, number) => ({
  name: `buyer ${number}`,
  shop: ([11, 12, 13] as const)[number % 3] ?? 11,
  lastAt: NOW - Math.floor((number * DAY_MS) / 3) - number,
  waitingSince: number % 5 === 0 ? NOW - ((number * 37) % 330) * 1_000 : null,
  isUnread: number % 7 < 2 && !isDeletedAt(number),
  isPinned: number % 11 === 0,
  orders: [
    ...(number % 2 === 0 ? [ORDER_STATUSES[number % 7] ?? ''] : []),
    ...(number % 13 === 0 ? ['unknown', 'finished'] : []),
  ],
  assignee: ([null, 'main', 'sub', null] as const)[number % 4] ?? null,
  isDeleted: isDeletedAt(number),
  isTagged: number % 4 < 2,
  sessionTags: number % 10 < 6 ? ['official', 'other'] : [],
}));
const shopOf = new Map(HELD.map(({ name, shop }) => [name, String(shop)]));
/** Nobody waits in a deleted conversation. */
function isDeletedAt(number: number): boolean {
  return number % 17 === 1 && number % 5 !== 0;
}

let database: TestDatabase;
let tagId: string;
let main: Member;
let sub: Member;

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = GRANTED.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['chat'] as const, shops };
  const ours = await makeTenant(database, 'ours@x', [['11', '12', '13']], [person]);
  await makeTenant(database, 'theirs@x', [['99']]);
  const { owner } = database;
  for (const [shop, country] of Object.entries(COUNTRIES)) {
    await owner.query('update shop set country = $2 where platform_shop_id = $1', [shop, country]);
  }
  await owner.query("update shop set marketplace = 'lazada' where platform_shop_id = $1", [LAZADA_SHOP]);
  for (const { name, shop, lastAt, waitingSince, isUnread, isPinned, orders, isDeleted, sessionTags } of HELD) {
    await owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, last_message_at, waiting_since, due_at, unread_count, deleted_position, session_tags)
       select account_id, shop_id, $2, $2, $2, 'activated', $3, '{}', $4, $5::bigint, $5::bigint, $6, $7, $8
       from shop where platform_shop_id = $1`,
      [shop, name, isPinned, lastAt, waitingSince, isUnread ? 1 : 0, isDeleted ? 0 : null, sessionTags],
    );
    for (const status of new Set(orders)) {
      await owner.query(
        `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
           created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
         select account_id, shop_id, $2 || $3, '{"items": []}', $2, $2, $3, 1, 'SGD', 1, 1, 1, 1, false, false
         from shop where platform_shop_id = $1`,
        [shop, name, status],
      );
    }
  }
  // A buyer of the same id at a shop of somebody else, with every kind of order.
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, last_message_at) select account_id, shop_id, 'x', 'buyer 1', 'theirs', 'activated', true, '{}', 1
     from shop where platform_shop_id = '99'`,
  );
  await owner.query('analyze');
  main = await memberOf('ours@x');
  sub = await memberOf('sub');
  for (const { name, assignee } of HELD) {
    const memberId = assignee === null ? null : (assignee === 'main' ? main : sub).view.memberId;
    await owner.query('update conversation set assignee_id = $2 where buyer_name = $1', [name, memberId]);
  }
  const tag = await owner.query<{ tag_id: string }>(
    "insert into buyer_tag (account_id, name, color) values ($1, 'VIP', '#ff5511') returning tag_id",
    [ours.accountId],
  );
  tagId = tag.rows[0]?.tag_id ?? '';
  const tagged = await owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where buyer_name = any($1)',
    [HELD.filter(({ isTagged }) => isTagged).map(({ name }) => name)],
  );
  await database.app.within(main.scope, (transaction) =>
    giveTag(
      transaction,
      { addedBy: 'main', now: NOW },
      tagId,
      tagged.rows.map((row) => row.conversation_id),
    ),
  );

  async function memberOf(username: string): Promise<Member> {
    const found = await owner.query<{ member_id: MemberId }>('select member_id from member where username = $1', [
      username,
    ]);
    const id = found.rows[0]?.member_id;
    const member = id === undefined ? null : await findMember(database.app, ours.accountId, id, false);
    if (member === null) throw new Error('no such member');
    return member;
  }
});
afterAll(() => database.close());

type Input = Partial<CallInput<typeof CALLS.chat.conversations>>;

/** All pages of a list. */
async function listed(member: Member, more: Input): Promise<readonly string[]> {
  const names: string[] = [];
  let before: string | undefined;
  do {
    const input = { ...CALLS.chat.conversations.input.parse({ limit: 20 }), ...more, before };
    const answer = await database.app.within(member.scope, (transaction) =>
      conversations({ transaction, member, now: NOW }, input),
    );
    if (!answer.ok) throw new Error(answer.refusal.reason);
    names.push(...answer.data.conversations.map(({ buyer }) => buyer.name));
    before = answer.data.next ?? undefined;
  } while (before !== undefined);
  return names;
}

function isAssigned({ assignee }: Held, member: Member, wanted: Input['assignee']): boolean {
  const mine = member === main ? 'main' : 'sub';
  if (wanted === undefined) return true;
  if (wanted === 'nobody') return assignee === null;
  if (wanted === 'others') return assignee !== null && assignee !== mine;
  return assignee === (wanted === 'mine' ? mine : wanted === sub.view.memberId ? 'sub' : 'main');
}

/** The same list by hand. */
function expected(member: Member, { tab = 'all', search = '', ...filter }: Input): readonly string[] {
  const isByWait = filter.sort === 'longestWait' || ((filter.sort ?? 'tab') === 'tab' && tab === 'waiting');
  const fits = (one: Held): boolean =>
    (member === main || GRANTED.includes(String(one.shop))) &&
    one.name.includes(search) &&
    (tab !== 'waiting' || one.waitingSince !== null) &&
    (tab !== 'unread' || one.isUnread) &&
    (tab !== 'pinned' || one.isPinned) &&
    one.isDeleted === (tab === 'deleted') &&
    (!isByWait || one.waitingSince !== null) &&
    isAssigned(one, member, filter.assignee) &&
    (filter.buyerTagId === undefined || one.isTagged) &&
    (filter.sessionTag === undefined ||
      (String(one.shop) === LAZADA_SHOP && one.sessionTags.includes(filter.sessionTag))) &&
    (filter.country === undefined || COUNTRIES[one.shop] === filter.country) &&
    (filter.orderStatus === undefined || one.orders.includes(filter.orderStatus)) &&
    (filter.hasNoOpenOrders !== true ||
      one.orders.every((status) => !UNFINISHED_STATUSES.some((open) => open === status))) &&
    (filter.idleDays === undefined || one.lastAt < NOW - filter.idleDays * DAY_MS);
  const order = (left: Held, right: Held) =>
    isByWait ? (left.waitingSince ?? 0) - (right.waitingSince ?? 0) : right.lastAt - left.lastAt;
  return HELD.filter(fits)
    .toSorted(order)
    .map(({ name }) => name);
}

const some = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
const inputs = fc.record({
  tab: fc.constantFrom('waiting', 'all', 'unread', 'pinned', 'deleted'),
  search: some(['buyer', '1', 'nobody']),
  country: some(['SG', 'TH', 'VN'] as const),
  orderStatus: some(ORDER_STATUSES),
  hasNoOpenOrders: some([true, false]),
  idleDays: some(IDLE_DAYS),
  assignee: some(['mine', 'nobody', 'others', 'sub'] as const),
  sort: some(['tab', 'newest', 'longestWait'] as const),
  isTagged: fc.boolean(),
  sessionTag: some(['official', 'ai-serving'] as const),
});

test('every combination of filters lists what a count by hand lists, in the same order', async () => {
  const seen = { rows: 0, empty: 0 };
  await fc.assert(
    fc.asyncProperty(inputs, fc.boolean(), async ({ isTagged, ...drawn }, isMain) => {
      const member = isMain ? main : sub;
      // The ids of the member and of the tag are known only when the database is filled.
      const assignee = drawn.assignee === 'sub' ? sub.view.memberId : drawn.assignee;
      const input = { ...drawn, assignee, buyerTagId: isTagged ? tagId : undefined };
      const names = await listed(member, input);
      expect(names).toEqual(expected(member, input));
      if (names.length === 0) seen.empty += 1;
      else seen.rows += names.length;
    }),
    { numRuns: 120, seed: 7 },
  );
  expect(seen.rows).toBeGreaterThan(100);
});

test('everything that matches begins with what the member sees, and is cut behind it', async () => {
  const shops = (await database.owner.query('select shop_id, platform_shop_id from shop')).rows;
  const seen = { cut: 0, hidden: 0 };
  const wanted = { hidden: fc.subarray([...GRANTED]), most: fc.constantFrom(5, 40, 400) };
  await fc.assert(
    fc.asyncProperty(inputs, fc.boolean(), fc.record(wanted), async ({ isTagged, ...drawn }, isMain, shown) => {
      const member = isMain ? main : sub;
      const assignee = drawn.assignee === 'sub' ? sub.view.memberId : drawn.assignee;
      const listing = { ...drawn, assignee, buyerTagId: isTagged ? tagId : undefined };
      const hidden = shops.filter((row) => shown.hidden.includes(row.platform_shop_id)).map((row) => row.shop_id);
      const values: unknown[] = [];
      const ids = matchingIds(member, listing, { now: NOW, hidden, most: shown.most }, (one) => `$${values.push(one)}`);
      const found = await database.app.within(member.scope, (transaction) =>
        transaction.query(`select buyer_name from conversation where conversation_id in (${ids})`, values),
      );
      const all = expected(member, listing);
      const visible = all.filter((name) => !shown.hidden.includes(shopOf.get(name) ?? ''));
      expect(found.rows.map((row) => row.buyer_name).toSorted()).toEqual(visible.slice(0, shown.most).toSorted());
      if (visible.length > shown.most) seen.cut += 1;
      if (visible.length < all.length) seen.hidden += 1;
    }),
    { numRuns: 120, seed: 7 },
  );
  expect(seen.cut).toBeGreaterThan(5);
  expect(seen.hidden).toBeGreaterThan(5);
});

test.each<ConversationFilter>([
  { country: 'TH' },
  { assignee: 'mine' },
  { assignee: 'nobody' },
  { orderStatus: 'in_cancel' },
  { hasNoOpenOrders: true },
  { idleDays: 60 },
  { sort: 'longestWait' },
  { sessionTag: 'official' },
])('%o lists some and not all', async (filter) => {
  const names = await listed(main, filter);
  expect(names).toEqual(expected(main, filter));
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThan(HELD.length);
});

test('a state that more buyers have than are read one by one walks the list, and finds the same', async () => {
  await database.owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
       created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, 'many ' || number, '{"items": []}', 'many', 'nobody ' || number % 3, 'refund', 1, 'SGD', 1, 1,
       1, 1, false, false from shop, generate_series(1, 1100) number where platform_shop_id = '11'`,
  );
  await database.owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, last_message_at) select account_id, shop_id, 'n1', 'nobody 1', 'n1', 'activated', false, '{}', 1
     from shop where platform_shop_id = '11'`,
  );
  expect(await listed(main, { orderStatus: 'refund' })).toEqual([...expected(main, { orderStatus: 'refund' }), 'n1']);
});

test('the number of an order finds the conversation of its buyer, in the shops and the tab of the list alone', async () => {
  const { owner } = database;
  const number = (buyer: string, shop: string, order: string) =>
    owner.query(
      `insert into shop_order (account_id, shop_id, order_id, record, order_number, buyer_id, status, total, currency,
         created_at, changed_at, read_at, status_known_at, is_ratable, has_note)
       select account_id, shop_id, $3, '{"items": []}', $3, $1, 'finished', 1, 'SGD', 1, 1, 1, 1, false, false
       from shop where platform_shop_id = $2`,
      [buyer, shop, order],
    );
  await number('buyer 4', '12', '261204QXYZ12');
  await number('buyer 2', '13', '261204QXYZ13');
  await number('buyer 1', '99', '261204QXYZ12');
  for (const words of ['261204QXYZ12', ' 261204qxyz12 ']) {
    expect(await listed(main, CALLS.chat.conversations.input.parse({ search: words }))).toEqual(['buyer 4']);
  }
  expect(await listed(main, { search: '261204QXYZ1' })).toEqual([]);
  expect(await listed(main, { search: '261204QXYZ13' })).toEqual(['buyer 2']);
  expect(await listed(sub, { search: '261204QXYZ13' })).toEqual([]);
  expect(await listed(main, { search: '261204QXYZ12', tab: 'deleted' })).toEqual([]);
});

test('a filter that means nothing is refused', () => {
  for (const filter of [{ idleDays: '11' }, { orderStatus: 'lost' }, { country: 'XX' }, { sort: 'oldest' }]) {
    expect(CALLS.chat.conversations.input.safeParse(filter).success).toBe(false);
  }
  expect(CALLS.chat.conversations.input.parse({ idleDays: '30', hasNoOpenOrders: 'true' })).toMatchObject({
    idleDays: 30,
    hasNoOpenOrders: true,
  });
});
