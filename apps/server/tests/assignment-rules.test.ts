import { randomUUID } from 'node:crypto';
import { CALLS, conversationView } from '@pasar/api';
import type { AssignmentRule, AssignmentStep } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assignByRule } from '../src/records/assign-by-rule.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { type AssignmentTeam, ask, codeOf, openAssignmentTeam } from './harness/assignment-team.ts';
import type { LiveWindow, TestWeb, Visitor } from './harness/web.ts';

let team: AssignmentTeam;
beforeAll(async () => {
  team = await openAssignmentTeam();
});
beforeEach(() => team.clear());
afterAll(() => team.close());
const { assignmentRules, changeAssignmentRules } = CALLS.assignmentRules;
const step = (change: AssignmentStep, by = team.main) =>
  ask(by, changeAssignmentRules, { step: JSON.stringify(change) });
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

/** Assigns as a process does for which these members are here. */
const run = (...names: readonly string[]) =>
  team.database.app.within(wholeAccount(team.ours.accountId), (transaction) =>
    assignByRule(transaction, team.ours.accountId, { hereIds: names.map(team.id), emptyMeansAll: false, now: 5 }),
  );
describe('the rules', () => {
  test('are off and empty at first, and are changed by the main account, step by step, with a log', async () => {
    expect(await ask(team.main, assignmentRules)).toEqual({ isOn: false, rules: [], changes: [] });
    const [one, two] = [aRule({ name: 'Thai' }), aRule({ name: 'Rest' })];
    await step({ kind: 'put', rule: one });
    await step({ kind: 'put', rule: two });
    await step({ kind: 'put', rule: two });
    await step({ kind: 'move', ruleId: two.ruleId, to: 0 });
    await step({ kind: 'put', rule: { ...one, languages: ['th'] } });
    await step({ kind: 'remove', ruleId: two.ruleId });
    await step({ kind: 'switch', isOn: true });
    const now = await ask(team.main, assignmentRules);
    expect([now.isOn, now.rules]).toEqual([true, [{ ...one, languages: ['th'] }]]);
    expect(now.changes.map(({ event }) => event.kind)).toEqual([
      ...['switched', 'removed', 'changed', 'moved', 'added', 'added'],
    ]);
    expect(now.changes.map(({ changedBy }) => changedBy)).toContain('ours@x');
  });

  test('are the main account’s alone, and each account’s own', async () => {
    const one = aRule();
    await step({ kind: 'put', rule: one });
    const suda = await team.signIn('ours:suda');
    const stranger = await team.signIn('theirs@x');
    expect(await codeOf(suda, changeAssignmentRules, { step: '{"kind":"switch","isOn":true}' })).toBe('no_permission');
    expect(await ask(stranger, assignmentRules)).toEqual({ isOn: false, rules: [], changes: [] });
    const foreign = JSON.stringify({ kind: 'remove', ruleId: one.ruleId });
    expect(await codeOf(stranger, changeAssignmentRules, { step: foreign })).toBe('not_found');
    expect((await ask(team.main, assignmentRules)).rules).toHaveLength(1);
  });

  test('name tags of the account, which cannot be deleted then, also while the rules are off', async () => {
    const { saveTag, deleteTag } = CALLS.buyerTags;
    const suda = await team.signIn('ours:suda');
    const { buyerTagId } = await ask(team.main, saveTag, { buyerTagName: 'Old', color: 'red' });
    const unknown = JSON.stringify({ kind: 'put', rule: aRule({ tagIds: [buyerTagId, randomUUID()] }) });
    expect(await codeOf(team.main, changeAssignmentRules, { step: unknown })).toBe('not_found');
    const one = aRule({ tagIds: [buyerTagId] });
    await step({ kind: 'put', rule: one });
    expect(await codeOf(suda, deleteTag, { buyerTagId })).toBe('buyer_tag_in_rule');
    await step({ kind: 'put', rule: { ...one, tagIds: null } });
    await ask(suda, deleteTag, { buyerTagId });
  });

  test('of two windows at the same moment are both kept', async () => {
    await Promise.all([1, 2, 3, 4].map((n) => step({ kind: 'put', rule: aRule({ name: `Rule ${n}` }) })));
    expect((await ask(team.main, assignmentRules)).rules).toHaveLength(4);
  });
});

