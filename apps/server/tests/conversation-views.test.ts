import { CALLS } from '@pasar/api';
import { CONVERSATION_VIEW_LIMITS } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { bulkActionsBench } from './harness/bulk-actions.ts';
import { Visitor } from './harness/web.ts';

const bench = bulkActionsBench();
const { calls, owner, dataOf } = bench;

describe('saved views', () => {
  const list = async (visitor = bench.main) =>
    calls.conversationViews.output.parse(dataOf(await visitor.call(calls.conversationViews))).views;

  test('are saved, replaced and removed; names differ', async () => {
    const listing = { tab: 'unread', country: 'TH', idleDays: 10 } as const;
    const saved = await bench.main.call(calls.saveConversationView, { name: 'Late Thai', listing });
    const { viewId } = calls.saveConversationView.output.parse(dataOf(saved));
    expect(await list()).toMatchObject([{ viewId, name: 'Late Thai', isShared: false, isMine: true, listing }]);
    const twice = await bench.main.call(calls.saveConversationView, { name: 'LATE thai', listing });
    expect(twice).toMatchObject({ result: 'fail', code: 'conversation_view_name_taken' });
    await bench.main.call(calls.saveConversationView, { viewId, name: 'All', isShared: true, listing: { tab: 'all' } });
    expect(await list()).toMatchObject([{ viewId, name: 'All', isShared: true, listing: { tab: 'all' } }]);
    dataOf(await bench.main.call(calls.removeConversationView, { viewId }));
    expect(await list()).toEqual([]);
    expect(await bench.main.call(calls.removeConversationView, { viewId })).toMatchObject({ code: 'not_found' });
  });

  test('are 30 of a member; a shared one stays when its member is deleted, for the main account to remove', async () => {
    const { saveChildAccount, deleteChildAccount } = CALLS.team;
    const password = 'a long enough one';
    const made = await bench.main.call(saveChildAccount, {
      ...{ username: 'suda', name: 'Suda', groupName: '', password, permissionCodeList: ['chat'] },
      responsibility: { kind: 'all' },
    });
    const { memberId, username } = saveChildAccount.output.parse(dataOf(made));
    const suda = new Visitor(bench.web.origin);
    await suda.logIn(CALLS.account.login, username, password);
    const save = (number: number) =>
      suda.call(calls.saveConversationView, {
        name: `View ${number}`,
        isShared: number === 1,
        listing: { tab: 'all' },
      });
    for (let number = 1; number <= CONVERSATION_VIEW_LIMITS.views; number += 1) dataOf(await save(number));
    expect(await save(0)).toMatchObject({ result: 'fail', code: 'conversation_views_full' });
    expect(await list()).toMatchObject([{ name: 'View 1', author: 'Suda', isMine: false }]);
    const { seq } = CALLS.chat.snapshot.output.parse(dataOf(await bench.main.call(CALLS.chat.snapshot)));
    const window = await bench.main.live(seq);
    dataOf(await bench.main.call(deleteChildAccount, { memberId }));
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'conversationViews'));
    window.close();
    const [kept, ...others] = await list();
    expect([kept, others]).toMatchObject([{ name: 'View 1', author: null, isShared: true, isMine: false }, []]);
    expect((await owner('select from conversation_view')).rowCount).toBe(1);
    dataOf(await bench.main.call(calls.removeConversationView, { viewId: kept?.viewId }));
    expect(await list()).toEqual([]);
  });
});
