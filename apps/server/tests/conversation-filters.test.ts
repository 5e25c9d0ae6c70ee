import { CALLS, type CallInput, CONVERSATION_TABS, type ConversationFilter, type ConversationTab } from '@pasar/api';
import {
  asShopId,
  DUE_SOON_MS,
  IDLE_DAYS,
  type MemberId,
  ORDER_STATUSES,
  type ShopId,
  UNFINISHED_STATUSES,
} from '@pasar/domain';
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
/** The second marketplace's; session tags count there alone, unless another is named. The others are the first's. */
const LAZADA_SHOP = '12';
const marketplaceOf = (shop: string) => (shop === LAZADA_SHOP ? 'lazada' : 'shopee');
/** The sub-account sees these. */
const GRANTED = ['11', '12'];

interface Held {
  readonly name: string;
  readonly shop: keyof typeof COUNTRIES;
  readonly lastAt: number;
  readonly waitingSince: number | null;
  /** In another order than the waits, around the end of what is due soon. */
  readonly dueAt: number | null;
  /** Nobody waits in it: the buyer wrote last all the same, or was answered since. */
  readonly setAside: 'still' | 'answered since' | null;
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
  dueAt: number % 5 === 0 ? NOW + DUE_SOON_MS + (((number * 53) % 330) - 165) * 60_000 : null,
  setAside: number % 5 === 0 ? null : number % 19 < 3 ? 'still' : number % 19 < 5 ? 'answered since' : null,
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
/** By the marketplace's id, also the stranger's. */
const shopIds = new Map<string, ShopId>();
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
  const found = await owner.query<{ shop_id: string; place: string }>(
    'select shop_id, platform_shop_id as place from shop',
  );
  for (const { shop_id: shopId, place } of found.rows) shopIds.set(place, asShopId(shopId));
  for (const held of HELD) {
    const { name, shop, lastAt, waitingSince, dueAt, setAside, isUnread, isPinned, orders, isDeleted } = held;
    await owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, last_message_at, waiting_since, due_at, unread_count, deleted_position, session_tags, set_aside_position,
         last_reply_position)
       select account_id, shop_id, $2, $2, $2, 'activated', $3, '{}', $4, $5::bigint, $9::bigint, $6, $7, $8, $10, $11
       from shop where platform_shop_id = $1`,
      [
        ...[shop, name, isPinned, lastAt, waitingSince, isUnread ? 1 : 0, isDeleted ? 0 : null, held.sessionTags],
        ...[dueAt, setAside === null ? null : 5, setAside === null ? null : setAside === 'still' ? 4 : 6],
      ],
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

/** The same list by hand. `dueBy`: of the tab Due only the answers that are due by then. */
function expected(
  member: Member,
  { tab = 'all', search = '', ...filter }: Input,
  dueBy = Number.POSITIVE_INFINITY,
): readonly string[] {
  const by = (filter.sort ?? 'tab') === 'tab' && (tab === 'waiting' || tab === 'due') ? 'due' : filter.sort;
  const isIn: Readonly<Record<ConversationTab, (one: Held) => boolean>> = {
    waiting: ({ waitingSince }) => waitingSince !== null,
    due: ({ dueAt }) => dueAt !== null && dueAt <= dueBy,
    unread: ({ isUnread }) => isUnread,
    unreplied: ({ waitingSince, setAside }) => waitingSince !== null || setAside === 'still',
    pinned: ({ isPinned }) => isPinned,
    all: () => true,
    deleted: ({ isDeleted }) => isDeleted,
  };
  const fits = (one: Held): boolean =>
    (member === main || GRANTED.includes(String(one.shop))) &&
    one.name.includes(search) &&
    isIn[tab](one) &&
    one.isDeleted === (tab === 'deleted') &&
    (by !== 'longestWait' || one.waitingSince !== null) &&
    isAssigned(one, member, filter.assignee) &&
    (filter.buyerTagId === undefined || one.isTagged) &&
    (filter.sessionTag === undefined ||
      (marketplaceOf(String(one.shop)) === (filter.marketplace ?? 'lazada') &&
        one.sessionTags.includes(filter.sessionTag))) &&
    (filter.marketplace === undefined || marketplaceOf(String(one.shop)) === filter.marketplace) &&
    (filter.shopId === undefined || shopIds.get(String(one.shop)) === filter.shopId) &&
    (filter.country === undefined || COUNTRIES[one.shop] === filter.country) &&
    (filter.orderStatus === undefined || one.orders.includes(filter.orderStatus)) &&
    (filter.hasNoOpenOrders !== true ||
      one.orders.every((status) => !UNFINISHED_STATUSES.some((open) => open === status))) &&
    (filter.idleDays === undefined || one.lastAt < NOW - filter.idleDays * DAY_MS);
  const order = (left: Held, right: Held) => {
    if (by === 'due') return (left.dueAt ?? 0) - (right.dueAt ?? 0);
    if (by === 'longestWait') return (left.waitingSince ?? 0) - (right.waitingSince ?? 0);
    return right.lastAt - left.lastAt;
  };
  return HELD.filter(fits)
    .toSorted(order)
    .map(({ name }) => name);
}

const some = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
/** Half of the lists have no scope. */
const SCOPES = [
  ...['none', 'none', 'none', 'none', 'none', 'none', 'none'],
  ...['shopee', 'lazada', 'tiktok', '11', '12', '13', '99'],
] as const;
const inputs = fc.record({
  tab: fc.constantFrom(...CONVERSATION_TABS),
  scope: fc.constantFrom(...SCOPES),
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

type Drawn = typeof inputs extends fc.Arbitrary<infer Value> ? Value : never;
/** The ids of the member, the tag and the shop are known only when the database is filled. */
function listingOf({ isTagged, scope, assignee, ...drawn }: Drawn) {
  const marketplace = (['shopee', 'lazada', 'tiktok'] as const).find((one) => one === scope);
  return {
    ...drawn,
    assignee: assignee === 'sub' ? sub.view.memberId : assignee,
    buyerTagId: isTagged ? tagId : undefined,
    marketplace,
    shopId: shopIds.get(scope),
  };
}

test('every combination of filters lists what a count by hand lists, in the same order', async () => {
  const rows = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(inputs, fc.boolean(), async (drawn, isMain) => {
      const member = isMain ? main : sub;
      const input = listingOf(drawn);
      const names = await listed(member, input);
      expect(names).toEqual(expected(member, input));
      for (const one of [drawn.tab, drawn.scope]) rows.set(one, (rows.get(one) ?? 0) + names.length);
    }),
    { numRuns: 250, seed: 7 },
  );
  // No marketplace, and no shop of somebody else.
  const empty = ['tiktok', '99'];
  const counts = [...CONVERSATION_TABS, ...new Set(SCOPES)].map((one) => [one, (rows.get(one) ?? 0) > 0]);
  expect(counts).toEqual(counts.map(([one]) => [one, !empty.some((name) => name === one)]));
});

test('everything that matches begins with what the member sees, and is cut behind it', async () => {
  const seen = { cut: 0, hidden: 0, notSoon: 0 };
  const wanted = { hidden: fc.subarray([...GRANTED]), most: fc.constantFrom(5, 40, 400) };
  await fc.assert(
    fc.asyncProperty(inputs, fc.boolean(), fc.record(wanted), async (drawn, isMain, shown) => {
      const member = isMain ? main : sub;
      const listing = listingOf(drawn);
      const hidden = shown.hidden.flatMap((place) => shopIds.get(place) ?? []);
      const values: unknown[] = [];
      const ids = matchingIds(member, listing, { now: NOW, hidden, most: shown.most }, (one) => `$${values.push(one)}`);
      const found = await database.app.within(member.scope, (transaction) =>
        transaction.query(`select buyer_name from conversation where conversation_id in (${ids})`, values),
      );
      const all = expected(member, listing, NOW + DUE_SOON_MS);
      // A hidden shop that is named counts.
      const visible =
        listing.shopId === undefined ? all.filter((name) => !shown.hidden.includes(shopOf.get(name) ?? '')) : all;
      expect(found.rows.map((row) => row.buyer_name).toSorted()).toEqual(visible.slice(0, shown.most).toSorted());
      if (visible.length > shown.most) seen.cut += 1;
      if (visible.length < all.length) seen.hidden += 1;
      if (all.length < expected(member, listing).length) seen.notSoon += 1;
    }),
    { numRuns: 250, seed: 7 },
  );
  expect(seen.cut).toBeGreaterThan(5);
  expect(seen.hidden).toBeGreaterThan(5);
  expect(seen.notSoon).toBeGreaterThan(2);
});

test.each<ConversationFilter & { readonly tab?: ConversationTab }>([
  { tab: 'due' },
  { tab: 'unreplied' },
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
