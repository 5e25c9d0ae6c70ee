import { CALLS, type CallOutput } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import readExcelFile from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, codeOf } from './harness/assignment-team.ts';
import type { TestDatabase, TestTenant } from './harness/database.ts';
import { PNG } from './harness/picture-connector.ts';
import { openRemarkTeam, type RemarkTeam } from './harness/remark-team.ts';
import type { Visitor } from './harness/web.ts';

const { remarks } = CALLS;
let database: TestDatabase;
let ours: TestTenant;
let main: Visitor;
let suda: Visitor;
let otto: Visitor;
let chatter: Visitor;
let stranger: Visitor;
let conversations: RemarkTeam['conversations'];
let members: RemarkTeam['members'];
let about: RemarkTeam['about'];
let add: RemarkTeam['add'];
let team: RemarkTeam;
beforeAll(async () => {
  team = await openRemarkTeam();
  ({ database, ours, main, suda, otto, chatter, stranger, conversations, members, about, add } = team);
});
beforeEach(() => team.clear());
afterAll(() => team.close());

const listed = async (who: Visitor, filter: object = {}) =>
  (await ask(who, remarks.getRemarkList, filter)).remarks.map(({ content }) => content);
const counted = (who: Visitor, filter: object = {}) => ask(who, remarks.getRemarkCount, filter);
const newestChange = async () =>
  (
    await database.owner.query(
      'select kind, shop_id, payload from change where account_id = $1 order by seq desc limit 1',
      [ours.accountId],
    )
  ).rows[0];

