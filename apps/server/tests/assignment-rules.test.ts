import { randomUUID } from 'node:crypto';
import { CALLS, type Call, type CallOutput, conversationView } from '@pasar/api';
import type { AssignmentRule, AssignmentStep } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { assignByRule } from '../src/records/assign-by-rule.ts';
import { setConversations } from '../src/records/conversation-settings.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
/** Two processes of the same installation. */
let web: TestWeb;
let other: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let main: Visitor;
let theirMain: Visitor;
const members = new Map<string, string>();
const shops = new Map<string, string>();
const id = (name: string) => members.get(name) ?? '';
const shop = (platformShopId: string) => shops.get(platformShopId) ?? '';

/** Suda sees shop 11, Mei 11 and 12, Otto 12, and Ann 11 without the key of the chat. */
beforeAll(async () => {
  database = await openTestDatabase();
  const seen = (...ids: string[]) => ids.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: seen('11') },
      { ...person, username: 'ours:mei', name: 'Mei', shops: seen('11', '12') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: seen('12') },
      { ...person, permissionCodeList: ['order'], username: 'ours:ann', name: 'Ann', shops: seen('11') },
    ],
  );
  theirs = await makeTenant(database, 'theirs@x', [['99']]);
  const named = await database.owner.query<{ member_id: string; name: string }>('select member_id, name from member');
  for (const row of named.rows) members.set(row.name, row.member_id);
  const sold = await database.owner.query<{ shop_id: string; id: string }>(
    'select shop_id, platform_shop_id as id from shop',
  );
  for (const row of sold.rows) shops.set(row.id, row.shop_id);
  web = await openTestWeb(database);
  other = await openTestWeb(database);
  main = await signIn('ours@x');
  theirMain = await signIn('theirs@x');
});
afterAll(async () => {
  await web.close();
  await other.close();
  await database.close();
});
let number = 0;
beforeEach(async () => {
  number = 0;
  for (const table of ['conversation', 'assignment_rules', 'assignment_rule_change', 'assignment_turn', 'buyer_tag']) {
    await database.owner.query(`delete from ${table}`);
  }
  await database.owner.query('delete from chat_setting');
  await database.owner.query('update member set chosen_presence = null');
});

