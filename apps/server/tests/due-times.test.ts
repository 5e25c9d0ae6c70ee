import { CALLS, type CallInput } from '@pasar/api';
import { type Author, asMemberId, type ConversationId, type DomainEvent } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { eraseBuyer } from '../src/features/buyers/erase.ts';
import { setAside } from '../src/features/chat/conversation-settings.ts';
import { conversations, snapshot } from '../src/features/chat/read.ts';
import { saveResponseRule } from '../src/features/response-rules/rules.ts';
import { correctDueTimes } from '../src/records/due-times.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../src/records/rows.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';

/** 16:53 in Singapore. */
const START = 1_760_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'due@x', [['11', '12']]);
  await makeTenant(database, 'other@x', [['99']]);
  [owner] = tenant.connections as [OwnedConnection];
  const known = await findMember(database.app, owner.accountId, asMemberId(tenant.mainId), true);
  if (known === null) throw new Error('no such member');
  main = known;
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query('delete from conversation');
  await database.owner.query('delete from response_rule');
  await database.owner.query("update shop set waiting_count = 0, unread_count = 0, country = 'SG'");
  await take(
    { kind: 'conversation.listed', conversation: listing('11', 'one') },
    { kind: 'conversation.listed', conversation: listing('12', 'two') },
  );
});

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    owner.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
/** What is said in a conversation, in minutes after the start. */
const hear = (conversation: 'one' | 'two', ...lines: (readonly [number, Author])[]) =>
  take(
    ...written(conversation, START, lines, conversation === 'one' ? '11' : '12').map((message) => ({
      kind: 'message.received' as const,
      message,
      via: 'live' as const,
    })),
  );
const rows = async () =>
  (
    await database.owner.query<ConversationRow>(
      `select ${CONVERSATION_COLUMNS} from conversation order by platform_conversation_id`,
    )
  ).rows;
/** In minutes after the start. */
async function due(conversation: 'one' | 'two' = 'one'): Promise<number | null> {
  const row = (await rows()).find((each) => each.platform_conversation_id === conversation);
  if (row === undefined) throw new Error('no conversation');
  const { dueAt } = toConversationView(row);
  return dueAt === null ? null : (dueAt - START) / MINUTE;
}
async function aside(conversation: 'one' | 'two', isSetAside: boolean): Promise<void> {
  const row = (await rows()).find((each) => each.platform_conversation_id === conversation);
  if (row === undefined) throw new Error('no conversation');
  const { conversationId } = toConversationView(row);
  const answer = await database.app.within(main.scope, (transaction) =>
    setAside({ transaction, member: main, now: START }, { conversationId, isSetAside }),
  );
  expect(answer.ok).toBe(true);
}
/** The account's own rule, from 18:00 to 06:00 quiet where `isQuiet`. */
const choose = (country: string, withinMs: number, isQuiet = false, accountName = 'due@x') =>
  database.owner.query(
    `insert into response_rule (account_id, marketplace, country, within_ms, wanted_percent, window_days, counts,
       quiet_from, quiet_to, quiet_days)
     select account_id, 'shopee', $1, $2, 85, 30, 'all', $3, $4, $5 from account where name = $6`,
    [country, withinMs, ...(isQuiet ? [1_080, 360, [0, 1, 2, 3, 4, 5, 6]] : [null, null, null]), accountName],
  );
const correct = (only: Parameters<typeof correctDueTimes>[2] = null) =>
  database.engine.within(
    wholeAccount(owner.accountId),
    async (transaction) => (await correctDueTimes(transaction, owner.accountId, only)).after,
  );
async function list(tab: CallInput<typeof CALLS.chat.conversations>['tab'], before?: string) {
  const input = CALLS.chat.conversations.input.parse({ tab, limit: 1, ...(before === undefined ? {} : { before }) });
  const answer = await database.app.within(main.scope, (transaction) =>
    conversations({ transaction, member: main, now: Date.now() }, input),
  );
  if (!answer.ok) throw new Error(answer.refusal.reason);
  const ids = new Map((await rows()).map((row) => [row.conversation_id, row.platform_conversation_id]));
  return { names: answer.data.conversations.map((each) => ids.get(each.conversationId)), next: answer.data.next };
}
/** Page by page, a conversation a page. */
async function whole(tab: CallInput<typeof CALLS.chat.conversations>['tab']) {
  const first = await list(tab);
  const rest = first.next === null ? { names: [] } : await list(tab, first.next);
  return [...first.names, ...rest.names];
}