describe('a remark', () => {
  test('is added for a buyer, listed with all that it holds, finished once, and deleted', async () => {
    const dueAt = Date.now() + 86_400_000;
    const remarkId = await add(suda, 'ours 11', {
      kind: 'after_sales',
      content: '  Send the refund form \n',
      orderNumber: ' 240101ABC ',
      assigneeId: members.get('Suda'),
      dueAt,
    });
    expect(await newestChange()).toMatchObject({ kind: 'remarks', payload: { kind: 'remarks' } });
    const { remarks: found } = await ask(main, remarks.getRemarkList);
    expect(found).toEqual([
      expect.objectContaining({
        remarkId,
        conversationId: conversations.get('ours 11'),
        buyerName: 'Ann Lim',
        kind: 'after_sales',
        status: 'wait',
        content: 'Send the refund form',
        orderNumber: '240101ABC',
        assignee: { memberId: members.get('Suda'), name: 'Suda' },
        dueAt,
        author: 'Suda',
        pictureIds: [],
        finishedAt: null,
        finishedBy: null,
      }),
    ]);
    expect(await counted(main)).toEqual({ count: 1, preSales: 0, afterSales: 1 });
    expect(await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [remarkId] })).toEqual({
      finished: 1,
      remarkIds: [remarkId],
    });
    expect(await ask(suda, remarks.updateRemarkStatusFinish, { remarkIds: [remarkId] })).toEqual({
      finished: 0,
      remarkIds: [],
    });
    const [finished] = (await ask(suda, remarks.getRemarkList, { status: 'finished' })).remarks;
    expect(finished).toMatchObject({ status: 'finished', finishedBy: 'ours@x' });
    expect(await counted(main)).toEqual({ count: 0, preSales: 0, afterSales: 0 });
    expect(await counted(main, { status: 'finished' })).toEqual({ count: 1, preSales: 0, afterSales: 1 });
    expect(await ask(suda, remarks.deleteRemarks, { remarkIds: [remarkId] })).toEqual({ deleted: 1 });
    expect(await codeOf(suda, remarks.deleteRemarks, { remarkIds: [remarkId] })).toBe('not_found');
    expect(await counted(main, { status: 'finished' })).toEqual({ count: 0, preSales: 0, afterSales: 0 });
    const trail = await database.owner.query(
      "select action from audit_entry where account_id = $1 and action like 'remark%' order by at, action",
      [ours.accountId],
    );
    expect(trail.rows.map(({ action }) => action)).toEqual(['remark_finished', 'remark_finished', 'remark_deleted']);
  });

  test('whose answer was lost is added once, with its pictures', async () => {
    const remarkId = crypto.randomUUID();
    const saved = { type: 'image/png', file: PNG.toString('base64') };
    const { pictureId } = await ask(suda, remarks.saveRemarkPicture, saved);
    const again = { remarkId, pictureIds: [pictureId] };
    expect(await Promise.all([add(suda, 'ours 11', again), add(suda, 'ours 11', again)])).toEqual([remarkId, remarkId]);
    expect(await add(suda, 'ours 11', again)).toBe(remarkId);
    const { remarks: found } = await ask(suda, remarks.getRemarkList);
    expect(found).toMatchObject([{ remarkId, pictureIds: [pictureId] }]);
    const other = crypto.randomUUID();
    expect(await Promise.all([1, 2].map(() => add(suda, 'ours 11', { remarkId: other })))).toEqual([other, other]);
    expect(await listed(suda)).toHaveLength(2);
    expect(await codeOf(stranger, remarks.addBuyerRemark, about('theirs 11', { remarkId }))).not.toBe('success');
  });

  test('needs words, and keeps the limits', async () => {
    const refused = (more: object) => codeOf(suda, remarks.addBuyerRemark, about('ours 11', more));
    expect(await refused({ content: ' \n ' })).toBe('remark_required');
    expect(await refused({ content: 'x'.repeat(REMARK_LIMITS.length + 1) })).toBe('invalid_request');
    expect(await refused({ kind: 'later' })).toBe('invalid_request');
    const six = Array.from({ length: 6 }, () => crypto.randomUUID());
    expect(await refused({ pictureIds: six })).toBe('remark_pictures_full');
    await database.owner.query(
      `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, author, created_at)
       select account_id, shop_id, buyer_id, buyer_name, 'pre_sales', 'x', 'a', number
       from conversation, generate_series(1, ${REMARK_LIMITS.ofBuyer}) number where conversation_id = $1`,
      [conversations.get('ours 11')],
    );
    expect(await refused({})).toBe('remarks_full');
    expect(await codeOf(otto, remarks.addBuyerRemark, about('ours 12'))).toBe('success');
  });

  test('that is processed is set back to pending by whoever may process it, with the assignee who still may', async () => {
    const { memberId, responsibility } = await team.hire(['11', '12']);
    const first = await add(main, 'ours 11', { content: 'First', assigneeId: memberId });
    const second = await add(main, 'ours 12', { content: 'Second', assigneeId: memberId });
    const open = await add(main, 'ours 11', { content: 'Open' });
    const all = { remarkIds: [first, second, open] };
    await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [first] });
    const { remarkIds } = await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [first, second] });
    expect(remarkIds).toEqual([second]);
    await ask(main, CALLS.team.updateChildAccount, {
      ...{
        memberId,
        name: 'New',
        groupName: '',
        permissionCodeList: ['remark'],
        responsibility: responsibility(['12']),
      },
    });
    expect(await ask(suda, remarks.reopenRemarks, all)).toEqual({ reopened: 1 });
    expect(await newestChange()).toMatchObject({ kind: 'remarks' });
    expect(await ask(main, remarks.reopenRemarks, all)).toEqual({ reopened: 1 });
    expect((await ask(main, remarks.getRemarkList)).remarks).toMatchObject([
      { content: 'Open', status: 'wait' },
      { content: 'Second', status: 'wait', assignee: { name: 'New' }, finishedAt: null, finishedBy: null },
      { content: 'First', status: 'wait', assignee: null, finishedAt: null, finishedBy: null },
    ]);
    expect(await counted(main)).toMatchObject({ count: 3 });
    expect(await counted(main, { status: 'finished' })).toMatchObject({ count: 0 });
    const trail = await database.owner.query(
      "select action from audit_entry where account_id = $1 and action = 'remark_reopened'",
      [ours.accountId],
    );
    expect(trail.rowCount).toBe(2);
    await ask(main, CALLS.team.deleteChildAccount, { memberId });
  });

  test('is given to a member who sees it, and planned while it is pending', async () => {
    const fit = async (who: Visitor, input: object = {}) =>
      (await ask(who, remarks.remarkAssignees, input)).members.map(({ name }) => name);
    expect(await fit(main)).toEqual(['Otto', 'ours@x', 'Suda']);
    expect(await fit(suda, { conversationId: conversations.get('ours 11') })).toEqual(['ours@x', 'Suda']);
    const give = (name: string) => ({ assigneeId: members.get(name) });
    for (const name of ['Otto', 'Chai', 'theirs@x']) {
      const refused = await codeOf(suda, remarks.addBuyerRemark, about('ours 11', give(name)));
      expect([name, refused]).toEqual([name, 'remark_assignee_unfit']);
    }
    const first = await add(suda, 'ours 11');
    const second = await add(main, 'ours 12');
    const both = { remarkIds: [first, second] };
    expect(await codeOf(main, remarks.planRemarks, { ...both, ...give('Suda') })).toBe('remark_assignee_unfit');
    expect(await ask(main, remarks.planRemarks, { ...both, ...give('ours@x') })).toEqual({ planned: 2 });
    expect(await ask(suda, remarks.planRemarks, { ...both, dueAt: 7 })).toEqual({ planned: 1 });
    const plans = async () =>
      (await ask(main, remarks.getRemarkList, { sort: 'due' })).remarks.map(({ assignee, dueAt }) => [
        assignee?.name ?? null,
        dueAt,
      ]);
    expect(await plans()).toEqual([
      ['ours@x', 7],
      ['ours@x', null],
    ]);
    await ask(main, remarks.planRemarks, { ...both, assigneeId: null });
    expect(await plans()).toEqual([
      [null, 7],
      [null, null],
    ]);
    await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [first] });
    expect(await ask(main, remarks.planRemarks, { ...both, dueAt: 9 })).toEqual({ planned: 1 });
  });

  test('is nobody’s again when its member loses the shop, the key or the account, and windows are told', async () => {
    const { visitor, memberId, responsibility } = await team.hire(['11', '12']);
    const give = { assigneeId: memberId };
    const names = async () =>
      (await ask(main, remarks.getRemarkList)).remarks.map(({ content, assignee }) => [
        content,
        assignee?.name ?? null,
      ]);
    const lose = async (change: () => Promise<unknown>, places: readonly string[]) => {
      const window = await main.live(await team.seq());
      await change();
      await window.until(({ changes }) => changes.filter(({ kind }) => kind === 'remarks').length === places.length);
      window.close();
    };
    const update = (more: object) =>
      ask(main, CALLS.team.updateChildAccount, {
        ...{ memberId, name: 'New', groupName: '', permissionCodeList: ['chat', 'remark'] },
        ...{ responsibility: responsibility(['11', '12']), ...more },
      });
    const done = await add(main, 'ours 11', { content: 'Done', ...give });
    await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [done] });
    await add(main, 'ours 11', { content: 'In 11', ...give });
    await add(main, 'ours 12', { content: 'In 12', ...give });
    await update({ permissionCodeList: ['remark'] });
    const before = [
      ['In 12', 'New'],
      ['In 11', 'New'],
      ['Done', 'New'],
    ];
    expect(await names()).toEqual(before);
    await lose(() => update({ responsibility: responsibility(['12']) }), ['11']);
    expect(await names()).toEqual([
      ['In 12', 'New'],
      ['In 11', null],
      ['Done', 'New'],
    ]);
    await lose(() => update({ permissionCodeList: ['chat'] }), ['12']);
    expect(await names()).toEqual([
      ['In 12', null],
      ['In 11', null],
      ['Done', 'New'],
    ]);
    await update({});
    await add(visitor, 'ours 12', { content: 'Own', ...give });
    await lose(() => ask(main, CALLS.team.deleteChildAccount, { memberId }), ['12']);
    expect(await names()).toEqual([
      ['Own', null],
      ['In 12', null],
      ['In 11', null],
      ['Done', null],
    ]);
  });

  test('does not exist for another tenant, for a member without its shop, and for one without the key', async () => {
    const remarkId = await add(suda, 'ours 11');
    const { updateRemarkStatusFinish, reopenRemarks, deleteRemarks, planRemarks } = remarks;
    for (const call of [updateRemarkStatusFinish, reopenRemarks, deleteRemarks, planRemarks]) {
      expect(await codeOf(otto, call, { remarkIds: [remarkId] })).toBe('not_found');
      expect(await codeOf(stranger, call, { remarkIds: [remarkId] })).toBe('not_found');
      expect(await codeOf(chatter, call, { remarkIds: [remarkId] })).toBe('no_permission');
    }
    expect(await listed(otto)).toEqual([]);
    expect(await counted(otto)).toMatchObject({ count: 0 });
    expect(await counted(stranger)).toMatchObject({ count: 0 });
    expect(await codeOf(otto, remarks.addBuyerRemark, about('ours 11'))).toBe('not_found');
    expect(await listed(main)).toEqual(['Ask for the size']);
  });

  test('is told to the windows that see its shop, without its words', async () => {
    const since = await team.seq();
    const seen = await suda.live(since);
    const unseen = await otto.live(since);
    await add(main, 'ours 11');
    await seen.until(({ changes }) => changes.some(({ kind }) => kind === 'remarks'));
    await add(main, 'ours 12');
    await unseen.until(({ changes }) => changes.some(({ kind }) => kind === 'remarks'));
    expect(unseen.changes.filter(({ kind }) => kind === 'remarks')).toHaveLength(1);
    expect(Object.keys(seen.changes.find(({ kind }) => kind === 'remarks') ?? {}).sort()).toEqual(['kind', 'seq']);
    seen.close();
    unseen.close();
  });

  test('is told to the member who is to do it, but not of what the member took or had already', async () => {
    const since = Number(
      (await database.owner.query('select seq from account_counter where account_id = $1', [ours.accountId])).rows[0]
        ?.seq,
    );
    const window = await suda.live(since);
    const assigneeId = members.get('Suda');
    const first = await add(main, 'ours 11', { assigneeId });
    const second = await add(main, 'ours 11');
    await ask(main, remarks.planRemarks, { remarkIds: [first, second], assigneeId });
    const third = await add(suda, 'ours 11', { assigneeId });
    await ask(suda, remarks.planRemarks, { remarkIds: [third], assigneeId: null });
    await ask(main, remarks.planRemarks, { remarkIds: [third], assigneeId });
    const told = () => window.changes.filter(({ kind }) => kind === 'remarkAssigned');
    await window.until(() => told().length === 3);
    const common = { conversationId: conversations.get('ours 11'), buyerName: 'Ann Lim', by: 'ours@x' };
    expect(told()).toMatchObject([first, second, third].map((remarkId) => ({ ...common, remarkId })));
    window.close();
  });
});

