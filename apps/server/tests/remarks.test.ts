import { CALLS, type Call, type CallOutput, remarkMediaPath } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import readExcelFile from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { JPEG, PNG } from './harness/picture-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { remarks } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let main: Visitor;
/** Sees shop 11 only. */
let suda: Visitor;
/** Sees shop 12 only. */
let otto: Visitor;
/** Sees every shop that Suda sees, without the key of remarks. */
let chatter: Visitor;
let stranger: Visitor;
const conversations = new Map<string, string>();
const members = new Map<string, string>();

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  const person = { password: 'right', permissionCodeList: ['remark' as const] };
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: shops('12') },
      { ...person, permissionCodeList: ['chat'], username: 'ours:chatter', name: 'Chai', shops: shops('11') },
    ],
  );
  const theirs = await makeTenant(database, 'theirs@x', [['11']]);
  for (const [name, tenant, ids] of [
    ['ours', ours, ['11', '12']],
    ['theirs', theirs, ['11']],
  ] as const) {
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    const buyer = { buyerId: listing('11', 'any').buyer.buyerId, name: 'Ann Lim', avatarUrl: null };
    await ingest(
      database.engine,
      tenant.accountId,
      ids.map((shop) => ({
        kind: 'event',
        owner,
        event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`, { buyer }) },
      })),
    );
    const found = await database.owner.query<{ id: string; platform: string }>(
      'select conversation_id as id, platform_conversation_id as platform from conversation where account_id = $1',
      [tenant.accountId],
    );
    for (const { id, platform } of found.rows) conversations.set(`${name} ${platform.slice(2)}`, id);
  }
  const found = await database.owner.query<{ member_id: string; name: string }>('select member_id, name from member');
  for (const row of found.rows) members.set(row.name, row.member_id);
  web = await openTestWeb(database);
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  main = await signIn('ours@x');
  suda = await signIn('ours:suda');
  otto = await signIn('ours:otto');
  chatter = await signIn('ours:chatter');
  stranger = await signIn('theirs@x');
});
beforeEach(async () => {
  await database.owner.query('delete from remark');
  await database.owner.query('delete from remark_picture');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function ask<C extends Call>(who: Visitor, call: C, input: object = {}): Promise<CallOutput<C>> {
  const answer = await who.call(call, call.method === 'GET' ? (input as Record<string, string>) : input);
  if (answer.result !== 'success') throw new Error(`${call.path}: ${answer.code}`);
  return call.output.parse(answer.data) as CallOutput<C>;
}
async function codeOf(who: Visitor, call: Call, input: object): Promise<unknown> {
  const answer = await who.call(call, input);
  return answer.result === 'fail' ? answer.code : 'success';
}
const about = (place: string, more: object = {}) => ({
  conversationId: conversations.get(place),
  kind: 'pre_sales',
  content: 'Ask for the size',
  ...more,
});
const add = async (who: Visitor, place: string, more: object = {}) =>
  (await ask(who, remarks.addBuyerRemark, about(place, more))).remarkId;
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
    expect(await ask(main, remarks.updateRemarkStatusFinish, { remarkIds: [remarkId] })).toEqual({ finished: 1 });
    expect(await ask(suda, remarks.updateRemarkStatusFinish, { remarkIds: [remarkId] })).toEqual({ finished: 0 });
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

  test('does not exist for another tenant, for a member without its shop, and for one without the key', async () => {
    const remarkId = await add(suda, 'ours 11');
    for (const call of [remarks.updateRemarkStatusFinish, remarks.deleteRemarks, remarks.planRemarks]) {
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
    const since = Number(
      (await database.owner.query('select seq from account_counter where account_id = $1', [ours.accountId])).rows[0]
        ?.seq,
    );
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

describe('pictures', () => {
  const store = async (who: Visitor, bytes: Buffer = PNG, type = 'image/png') =>
    (await ask(who, remarks.saveRemarkPicture, { type, file: bytes.toString('base64') })).pictureId;
  const get = (who: Visitor, pictureId: string) =>
    fetch(`${web.origin}${remarkMediaPath(pictureId)}`, { headers: { cookie: who.cookie } });

  test('come with their remark in their order, are shown to those who see it, and go with it', async () => {
    const [png, jpg] = [await store(suda), await store(suda, JPEG, 'image/jpeg')];
    expect((await get(main, png)).status).toBe(404);
    expect((await get(suda, png)).status).toBe(200);
    const remarkId = await add(suda, 'ours 11', { pictureIds: [jpg, png] });
    expect((await ask(main, remarks.getRemarkList)).remarks[0]?.pictureIds).toEqual([jpg, png]);
    const shown = await get(main, jpg);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(JPEG);
    for (const who of [otto, stranger]) expect((await get(who, jpg)).status).toBe(404);
    expect((await get(chatter, jpg)).status).toBe(403);
    await ask(main, remarks.deleteRemarks, { remarkIds: [remarkId] });
    expect((await get(main, jpg)).status).toBe(404);
  });

  test('that cannot be stored are refused by name, and the remark is added without them', async () => {
    const refused = (bytes: Buffer, type = 'image/png') =>
      codeOf(suda, remarks.saveRemarkPicture, { type, file: bytes.toString('base64') });
    expect(await refused(Buffer.alloc(REMARK_LIMITS.pictureBytes + 1))).toBe('file_too_large');
    expect(await refused(Buffer.from('<svg onload="alert(1)"/>'))).toBe('file_unsupported');
    expect(await refused(PNG.subarray(0, -20))).toBe('image_data_missing');
    expect(await codeOf(suda, remarks.saveRemarkPicture, { type: 'image/gif', file: '' })).toBe('invalid_request');
    await add(suda, 'ours 11');
    expect(await listed(suda)).toHaveLength(1);
  });

  test('of another member, of another remark, and those that are gone are taken for no remark', async () => {
    const mine = await store(suda);
    const taking = (who: Visitor, place: string, pictureId: string) =>
      codeOf(who, remarks.addBuyerRemark, about(place, { pictureIds: [pictureId] }));
    expect(await taking(main, 'ours 11', mine)).toBe('remark_picture_lost');
    expect(await taking(stranger, 'theirs 11', mine)).toBe('remark_picture_lost');
    expect(await taking(suda, 'ours 11', crypto.randomUUID())).toBe('remark_picture_lost');
    expect(await listed(main)).toEqual([]);
    expect(await taking(suda, 'ours 11', mine)).toBe('success');
    expect(await taking(suda, 'ours 11', mine)).toBe('remark_picture_lost');
  });

  test('that no remark took are deleted after a day, and those of a remark outlive their member', async () => {
    const old = await store(suda);
    await database.owner.query('update remark_picture set created_at = created_at - $1', [
      REMARK_LIMITS.unclaimedMs + 1,
    ]);
    const kept = await store(suda);
    expect((await get(suda, old)).status).toBe(404);
    await add(suda, 'ours 11', { pictureIds: [kept] });
    const owned = await database.owner.query('select member_id from remark_picture where picture_id = $1', [kept]);
    expect(owned.rows).toEqual([{ member_id: null }]);
  });
});

test('an unbound shop takes its remarks, pictures and counts along', async () => {
  await add(main, 'ours 12', { content: 'Goes' });
  await add(main, 'ours 11', { content: 'Stays' });
  await ask(main, CALLS.shops.deleteUser, { userId: '12', platform: 'shopee' });
  expect(await listed(main)).toEqual(['Stays']);
  expect(await counted(main)).toMatchObject({ count: 1 });
});
