import { CALLS, type CallInput } from '@pasar/api';
import { type AutomaticCause, asConversationId, asShopId, type MemberId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { nextConversation } from '../src/features/chat/next-conversation.ts';
import { conversations, snapshot } from '../src/features/chat/read.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';

/**
 * The queue of buyers who wait, and the round through all that needs a person. Shops 11 and 12 are at Shopee, 21 at
 * Lazada; the sub-account sees 11 only.
 */
let database: TestDatabase;
let ours: TestTenant;
let main: Member;
let sub: Member;
const shopIds = new Map<string, string>();

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['chat'] as const, shops };
  ours = await makeTenant(database, 'ours@x', [['11', '12'], ['21']], [person]);
  const theirs = await makeTenant(database, 'theirs@x', [['99']]);
  const { owner } = database;
  await owner.query("update shop set marketplace = 'lazada' where platform_shop_id = '21'");
  const found = await owner.query<{ shop_id: string; platform_shop_id: string }>('select * from shop');
  for (const row of found.rows) shopIds.set(row.platform_shop_id, row.shop_id);
  const members = await owner.query<{ member_id: MemberId; is_main: boolean }>(
    'select member_id, is_main from member where account_id = $1',
    [ours.accountId],
  );
  const memberOf = async (isMain: boolean): Promise<Member> => {
    const row = members.rows.find((candidate) => candidate.is_main === isMain);
    const member = row && (await findMember(database.app, ours.accountId, row.member_id, false));
    if (!member) throw new Error('no such member');
    return member;
  };
  main = await memberOf(true);
  sub = await memberOf(false);
  await add('99', 'foreign', { waitingSince: 1, unread: 1, failedAt: 1, tenant: theirs });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query('delete from conversation where account_id = $1', [ours.accountId]);
  await database.owner.query('delete from shop_preference');
});