describe('the list', () => {
  test('is filtered by status, kind, shop, assignee, due date, words and buyer, and comes by pages', async () => {
    await add(main, 'ours 11', { content: 'First', kind: 'after_sales', orderNumber: 'SN77', dueAt: 50 });
    const second = await add(main, 'ours 12', { content: 'Second', assigneeId: members.get('Otto'), dueAt: 20 });
    await add(main, 'ours 11', { content: 'Third — Größe' });
    await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [second] });
    const shopId = (await ask(main, remarks.getRemarkList, { words: 'sn77' })).remarks[0]?.shopId;
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{}, ['Third — Größe', 'Second', 'First']],
      [{ status: 'wait' }, ['Third — Größe', 'First']],
      [{ status: 'finished' }, ['Second']],
      [{ kind: 'after_sales' }, ['First']],
      [{ shopIds: [shopId] }, ['Third — Größe', 'First']],
      [{ marketplaces: ['lazada'] }, []],
      [{ assigneeId: members.get('Otto') }, ['Second']],
      [{ assigneeId: null }, ['Third — Größe', 'First']],
      [{ dueTo: 30 }, ['Second']],
      [{ words: 'ann' }, ['Third — Größe', 'Second', 'First']],
      [{ words: 'größe' }, ['Third — Größe']],
      [{ words: 'sn77' }, ['First']],
      [{ sort: 'due' }, ['First', 'Third — Größe']],
      [{ conversationId: conversations.get('ours 12') }, ['Third — Größe', 'Second', 'First']],
    ];
    for (const [filter, expected] of cases) expect([filter, await listed(main, filter)]).toEqual([filter, expected]);
    expect(await listed(suda, { conversationId: conversations.get('ours 11') })).toEqual(['Third — Größe', 'First']);
    for (const sort of ['newest', 'due']) {
      const whole = await listed(main, { sort });
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const input: object = { sort, pageSize: 1, ...(cursor === null ? {} : { cursor }) };
        const page: CallOutput<typeof remarks.getRemarkList> = await ask(main, remarks.getRemarkList, input);
        paged.push(...page.remarks.map(({ content }) => content));
        cursor = page.next;
      } while (cursor !== null);
      expect(paged).toEqual(whole);
    }
  });

  test('about a buyer comes pending ones first, by pages, and counts all that the member sees', async () => {
    const about11 = { conversationId: conversations.get('ours 11'), sort: 'pending', pageSize: 2 };
    expect(await codeOf(main, remarks.getRemarkList, { sort: 'pending' })).toBe('invalid_request');
    const done: string[] = [];
    for (const content of ['Old', 'Old, done', 'New', 'New, done']) {
      const remarkId = await add(main, 'ours 11', { content });
      if (content.endsWith('done')) done.push(remarkId);
    }
    await add(main, 'ours 12', { content: 'Elsewhere' });
    await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: done });
    const paged = async (who: Visitor) => {
      const contents: string[] = [];
      let page: CallOutput<typeof remarks.getRemarkList> | null = null;
      do {
        const after: object = page === null ? {} : { cursor: page.next };
        page = await ask(who, remarks.getRemarkList, { ...about11, ...after });
        contents.push(...page.remarks.map(({ content }) => content));
      } while (page.next !== null);
      return [contents, page.aboutBuyer];
    };
    expect(await paged(main)).toEqual([['Elsewhere', 'New', 'Old', 'New, done', 'Old, done'], 5]);
    expect(await paged(suda)).toEqual([['New', 'Old', 'New, done', 'Old, done'], 4]);
  });

  test('is exported in the language and time zone of the person, and a formula stays a text', async () => {
    await add(suda, 'ours 11', { content: '=1+1', dueAt: Date.UTC(2026, 0, 1, 0, 30) });
    await add(main, 'ours 12', { content: 'Not hers' });
    const made = await ask(suda, remarks.exportRemarks, { timeZone: 'Asia/Bangkok', locale: 'th' });
    expect(made).toMatchObject({ isWhole: true, fileName: expect.stringMatching(/^remarks-.*\.xlsx$/) });
    const [sheet] = await readExcelFile(Buffer.from(made.file, 'base64'));
    const rows = sheet?.data ?? [];
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(expect.arrayContaining(['ประเภท', 'หมายเหตุ']));
    expect(rows[1]).toEqual(expect.arrayContaining(['ก่อนขาย', '=1+1', '2026-01-01 07:30:00', 'Suda']));
    expect(await codeOf(suda, remarks.exportRemarks, { timeZone: 'Mars/Base' })).toBe('invalid_request');
  });
});

test('an unbound shop takes its remarks, pictures and counts along', async () => {
  await add(main, 'ours 12', { content: 'Goes' });
  await add(main, 'ours 11', { content: 'Stays' });
  await ask(main, CALLS.shops.deleteUser, { userId: '12', platform: 'shopee' });
  expect(await listed(main)).toEqual(['Stays']);
  expect(await counted(main)).toMatchObject({ count: 1 });
});