describe('a run', () => {
  test('does nothing while the rules are off, or while there are none', async () => {
    await team.hear('a');
    expect(await run('Suda')).toBe('off');
    await step({ kind: 'put', rule: aRule() });
    expect(await run('Suda')).toBe('off');
    expect(await team.whose()).toEqual({ a: null });
  });

  test('goes round among those who are here, hold the key and see the shop, from run to run', async () => {
    await rule({});
    for (const name of ['a', 'b', 'c']) await team.hear(name);
    await team.hear('d', 'Hello', '12');
    await run('Suda', 'Mei', 'Otto', 'Ann');
    const first = await team.whose();
    expect([first.a, first.b].toSorted()).toEqual(['Mei', 'Suda']);
    expect(first.d).toBe('Otto');
    // Who gets one is told.
    const told = await team.database.owner.query(
      `select payload from change where kind = 'assigned' and member_id = $1 order by seq desc limit 1`,
      [team.id('Otto')],
    );
    expect(told.rows[0]?.payload).toMatchObject({
      conversationId: await team.conversationId('d'),
      cause: { kind: 'rule', name: 'All shops' },
    });
    expect(await team.counted()).toMatchObject({ Otto: 1 });
    // The one of the two who had the third is not the next one.
    await team.hear('e');
    await run('Suda', 'Mei', 'Otto', 'Ann');
    expect(await team.counted()).toEqual({ Mei: 2, Otto: 1, Suda: 2 });
  });

  test('keeps the limit of the account, and leaves the rest to nobody until somebody is free', async () => {
    await team.limit(2);
    await rule({ way: 'leastBusy' });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await team.hear(name);
    await run('Suda', 'Mei');
    expect(await team.counted()).toEqual({ Mei: 2, Suda: 2 });
    // The longest wait comes first.
    expect((await team.whose()).e).toBeNull();
    const answered = Object.entries(await team.whose()).find(([, name]) => name === 'Suda')?.[0] ?? '';
    await team.hear(answered, 'Yes', '11', 'seller');
    await run('Suda', 'Mei');
    expect((await team.whose()).e).toBe('Suda');
  });

  test('asks for the shop, the language and the tag, and the first rule that matches decides', async () => {
    await team.hear('vip', 'Hello');
    const vip = await ask(team.main, CALLS.buyerTags.addBuyerTagToBuyer, {
      conversationId: await team.conversationId('vip'),
      buyerTagName: 'VIP',
      color: 'blue',
    });
    await rule(
      { name: 'Thai', languages: ['th'], memberIds: [team.id('Mei')] },
      { name: 'Shop 12', shopIds: [team.shop('12')], memberIds: [team.id('Otto')] },
      { name: 'VIP', tagIds: [vip.buyerTagId], memberIds: [team.id('Suda')] },
    );
    await team.hear('thai', 'สวัสดีค่ะ');
    await team.hear('english', 'Hello');
    await team.hear('elsewhere', 'Hello', '12');
    await run('Suda', 'Mei', 'Otto');
    expect(await team.whose()).toEqual({ thai: 'Mei', english: null, elsewhere: 'Otto', vip: 'Suda' });
    // Suda is not among the members of the rule, and no other rule is asked.
    await team.hear('thai 2', 'สวัสดีค่ะ');
    await run('Suda');
    expect((await team.whose())['thai 2']).toBeNull();
  });

  test('stays with the member who answered the buyer last', async () => {
    await rule({ staysWithKnown: true });
    for (const name of ['a', 'b', 'c', 'd']) {
      await team.hear(name);
      await team.hear(name, 'Yes', '11', 'seller');
    }
    await team.database.owner.query("update message set member_id = $1 where author = 'seller'", [team.id('Suda')]);
    for (const name of ['a', 'b', 'c', 'd']) await team.hear(name, 'And now?');
    await run('Suda', 'Mei');
    expect(await team.counted()).toEqual({ Suda: 4 });
  });

  test('leaves what is closed, what nobody waits in, and what has an assignee', async () => {
    await rule({});
    for (const name of ['closed', 'answered', 'taken']) await team.hear(name);
    await team.hear('answered', 'Yes', '11', 'seller');
    await team.database.owner.query(
      "update conversation set status = 'closed' where platform_conversation_id = 'closed'",
    );
    await team.database.owner.query(
      "update conversation set assignee_id = $1 where platform_conversation_id = 'taken'",
      [team.id('Otto')],
    );
    expect(await run('Suda')).toBe('done');
    expect(await team.whose()).toEqual({ answered: null, closed: null, taken: 'Otto' });
  });

  test('leaves a conversation that is being changed, and asks for another run', async () => {
    await rule({});
    await team.hear('a');
    await team.hear('b');
    await team.database.owner.query('begin');
    await team.database.owner.query("select from conversation where platform_conversation_id = 'a' for update");
    expect(await run('Suda')).toBe('again');
    await team.database.owner.query('commit');
    expect(await team.whose()).toEqual({ a: null, b: 'Suda' });
    expect(await run('Suda')).toBe('done');
    expect(await team.whose()).toEqual({ a: 'Suda', b: 'Suda' });
  });

  test('at several processes at once assigns each conversation once, and nobody above the limit', async () => {
    await team.limit(7);
    await rule({});
    await team.database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, waiting_since, due_at)
       select $1, $2, 'w' || number, number::text, 'w', 'activated', false, '{}', number, number from generate_series(1, 450) number`,
      [team.ours.accountId, team.shop('11')],
    );
    await Promise.all(Array.from({ length: 6 }, () => run('Suda', 'Mei')));
    expect(await team.counted()).toEqual({ Mei: 7, Suda: 7 });
    const steps = await team.database.owner.query(
      'select count(*)::integer as steps, count(distinct conversation_id)::integer as held from conversation_assignment',
    );
    expect(steps.rows[0]).toEqual({ steps: 14, held: 14 });
    await team.database.owner.query('delete from chat_setting');
    await team.limit(400);
    await Promise.all(Array.from({ length: 6 }, () => run('Suda', 'Mei')));
    expect(await team.counted()).toEqual({ Mei: 225, Suda: 225 });
  });

  test('sees nothing of another account', async () => {
    await rule({});
    await team.hear('theirs', 'Hello', '99');
    await run('theirs@x', 'Suda');
    expect(await team.whose()).toEqual({ theirs: null });
  });
});

async function enter(username: string, at?: TestWeb): Promise<{ visitor: Visitor; window: LiveWindow }> {
  const visitor = await team.signIn(username, at);
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
      return assigneeId === team.id(name) && buyer.name === `Buyer ${conversation}`;
    }),
  );

describe('the server', () => {
  test('assigns a buyer who writes to whom is here, tells all windows, and names the rule', async () => {
    await rule({ name: 'First come', shopIds: [team.shop('11')] });
    const suda = await enter('ours:suda');
    const mei = await enter('ours:mei', team.other);
    stand(suda.window);
    await team.hear('a');
    await told(suda.window, 'Suda', 'a');
    await told(mei.window, 'Suda', 'a');
    const history = await ask(mei.visitor, CALLS.together.assignments, {
      conversationId: await team.conversationId('a'),
    });
    expect(history.assignments).toMatchObject([
      { cause: { kind: 'rule', name: 'First come' }, from: null, to: 'Suda', note: null },
    ]);
    suda.window.close();
    mei.window.close();
  });

  test('assigns what waits when the rules are switched on, when a member comes, and when one is free again', async () => {
    await team.limit(1);
    const suda = await enter('ours:suda');
    stand(suda.window);
    await team.hear('a');
    await team.hear('b');
    await team.hear('c');
    await rule({});
    await told(suda.window, 'Suda', 'a');
    const mei = await enter('ours:mei', team.other);
    stand(mei.window, true);
    stand(mei.window);
    await told(suda.window, 'Mei', 'b');
    await team.hear('a', 'Yes', '11', 'seller');
    await told(mei.window, 'Suda', 'c');
    suda.window.close();
    mei.window.close();
  });
});