interface Plan {
  readonly waitingSince?: number;
  /** By default as the wait: the longest wait is due first. */
  readonly dueAt?: number;
  readonly unread?: number;
  readonly lastAt?: number;
  /** When an answer was written that the marketplace then refused. */
  readonly failedAt?: number;
  readonly failedState?: 'refused' | 'unconfirmed' | 'dismissed' | 'pending';
  /** Why it was sent without a person. */
  readonly cause?: AutomaticCause;
  readonly tenant?: TestTenant;
}
/** Adds a conversation with a buyer of this name. */
async function add(shop: string, name: string, plan: Plan = {}): Promise<string> {
  const { waitingSince = null, unread = 0, lastAt = 1, failedAt = null, failedState = 'refused', tenant = ours } = plan;
  const { cause = null, dueAt = waitingSince } = plan;
  const made = await database.owner.query<{ conversation_id: string }>(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, unread_count, waiting_since, due_at)
     values ($1, $2, $3, $3, $3, 'activated', false, '{}', $4, $5, $6, $7) returning conversation_id`,
    [tenant.accountId, shopIds.get(shop), name, lastAt, unread, waitingSince, dueAt],
  );
  const id = made.rows[0]?.conversation_id ?? '';
  if (failedAt !== null) {
    await database.owner.query(
      `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at, cause)
       values ($1, $2, $3, $4, uuidv4(), '{"type":"text","text":"answer"}', $6, $5, $7)`,
      [tenant.accountId, shopIds.get(shop), id, tenant.mainId, failedAt, failedState, cause],
    );
  }
  return id;
}

type ListInput = Partial<CallInput<typeof CALLS.chat.conversations>>;
async function queue(member: Member, more: ListInput = {}) {
  const input = CALLS.chat.conversations.input.parse({ tab: 'waiting', ...more });
  const answer = await database.app.within(member.scope, (transaction) =>
    conversations({ transaction, member, now: Date.now() }, input),
  );
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { names: answer.data.conversations.map(({ buyer }) => buyer.name), next: answer.data.next };
}

async function next(member: Member, more: z.input<typeof CALLS.chat.nextConversation.input> = {}) {
  const input = CALLS.chat.nextConversation.input.parse(more);
  const answer = await database.app.within(member.scope, (transaction) =>
    nextConversation({ transaction, member, now: Date.now() }, input),
  );
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return answer.data.next;
}
/** The names that a person meets who goes on from each to the next, up to the first that comes again. */
async function round(member: Member, more: z.input<typeof CALLS.chat.nextConversation.input> = {}): Promise<string[]> {
  const met: string[] = [];
  for (let found = await next(member, more); found !== null; ) {
    const { buyer, conversationId } = found.conversation;
    if (met.includes(buyer.name)) break;
    met.push(buyer.name);
    found = await next(member, { ...more, open: conversationId, after: found.place });
  }
  return met;
}

describe('the queue', () => {
  beforeEach(async () => {
    await add('11', 'short', { waitingSince: 3_000, lastAt: 3_000 });
    await add('12', 'long', { waitingSince: 1_000, lastAt: 9_000 });
    await add('21', 'middle', { waitingSince: 2_000, lastAt: 1_000 });
    await add('11', 'answered', { unread: 2, lastAt: 8_000 });
  });

  test('has the longest wait first, over all shops, of a marketplace, of a shop, and of the shops that are seen', async () => {
    expect((await queue(main)).names).toEqual(['long', 'middle', 'short']);
    expect((await queue(main, { marketplace: 'shopee' })).names).toEqual(['long', 'short']);
    expect((await queue(main, { shopId: asShopId(shopIds.get('21') ?? '') })).names).toEqual(['middle']);
    expect((await queue(main, { search: 'ID' })).names).toEqual(['middle']);
    expect((await queue(sub)).names).toEqual(['short']);
  });

  test('begins with what is due first, also where another buyer has waited longer, and so does the round', async () => {
    await add('12', 'hurry', { waitingSince: 5_000, dueAt: 500 });
    expect((await queue(main)).names).toEqual(['hurry', 'long', 'middle', 'short']);
    expect((await queue(main, { marketplace: 'shopee' })).names).toEqual(['hurry', 'long', 'short']);
    expect((await queue(main, { assignee: 'nobody' })).names[0]).toBe('hurry');
    expect((await queue(main, { sort: 'longestWait' })).names).toEqual(['long', 'middle', 'short', 'hurry']);
    expect(await round(main)).toEqual(['hurry', 'long', 'middle', 'short', 'answered']);
  });

  test('goes on behind its last row, without a gap and without a repetition, where buyers wait equally long', async () => {
    for (const name of ['twin 1', 'twin 2', 'twin 3']) await add('11', name, { waitingSince: 2_000 });
    const met: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page = await queue(main, { limit: 2, ...(before === '' ? {} : { before }) });
      met.push(...page.names);
      before = page.next;
    }
    expect(met).toEqual((await queue(main)).names);
    expect(met).toHaveLength(6);
  });

  test('comes with the snapshot: the longest waiting are never behind the newest', async () => {
    await database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
         last_message_at, waiting_since, due_at)
       select $1, $2, 'm' || number, 'b', 'many', 'activated', false, '{}', 100000 + number,
         case when number <= $3 then 50000 + number end, case when number <= $3 then 50000 + number end from generate_series(1, 450) number`,
      [ours.accountId, shopIds.get('12'), 190],
    );
    const read = async () => {
      const answer = await database.app.within(main.scope, (transaction) =>
        snapshot({ transaction, member: main, now: Date.now() }),
      );
      if (!answer.ok) throw new Error(answer.refusal.reason);
      return answer.data;
    };
    const few = await read();
    const waiting = few.conversations.filter(({ waitingSince }) => waitingSince !== null);
    expect(waiting).toHaveLength(193);
    expect(waiting.map(({ buyer }) => buyer.name)).toEqual(expect.arrayContaining(['long', 'middle', 'short']));
    expect(few.nextWaiting).toBeNull();

    await database.owner.query(
      "update conversation set waiting_since = last_message_at, due_at = last_message_at where buyer_name = 'many'",
    );
    const { nextWaiting } = await read();
    expect(await queue(main, { limit: 1, before: nextWaiting ?? '' })).toMatchObject({ names: ['many'] });
    expect(nextWaiting?.split('.')[0]).toBe(String(100_000 + 197));
  });
});