async function signIn(username: string, at = web): Promise<Visitor> {
  const visitor = new Visitor(at.origin);
  expect((await visitor.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
  return visitor;
}
async function ask<C extends Call>(who: Visitor, call: C, input: object = {}): Promise<CallOutput<C>> {
  const answer = await who.call(call, call.method === 'GET' ? (input as Record<string, string>) : input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.code}`);
  return call.output.parse(answer.data) as CallOutput<C>;
}
async function codeOf(who: Visitor, call: Call, input: object): Promise<unknown> {
  const answer = await who.call(call, input);
  return answer.result === 'fail' ? answer.code : 'success';
}
const { assignmentRules, changeAssignmentRules } = CALLS.assignmentRules;
const step = (change: AssignmentStep, by = main) => ask(by, changeAssignmentRules, { step: JSON.stringify(change) });
const aRule = (more: Partial<AssignmentRule> = {}): AssignmentRule => ({
  ruleId: randomUUID(),
  name: 'All shops',
  shopIds: null,
  languages: null,
  tagIds: null,
  memberIds: null,
  way: 'roundRobin',
  staysWithKnown: false,
  ...more,
});
async function rule(...rules: readonly Partial<AssignmentRule>[]): Promise<void> {
  for (const one of rules) await step({ kind: 'put', rule: aRule(one) });
  await step({ kind: 'switch', isOn: true });
}

/** A buyer writes in a conversation of shop 11, or of another. */
async function hear(name: string, text = 'Hello', platformShopId = '11', author: 'buyer' | 'seller' = 'buyer') {
  const tenant = platformShopId === '99' ? theirs : ours;
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  number += 1;
  const message = messageAt(platformShopId, name, number, author, { content: { type: 'text', text } });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(platformShopId, name) } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
}
/** Assigns as a process does for which these members are here. */
const run = (...names: readonly string[]) =>
  database.app.within(wholeAccount(ours.accountId), (transaction) =>
    assignByRule(transaction, ours.accountId, { hereIds: names.map(id), emptyMeansAll: false, now: 5 }),
  );
async function whose(): Promise<Record<string, string | null>> {
  const found = await database.owner.query<{ conversation: string; name: string | null }>(
    `select platform_conversation_id as conversation, m.name from conversation
       left join member m on m.member_id = assignee_id order by 1`,
  );
  return Object.fromEntries(found.rows.map((row) => [row.conversation, row.name]));
}
const counted = async () => {
  const found = await database.owner.query<{ name: string; count: string }>(
    'select m.name, count(*) from conversation join member m on m.member_id = assignee_id group by 1 order by 1',
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, Number(row.count)]));
};
async function limit(promiseLimit: number): Promise<void> {
  await database.owner.query('insert into chat_setting (account_id, setting) values ($1, $2)', [
    ours.accountId,
    { promiseLimit },
  ]);
}
const conversationId = async (name: string): Promise<string> =>
  (
    await database.owner.query('select conversation_id as id from conversation where platform_conversation_id = $1', [
      name,
    ])
  ).rows[0]?.id;

describe('the rules', () => {
  test('are off and empty at first, and are changed by the main account, step by step, with a log', async () => {
    expect(await ask(main, assignmentRules)).toEqual({ isOn: false, rules: [], changes: [] });
    const [one, two] = [aRule({ name: 'Thai' }), aRule({ name: 'Rest' })];
    await step({ kind: 'put', rule: one });
    await step({ kind: 'put', rule: two });
    await step({ kind: 'put', rule: two });
    await step({ kind: 'move', ruleId: two.ruleId, to: 0 });
    await step({ kind: 'put', rule: { ...one, languages: ['th'] } });
    await step({ kind: 'remove', ruleId: two.ruleId });
    await step({ kind: 'switch', isOn: true });
    const now = await ask(main, assignmentRules);
    expect([now.isOn, now.rules]).toEqual([true, [{ ...one, languages: ['th'] }]]);
    expect(now.changes.map(({ event }) => event.kind)).toEqual([
      ...['switched', 'removed', 'changed', 'moved', 'added', 'added'],
    ]);
    expect(now.changes.map(({ changedBy }) => changedBy)).toContain('ours@x');
  });

  test('are the main account’s alone, and each account’s own', async () => {
    const one = aRule();
    await step({ kind: 'put', rule: one });
    const suda = await signIn('ours:suda');
    expect(await codeOf(suda, changeAssignmentRules, { step: '{"kind":"switch","isOn":true}' })).toBe('no_permission');
    expect(await ask(theirMain, assignmentRules)).toEqual({ isOn: false, rules: [], changes: [] });
    const foreign = JSON.stringify({ kind: 'remove', ruleId: one.ruleId });
    expect(await codeOf(theirMain, changeAssignmentRules, { step: foreign })).toBe('not_found');
    expect((await ask(main, assignmentRules)).rules).toHaveLength(1);
  });

  test('of two windows at the same moment are both kept', async () => {
    await Promise.all([1, 2, 3, 4].map((n) => step({ kind: 'put', rule: aRule({ name: `Rule ${n}` }) })));
    expect((await ask(main, assignmentRules)).rules).toHaveLength(4);
  });
});

describe('a run', () => {
  test('does nothing while the rules are off, or while there are none', async () => {
    await hear('a');
    expect(await run('Suda')).toBe('off');
    await step({ kind: 'put', rule: aRule() });
    expect(await run('Suda')).toBe('off');
    expect(await whose()).toEqual({ a: null });
  });

  test('goes round among those who are here, hold the key and see the shop, from run to run', async () => {
    await rule({});
    for (const name of ['a', 'b', 'c']) await hear(name);
    await hear('d', 'Hello', '12');
    await run('Suda', 'Mei', 'Otto', 'Ann');
    const first = await whose();
    expect([first.a, first.b].toSorted()).toEqual(['Mei', 'Suda']);
    expect(first.d).toBe('Otto');
    expect(await counted()).toMatchObject({ Otto: 1 });
    // The one of the two who had the third is not the next one.
    await hear('e');
    await run('Suda', 'Mei', 'Otto', 'Ann');
    expect(await counted()).toEqual({ Mei: 2, Otto: 1, Suda: 2 });
  });

  test('keeps the limit of the account, and leaves the rest to nobody until somebody is free', async () => {
    await limit(2);
    await rule({ way: 'leastBusy' });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await hear(name);
    await run('Suda', 'Mei');
    expect(await counted()).toEqual({ Mei: 2, Suda: 2 });
    // The longest wait comes first.
    expect((await whose()).e).toBeNull();
    const answered = Object.entries(await whose()).find(([, name]) => name === 'Suda')?.[0] ?? '';
    await hear(answered, 'Yes', '11', 'seller');
    await run('Suda', 'Mei');
    expect((await whose()).e).toBe('Suda');
  });

  test('asks for the shop, the language and the tag, and the first rule that matches decides', async () => {
    await hear('vip', 'Hello');
    const vip = await ask(main, CALLS.buyerTags.addBuyerTagToBuyer, {
      conversationId: await conversationId('vip'),
      buyerTagName: 'VIP',
      color: 'blue',
    });
    await rule(
      { name: 'Thai', languages: ['th'], memberIds: [id('Mei')] },
      { name: 'Shop 12', shopIds: [shop('12')], memberIds: [id('Otto')] },
      { name: 'VIP', tagIds: [vip.buyerTagId, randomUUID()], memberIds: [id('Suda')] },
    );
    await hear('thai', 'สวัสดีค่ะ');
    await hear('english', 'Hello');
    await hear('elsewhere', 'Hello', '12');
    await run('Suda', 'Mei', 'Otto');
    expect(await whose()).toEqual({ thai: 'Mei', english: null, elsewhere: 'Otto', vip: 'Suda' });
    // Suda is not among the members of the rule, and no other rule is asked.
    await hear('thai 2', 'สวัสดีค่ะ');
    await run('Suda');
    expect((await whose())['thai 2']).toBeNull();
  });

  test('stays with the member who answered the buyer last', async () => {
    await rule({ staysWithKnown: true });
    for (const name of ['a', 'b', 'c', 'd']) {
      await hear(name);
      await hear(name, 'Yes', '11', 'seller');
    }
    await database.owner.query("update message set member_id = $1 where author = 'seller'", [id('Suda')]);
    for (const name of ['a', 'b', 'c', 'd']) await hear(name, 'And now?');
    await run('Suda', 'Mei');
    expect(await counted()).toEqual({ Suda: 4 });
  });

  test('leaves what is closed, what nobody waits in, and what has an assignee', async () => {
    await rule({});
    for (const name of ['closed', 'answered', 'taken']) await hear(name);
    await hear('answered', 'Yes', '11', 'seller');
    await database.owner.query("update conversation set status = 'closed' where platform_conversation_id = 'closed'");
    await database.owner.query("update conversation set assignee_id = $1 where platform_conversation_id = 'taken'", [
      id('Otto'),
    ]);
    expect(await run('Suda')).toBe('done');
    expect(await whose()).toEqual({ answered: null, closed: null, taken: 'Otto' });
  });

  test('leaves a conversation that is being changed, and asks for another run', async () => {
    await rule({});
    await hear('a');
    await hear('b');
    await database.owner.query('begin');
    await database.owner.query("select from conversation where platform_conversation_id = 'a' for update");
    expect(await run('Suda')).toBe('again');
    await database.owner.query('commit');
    expect(await whose()).toEqual({ a: null, b: 'Suda' });
    expect(await run('Suda')).toBe('done');
    expect(await whose()).toEqual({ a: 'Suda', b: 'Suda' });
  });

  test('at several processes at once assigns each conversation once, and nobody above the limit', async () => {
    await limit(7);
    await rule({});
    await database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, waiting_since)
       select $1, $2, 'w' || number, number::text, 'w', 'activated', false, '{}', number from generate_series(1, 450) number`,
      [ours.accountId, shop('11')],
    );
    await Promise.all(Array.from({ length: 6 }, () => run('Suda', 'Mei')));
    expect(await counted()).toEqual({ Mei: 7, Suda: 7 });
    const steps = await database.owner.query(
      'select count(*)::integer as steps, count(distinct conversation_id)::integer as held from conversation_assignment',
    );
    expect(steps.rows[0]).toEqual({ steps: 14, held: 14 });
    await database.owner.query('delete from chat_setting');
    await limit(400);
    await Promise.all(Array.from({ length: 6 }, () => run('Suda', 'Mei')));
    expect(await counted()).toEqual({ Mei: 225, Suda: 225 });
  });

  test('sees nothing of another account', async () => {
    await rule({});
    await hear('theirs', 'Hello', '99');
    await run('theirs@x', 'Suda');
    expect(await whose()).toEqual({ theirs: null });
  });
});