describe('the due time', () => {
  test('counts from the first message of the wait, whatever follows but an answer of a person', async () => {
    expect(await due()).toBeNull();
    await hear('one', [0, 'buyer']);
    expect(await due()).toBe(720);
    await hear('one', [5, 'robot'], [9, 'buyer'], [10, 'system']);
    expect(await due()).toBe(720);
    // A message that is read later from the history belongs to the same wait.
    await hear('one', [-30, 'buyer']);
    expect(await due()).toBe(690);
    await hear('one', [60, 'seller']);
    expect(await due()).toBeNull();
    await hear('one', [100, 'buyer']);
    expect(await due()).toBe(820);
  });

  test('is counted again from the rows where an answer comes late', async () => {
    await hear('one', [0, 'buyer'], [10, 'buyer']);
    await hear('one', [5, 'seller']);
    expect(await due()).toBe(730);
  });

  test('goes with the wait when a member sets it aside, and comes back with it', async () => {
    await hear('one', [0, 'buyer']);
    await aside('one', true);
    expect(await due()).toBeNull();
    await aside('one', false);
    expect(await due()).toBe(720);
  });

  test('follows the account’s own rule of the shop’s country, without its quiet times', async () => {
    await choose('SG', 2 * HOUR, true);
    await choose('TH', HOUR);
    await choose('SG', 5 * HOUR, false, 'other@x');
    // 16:53 in Singapore: 67 minutes until 18:00, 53 after 06:00.
    await hear('one', [0, 'buyer']);
    expect(await due()).toBe(67 + 12 * 60 + 53);
  });

  test('is corrected after the rule has changed, for the shops of the rule alone', async () => {
    await database.owner.query("update shop set country = 'TH' where platform_shop_id like '%2'");
    await hear('one', [0, 'buyer']);
    await hear('two', [0, 'buyer']);
    expect(await correct()).toEqual([]);
    await choose('SG', HOUR);
    await choose('TH', 2 * HOUR);
    const corrected = await correct({ marketplace: 'shopee', country: 'SG' });
    expect(corrected.map((row) => [row.platform_conversation_id, toConversationView(row).dueAt])).toEqual([
      ['one', START + HOUR],
    ]);
    expect([await due('one'), await due('two')]).toEqual([60, 720]);
    expect(await correct()).toHaveLength(1);
    expect(await due('two')).toBe(120);
    expect(await correct()).toEqual([]);
  });

  test('is corrected after the shop’s country has changed', async () => {
    await choose('TH', HOUR);
    await hear('one', [0, 'buyer']);
    await database.owner.query("update shop set country = 'TH'");
    await correct();
    expect(await due()).toBe(60);
  });
});

describe('the tabs', () => {
  test('what is due first comes first, whoever has waited longer', async () => {
    await database.owner.query("update shop set country = 'TH' where platform_shop_id like '%2'");
    await choose('TH', HOUR);
    await hear('one', [0, 'buyer']);
    await hear('two', [100, 'buyer']);
    for (const tab of ['waiting', 'due'] as const) expect(await whole(tab)).toEqual(['two', 'one']);
    await hear('two', [110, 'seller']);
    expect(await whole('due')).toEqual(['one']);
  });

  test('unreplied is who wrote last, also where a robot answered or no answer is needed, the newest first', async () => {
    await hear('one', [0, 'buyer'], [1, 'robot']);
    await hear('two', [5, 'buyer']);
    await aside('two', true);
    expect(await whole('unreplied')).toEqual(['two', 'one']);
    expect(await whole('waiting')).toEqual(['one']);
    expect((await rows()).map((row) => toConversationView(row).isUnreply)).toEqual([true, true]);
    await hear('one', [9, 'seller']);
    await hear('two', [10, 'seller']);
    expect(await whole('unreplied')).toEqual([]);
    // A mark of a conversation that is answered would make the shop's last message the buyer's.
    await hear('one', [11, 'system']);
    await aside('one', true);
    expect(await whole('unreplied')).toEqual([]);
    expect((await rows()).map((row) => toConversationView(row).isUnreply)).toEqual([false, false]);
  });
});