describe('the next that needs a person', () => {
  beforeEach(async () => {
    await add('11', 'unread, older', { unread: 1, lastAt: 4_000 });
    await add('12', 'waiting, shorter', { waitingSince: 3_000, unread: 1, lastAt: 3_000 });
    await add('12', 'failed, later', { failedAt: 700, waitingSince: 500 });
    await add('11', 'quiet');
    await add('21', 'unread, newer', { unread: 1, lastAt: 5_000 });
    await add('11', 'waiting, longer', { waitingSince: 1_000, lastAt: 9_000 });
    await add('11', 'unconfirmed, first', { failedAt: 600, failedState: 'unconfirmed', unread: 1 });
    await add('11', 'put away', { failedAt: 100, failedState: 'dismissed' });
    await add('11', 'on its way', { failedAt: 100, failedState: 'pending' });
    await add('11', 'failed, of nobody', { failedAt: 100, cause: 'bulkSend' });
  });
  const ALL = [
    'unconfirmed, first',
    'failed, later',
    'waiting, longer',
    'waiting, shorter',
    'unread, newer',
    'unread, older',
  ];

  test('is first a failed answer, then who waits longest, then what is unread; each once, then from the start', async () => {
    expect(await round(main)).toEqual(ALL);
    expect(await round(main, { step: 'previous' })).toEqual(ALL.toReversed());
  });

  test('keeps to the scope, and to the shops that the member sees', async () => {
    expect(await round(main, { marketplace: 'lazada' })).toEqual(['unread, newer']);
    expect(await round(main, { shopId: shopIds.get('12') })).toEqual(['failed, later', 'waiting, shorter']);
    const seen = ['unconfirmed, first', 'waiting, longer', 'unread, older'];
    expect(await round(sub)).toEqual(seen);
    expect(await round(main, { shopId: shopIds.get('99') })).toEqual([]);
  });

  test('leaves out the conversations of colleagues, unless they are asked for, and keeps to a filter', async () => {
    await database.owner.query(
      `update conversation set assignee_id = case buyer_name when 'waiting, longer' then $1::uuid else $2::uuid end
       where buyer_name in ('waiting, longer', 'waiting, shorter')`,
      [main.view.memberId, sub.view.memberId],
    );
    expect(await round(main)).toEqual(ALL.filter((name) => name !== 'waiting, shorter'));
    expect(await round(sub)).toEqual(['unconfirmed, first', 'unread, older']);
    expect(await round(main, { assignee: 'others' })).toEqual(['waiting, shorter']);
    expect(await round(main, { assignee: 'mine' })).toEqual(['waiting, longer']);
    expect(await round(main, { idleDays: 30, assignee: sub.view.memberId })).toEqual(['waiting, shorter']);
    expect(await round(main, { orderStatus: 'unpaid' })).toEqual([]);
    expect(await round(main, { buyerTagId: main.view.memberId })).toEqual([]);
  });

  test('leaves out the shops that the member has hidden, unless one is named', async () => {
    await database.owner.query(
      'insert into shop_preference (account_id, member_id, shop_id, is_hidden) values ($1, $2, $3, true)',
      [ours.accountId, ours.mainId, shopIds.get('12')],
    );
    expect(await round(main)).toEqual(ALL.filter((name) => name !== 'failed, later' && name !== 'waiting, shorter'));
    expect(await round(main, { shopId: shopIds.get('12') })).toEqual(['failed, later', 'waiting, shorter']);
  });

  test('goes on from the open conversation, and from the place of one that was answered meanwhile', async () => {
    const idOf = async (name: string) => {
      const found = await database.owner.query<{ conversation_id: string }>(
        'select conversation_id from conversation where buyer_name = $1',
        [name],
      );
      return asConversationId(found.rows[0]?.conversation_id ?? '');
    };
    const nameAfter = async (open: string) => (await next(main, { open: await idOf(open) }))?.conversation.buyer.name;
    expect(await nameAfter('failed, later')).toBe('waiting, longer');
    expect(await nameAfter('waiting, longer')).toBe('waiting, shorter');
    expect(await nameAfter('unread, older')).toBe('unconfirmed, first');
    expect(await nameAfter('quiet')).toBe('unconfirmed, first');
    expect(await nameAfter('foreign')).toBe('unconfirmed, first');

    const longer = await next(main, { open: await idOf('failed, later') });
    await database.owner.query(
      "update conversation set waiting_since = null, due_at = null where buyer_name = 'waiting, longer'",
    );
    const after = await next(main, { open: await idOf('waiting, longer'), after: longer?.place ?? '' });
    expect(after?.conversation.buyer.name).toBe('waiting, shorter');
  });

  test('brings the answer that failed, the first of several', async () => {
    await database.owner.query(
      `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
       select account_id, shop_id, conversation_id, $1, uuidv4(), '{"type":"text","text":"earlier answer"}', 'refused', 550
       from conversation where buyer_name = 'failed, later'`,
      [ours.mainId],
    );
    expect(await next(main)).toMatchObject({
      conversation: { buyer: { name: 'failed, later' } },
      delivery: { content: { type: 'text', text: 'earlier answer' }, mark: 'failed' },
    });
    expect((await round(main)).filter((name) => name === 'failed, later')).toHaveLength(1);
    expect(await next(main, { marketplace: 'lazada' })).toMatchObject({ delivery: null });
  });

  test('is nobody when only the open conversation is left, and never a place that is none', async () => {
    await database.owner.query("delete from conversation where buyer_name <> 'waiting, longer' and account_id = $1", [
      ours.accountId,
    ]);
    const only = await next(main);
    expect(only?.conversation.buyer.name).toBe('waiting, longer');
    expect(await next(main, { open: only?.conversation.conversationId, after: only?.place })).toBeNull();
    for (const after of ['', 'x', 'waiting.1', `waiting.x.${only?.conversation.conversationId}`, 'waiting.1.------']) {
      await expect(next(main, { after })).rejects.toThrow('invalid_request');
    }
  });
});