async function enter(username: string, at = web): Promise<{ visitor: Visitor; window: LiveWindow }> {
  const visitor = await signIn(username, at);
  const { seq } = await ask(visitor, CALLS.chat.snapshot);
  return { visitor, window: await visitor.live(seq) };
}
const stand = (window: LiveWindow, isAway = false) =>
  window.say(JSON.stringify({ type: 'stance', conversationId: null, isTyping: false, isAway }));
/** The window is told that a conversation is the member's. */
const told = (window: LiveWindow, name: string, conversation: string) =>
  window.until(({ changes }) =>
    changes.some((change) => {
      if (change.kind !== 'conversation') return false;
      const { assigneeId, buyer } = conversationView.parse(change.conversation);
      return assigneeId === id(name) && buyer.name === `Buyer ${conversation}`;
    }),
  );

describe('the server', () => {
  test('assigns a buyer who writes to whom is here, tells all windows, and names the rule', async () => {
    await rule({ name: 'First come', shopIds: [shop('11')] });
    const suda = await enter('ours:suda');
    const mei = await enter('ours:mei', other);
    stand(suda.window);
    await hear('a');
    await told(suda.window, 'Suda', 'a');
    await told(mei.window, 'Suda', 'a');
    const history = await ask(mei.visitor, CALLS.together.assignments, { conversationId: await conversationId('a') });
    expect(history.assignments).toMatchObject([
      { cause: { kind: 'rule', name: 'First come' }, from: null, to: 'Suda', note: null },
    ]);
    suda.window.close();
    mei.window.close();
  });

  test('assigns what waits when the rules are switched on, when a member comes, and when one is free again', async () => {
    await limit(1);
    const suda = await enter('ours:suda');
    stand(suda.window);
    await hear('a');
    await hear('b');
    await hear('c');
    await rule({});
    await told(suda.window, 'Suda', 'a');
    const mei = await enter('ours:mei', other);
    stand(mei.window, true);
    stand(mei.window);
    await told(suda.window, 'Mei', 'b');
    await hear('a', 'Yes', '11', 'seller');
    await told(mei.window, 'Suda', 'c');
    suda.window.close();
    mei.window.close();
  });
});

