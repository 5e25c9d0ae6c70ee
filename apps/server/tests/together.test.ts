import { CALLS, type Call, type CallOutput, conversationView } from '@pasar/api';
import { asPlatformShopId, CHAT_SETTING_LIMITS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { together, team } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let main: Visitor;
/** Suda and Mei see shop 11, Otto shop 12. */
let suda: Visitor;
let mei: Visitor;
let otto: Visitor;
const conversations = new Map<string, string>();
const members = new Map<string, string>();
const id = (name: string) => members.get(name) ?? '';
const of = (place: string) => conversations.get(place) ?? '';

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:mei', name: 'Mei', shops: shops('11') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: shops('12') },
      { ...person, permissionCodeList: ['order'], username: 'ours:ann', name: 'Ann', shops: shops('11') },
    ],
  );
  const theirs = await makeTenant(database, 'theirs@x', [['99']]);
  for (const tenant of [ours, theirs]) {
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    const ids = tenant === ours ? ['11', '12'] : ['99'];
    await ingest(
      database.engine,
      tenant.accountId,
      ids.map((shop) => ({
        kind: 'event',
        owner,
        event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) },
      })),
    );
  }
  const rows = await database.owner.query<{ id: string; platform: string }>(
    'select conversation_id as id, platform_conversation_id as platform from conversation',
  );
  for (const row of rows.rows) conversations.set(row.platform.slice(2), row.id);
  const named = await database.owner.query<{ member_id: string; name: string; username: string }>(
    'select member_id, name, username from member',
  );
  for (const row of named.rows) members.set(row.username === 'theirs@x' ? 'stranger' : row.name, row.member_id);
  members.set('main', ours.mainId);
  web = await openTestWeb(database, null, { isEverybodyOnline: true });
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  main = await signIn('ours@x');
  suda = await signIn('ours:suda');
  mei = await signIn('ours:mei');
  otto = await signIn('ours:otto');
});
beforeEach(async () => {
  await database.owner.query('update conversation set assignee_id = null');
  await database.owner.query('delete from conversation_assignment');
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
const assign = (who: Visitor, from: string | null, to: string | null, more: object = {}) =>
  ask(who, together.assign, { conversationId: of('11'), from, to, ...more });
const assigneeOf = async (place: string) =>
  (await database.owner.query('select assignee_id from conversation where conversation_id = $1', [of(place)])).rows[0]
    ?.assignee_id;
const history = async (who: Visitor) =>
  (await ask(who, together.assignments, { conversationId: of('11') })).assignments.map(({ cause, from, to, note }) => [
    cause.name,
    from,
    to,
    note,
  ]);
/** The assignee that a change of a conversation tells; undefined for other changes. */
const assigneeIn = (change: { readonly kind: string; readonly [key: string]: unknown }) =>
  change.kind === 'conversation' ? conversationView.parse(change.conversation).assigneeId : undefined;
const shopId = () => ours.connections[0]?.shopIds.get(asPlatformShopId('11'));
const seq = async () => (await ask(main, CALLS.chat.snapshot)).seq;

describe('who gets a conversation', () => {
  test('is told so by whom and why, alone; who takes it, or has it, is not', async () => {
    const window = await mei.live(await seq());
    const other = await suda.live(await seq());
    await assign(suda, null, id('Mei'), { note: 'Speaks Thai' });
    await assign(suda, id('Mei'), id('Mei'));
    await assign(mei, id('Mei'), null);
    await assign(mei, null, id('Mei'));
    await assign(main, id('Mei'), id('Suda'));
    for (const one of [window, other]) {
      await one.until(({ changes }) => changes.some((change) => assigneeIn(change) === id('Suda')));
    }
    await other.until(({ changes }) => changes.some(({ kind }) => kind === 'assigned'));
    const told = (changes: readonly { readonly kind: string }[]) => changes.filter(({ kind }) => kind === 'assigned');
    expect(told(window.changes)).toMatchObject([
      { conversationId: of('11'), cause: { kind: 'member', name: 'Suda' }, note: 'Speaks Thai' },
    ]);
    expect(told(other.changes)).toMatchObject([{ conversationId: of('11'), note: null }]);
    window.close();
    other.close();
  });
});

describe('a conversation', () => {
  test('is taken, handed over with a note, and given up; all see it at once, and its history', async () => {
    const window = await mei.live(await seq());
    expect((await assign(suda, null, id('Suda'))).conversation.assigneeId).toBe(id('Suda'));
    await window.until(({ changes }) => changes.some((change) => assigneeIn(change) === id('Suda')));
    await assign(suda, id('Suda'), id('Mei'), { note: '  Speaks Thai ' });
    expect((await ask(mei, CALLS.chat.conversations)).conversations.map(({ assigneeId }) => assigneeId)).toEqual([
      id('Mei'),
    ]);
    await assign(mei, id('Mei'), null);
    expect(await assigneeOf('11')).toBeNull();
    expect(await history(suda)).toEqual([
      ['Mei', 'Mei', null, null],
      ['Suda', 'Suda', 'Mei', 'Speaks Thai'],
      ['Suda', null, 'Suda', null],
    ]);
    window.close();
  });

  test('stays with the colleague who was faster; the same call again changes nothing', async () => {
    await assign(mei, null, id('Mei'));
    await assign(mei, null, id('Mei'));
    expect(await codeOf(suda, together.assign, { conversationId: of('11'), from: null, to: id('Suda') })).toBe(
      'conversation_of_another_member',
    );
    expect(await assigneeOf('11')).toBe(id('Mei'));
    // The person has seen whose it is, and takes it over.
    await assign(suda, id('Mei'), id('Suda'));
    expect(await history(suda)).toEqual([
      ['Suda', 'Mei', 'Suda', null],
      ['Mei', null, 'Mei', null],
    ]);
  });

  test('is not handed over to the member who has it', async () => {
    await assign(suda, null, id('Suda'));
    const again = { conversationId: of('11'), from: id('Suda'), to: id('Suda'), note: 'x' };
    expect(await codeOf(suda, together.assign, again)).toBe('forward_to_yourself');
  });

  test.each([
    ['who does not see the shop', 'Otto', 'not_authorized_for_shop'],
    ['without the key of the chat', 'Ann', 'not_authorized_for_shop'],
    ['of another account', 'stranger', 'not_found'],
  ])('cannot be given to a member %s', async (_why, name, code) => {
    expect(await codeOf(suda, together.assign, { conversationId: of('11'), from: null, to: id(name) })).toBe(code);
    expect(await assigneeOf('11')).toBeNull();
    const { members: fit } = await ask(suda, together.assignees, { conversationId: of('11') });
    expect(fit.map(({ memberId }) => memberId).sort()).toEqual([id('main'), id('Mei'), id('Suda')].sort());
  });

  test('leaves a member who loses the shop, the key, or the account', async () => {
    const lose = async (name: string, more: object) => {
      await assign(main, null, id(name));
      const window = await main.live(await seq());
      const kept = { memberId: id(name), name, groupName: '', permissionCodeList: ['chat'] };
      const responsibility = { kind: 'shops', shopIds: [shopId()] };
      expect(await codeOf(main, team.updateChildAccount, { ...kept, responsibility, ...more })).toBe('success');
      await window.until(({ changes }) => changes.some((change) => assigneeIn(change) === null));
      window.close();
      expect(await assigneeOf('11')).toBeNull();
    };
    await lose('Mei', { permissionCodeList: ['order'] });
    await lose('Suda', { responsibility: { kind: 'shops', shopIds: [] } });
  });
});

test('the answer tells how many buyers wait for the member, open ones only', async () => {
  const one = 'insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status,';
  await database.owner.query(
    `${one} is_pinned, address, waiting_since, assignee_id)
     select account_id, shop_id, 'w' || number, number::text, 'w', case number when 1 then 'closed' else 'activated' end,
       false, '{}', 1, $2 from conversation, generate_series(1, $3) number where conversation_id = $1`,
    [of('12'), id('Otto'), CHAT_SETTING_LIMITS.promise + 1],
  );
  await database.owner.query('update conversation set waiting_since = 1 where conversation_id = $1', [of('12')]);
  const given = await ask(otto, together.assign, { conversationId: of('12'), from: null, to: id('Otto') });
  expect([given.waiting, given.limit]).toEqual([CHAT_SETTING_LIMITS.promise + 1, CHAT_SETTING_LIMITS.promise]);
  const { members: fit } = await ask(otto, together.assignees, { conversationId: of('12') });
  expect(fit.find(({ name }) => name === 'Otto')?.waiting).toBe(CHAT_SETTING_LIMITS.promise + 1);
});