describe('when the first answer of a shop is due', () => {
  const NAMES = ['one', 'three', 'four', 'two', 'five'] as const;
  const shopOf = (name: (typeof NAMES)[number]) => (name === 'two' || name === 'five' ? '12' : '11');
  /** By shop, from the rows; null where nobody waits. */
  const counted = async () => {
    const found = await database.owner.query<{ shop_id: string; first: string | null }>(
      `select s.shop_id, min(c.due_at) as first from shop s left join conversation c using (shop_id)
       where s.account_id = $1 group by s.shop_id`,
      [owner.accountId],
    );
    return new Map(found.rows.map((row) => [row.shop_id, row.first === null ? null : Number(row.first)]));
  };
  /** By shop, what the newest change says of it. */
  const told = async () => {
    const found = await database.owner.query<{ shop: { shopId: string; firstDueAt: number | null } }>(
      `select distinct on (payload #>> '{shop,shopId}') payload -> 'shop' as shop from change
       where account_id = $1 and payload ->> 'kind' = 'shop' order by payload #>> '{shop,shopId}', seq desc`,
      [owner.accountId],
    );
    return new Map(found.rows.map(({ shop }) => [shop.shopId, shop.firstDueAt]));
  };
  const step = fc.record({
    name: fc.constantFrom(...NAMES),
    minute: fc.integer({ min: 0, max: 600 }),
    kind: fc.constantFrom('buyer', 'buyer', 'seller', 'seller', 'robot', 'aside', 'back', 'rule', 'erase'),
  });

  test('is told with the shop after each change, whatever happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        await database.owner.query('delete from conversation');
        await database.owner.query('delete from response_rule');
        await database.owner.query('delete from erased_buyer');
        await database.owner.query('delete from change');
        await database.owner.query('update shop set waiting_count = 0, unread_count = 0');
        await listAll();
        for (const round of rounds) {
          const held = new Map((await rows()).map((row) => [row.platform_conversation_id, toConversationView(row)]));
          await Promise.all(round.map((each) => carryOut(each, held.get(each.name)?.conversationId)));
          const known = await told();
          for (const [shopId, first] of await counted()) expect(known.get(shopId) ?? null).toBe(first);
        }
        const shown = await database.app.within(main.scope, (transaction) =>
          snapshot({ transaction, member: main, now: START }),
        );
        if (!shown.ok) throw new Error(shown.refusal.reason);
        expect(new Map(shown.data.shops.map((shop) => [shop.shopId, shop.firstDueAt]))).toEqual(await counted());
      }),
      { numRuns: 25, seed: 77, endOnFailure: true },
    );
  });

  const listAll = () =>
    take(...NAMES.map((name) => ({ kind: 'conversation.listed' as const, conversation: listing(shopOf(name), name) })));
  type Step = { readonly name: (typeof NAMES)[number]; readonly minute: number; readonly kind: string };
  async function carryOut({ name, minute, kind }: Step, conversationId: ConversationId | undefined) {
    const context = { member: main, now: START };
    if (kind === 'rule') {
      const rule = {
        withinMs: (minute + 1) * MINUTE,
        wantedPercent: 85,
        windowDays: 30,
        counts: 'all',
        quiet: null,
      } as const;
      await database.app.within(main.scope, (transaction) =>
        saveResponseRule({ ...context, transaction }, { marketplace: 'shopee', country: 'SG', rule }),
      );
      return;
    }
    if (kind === 'buyer' || kind === 'seller' || kind === 'robot') {
      await take(
        ...written(name, START, [[minute, kind]], shopOf(name)).map((message) => ({
          kind: 'message.received' as const,
          message,
          via: 'live' as const,
        })),
      );
      return;
    }
    if (conversationId === undefined) return;
    await database.app.within(main.scope, async (transaction) => {
      if (kind === 'erase') await eraseBuyer({ ...context, transaction }, { conversationId });
      else await setAside({ ...context, transaction }, { conversationId, isSetAside: kind === 'aside' });
    });
  }
});