describe('a colleague at the limit', () => {
  beforeEach(() => limit(1));
  const assign = async (who: Visitor, name: string, to: string | null) =>
    codeOf(who, CALLS.together.assign, { conversationId: await conversationId(name), from: null, to: to && id(to) });

  test('is assigned no more by others, not even by the main account, and takes over as many as wanted', async () => {
    const mei = await signIn('ours:mei');
    for (const name of ['a', 'b', 'c']) await hear(name);
    expect(await assign(main, 'a', 'Mei')).toBe('success');
    expect(await assign(main, 'b', 'Mei')).toBe('member_at_limit');
    expect(await assign(mei, 'b', 'Mei')).toBe('success');
    expect(await counted()).toEqual({ Mei: 2 });
    // Who does not wait is no load.
    await hear('c', 'Yes', '11', 'seller');
    expect(await assign(main, 'c', 'Mei')).toBe('success');
  });

  test('is at the limit also by buyers whose shop the caller does not see', async () => {
    const suda = await signIn('ours:suda');
    await hear('hidden', 'Hello', '12');
    await hear('a');
    expect(await assign(main, 'hidden', 'Mei')).toBe('success');
    expect(await assign(suda, 'a', 'Mei')).toBe('member_at_limit');
    const { members: fit, limit: most } = await ask(suda, CALLS.together.assignees, {
      conversationId: await conversationId('a'),
    });
    expect([most, fit.find(({ name }) => name === 'Mei')?.waiting]).toEqual([1, 1]);
  });

  test('is handed over all or nothing', async () => {
    const mei = await signIn('ours:mei');
    for (const name of ['a', 'b']) await hear(name);
    await assign(mei, 'a', 'Mei');
    await assign(mei, 'b', 'Mei');
    expect(await codeOf(mei, CALLS.together.handOver, { to: id('Suda') })).toBe('member_at_limit');
    expect(await counted()).toEqual({ Mei: 2 });
    await hear('b', 'Yes', '11', 'seller');
    expect(await codeOf(mei, CALLS.together.handOver, { to: id('Suda') })).toBe('success');
    expect(await whose()).toEqual({ a: 'Suda', b: 'Mei' });
  });

  test('gets of many conversations at once as many as fit, the rest with the reason', async () => {
    for (const name of ['a', 'b', 'c']) await hear(name);
    await hear('c', 'Yes', '11', 'seller');
    const ids = [await conversationId('a'), await conversationId('b'), await conversationId('c')];
    const outcomes = await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      setConversations(
        transaction,
        { accountId: ours.accountId, memberId: ours.mainId, memberName: 'ours@x', now: 5 },
        ids,
        { kind: 'assign', memberId: id('Mei') },
      ),
    );
    expect([...outcomes.values()].toSorted()).toEqual(['changed', 'changed', 'member_at_limit']);
    expect((await whose()).c).toBe('Mei');
  });

  test('of two who assign at the same moment gets one', async () => {
    for (const name of ['a', 'b', 'c']) await hear(name);
    const ids = [await conversationId('a'), await conversationId('b'), await conversationId('c')];
    const input = { from: null, to: id('Suda') };
    const codes = await Promise.all(
      ids.map((conversation) => codeOf(main, CALLS.together.assign, { conversationId: conversation, ...input })),
    );
    expect(codes.toSorted()).toEqual(['member_at_limit', 'member_at_limit', 'success']);
  });
});
