import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setConversations } from '../src/records/conversation-settings.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { type AssignmentTeam, ask, codeOf, openAssignmentTeam } from './harness/assignment-team.ts';
import type { Visitor } from './harness/web.ts';

let team: AssignmentTeam;
beforeAll(async () => {
  team = await openAssignmentTeam();
});
beforeEach(() => team.clear());
afterAll(() => team.close());

describe('a colleague at the limit', () => {
  beforeEach(() => team.limit(1));
  const assign = async (who: Visitor, name: string, to: string | null) =>
    codeOf(who, CALLS.together.assign, {
      conversationId: await team.conversationId(name),
      from: null,
      to: to && team.id(to),
    });

  test('is assigned no more by others, not even by the main account, and takes over as many as wanted', async () => {
    const mei = await team.signIn('ours:mei');
    for (const name of ['a', 'b', 'c']) await team.hear(name);
    expect(await assign(team.main, 'a', 'Mei')).toBe('success');
    expect(await assign(team.main, 'b', 'Mei')).toBe('member_at_limit');
    expect(await assign(mei, 'b', 'Mei')).toBe('success');
    expect(await team.counted()).toEqual({ Mei: 2 });
    // Who does not wait is no load.
    await team.hear('c', 'Yes', '11', 'seller');
    expect(await assign(team.main, 'c', 'Mei')).toBe('success');
  });

  test('is at the limit also by buyers whose shop the caller does not see', async () => {
    const suda = await team.signIn('ours:suda');
    await team.hear('hidden', 'Hello', '12');
    await team.hear('a');
    expect(await assign(team.main, 'hidden', 'Mei')).toBe('success');
    expect(await assign(suda, 'a', 'Mei')).toBe('member_at_limit');
    const { members: fit, limit: most } = await ask(suda, CALLS.together.assignees, {
      conversationId: await team.conversationId('a'),
    });
    expect([most, fit.find(({ name }) => name === 'Mei')?.waiting]).toEqual([1, 1]);
  });

  test('is handed over all or nothing', async () => {
    const mei = await team.signIn('ours:mei');
    for (const name of ['a', 'b']) await team.hear(name);
    await assign(mei, 'a', 'Mei');
    await assign(mei, 'b', 'Mei');
    expect(await codeOf(mei, CALLS.together.handOver, { to: team.id('Suda') })).toBe('member_at_limit');
    expect(await team.counted()).toEqual({ Mei: 2 });
    await team.hear('b', 'Yes', '11', 'seller');
    expect(await codeOf(mei, CALLS.together.handOver, { to: team.id('Suda') })).toBe('success');
    expect(await team.whose()).toEqual({ a: 'Suda', b: 'Mei' });
  });

  test('gets of many conversations at once as many as fit, the rest with the reason', async () => {
    for (const name of ['a', 'b', 'c']) await team.hear(name);
    await team.hear('c', 'Yes', '11', 'seller');
    const ids = [await team.conversationId('a'), await team.conversationId('b'), await team.conversationId('c')];
    const outcomes = await team.database.engine.within(wholeAccount(team.ours.accountId), (transaction) =>
      setConversations(
        transaction,
        { accountId: team.ours.accountId, memberId: team.ours.mainId, memberName: 'ours@x', now: 5 },
        ids,
        { kind: 'assign', memberId: team.id('Mei') },
      ),
    );
    expect([...outcomes.values()].toSorted()).toEqual(['changed', 'changed', 'member_at_limit']);
    expect((await team.whose()).c).toBe('Mei');
  });

  test('of two who assign at the same moment gets one', async () => {
    for (const name of ['a', 'b', 'c']) await team.hear(name);
    const ids = [await team.conversationId('a'), await team.conversationId('b'), await team.conversationId('c')];
    const input = { from: null, to: team.id('Suda') };
    const codes = await Promise.all(
      ids.map((conversation) => codeOf(team.main, CALLS.together.assign, { conversationId: conversation, ...input })),
    );
    expect(codes.toSorted()).toEqual(['member_at_limit', 'member_at_limit', 'success']);
  });
});
