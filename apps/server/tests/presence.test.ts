import { CALLS, type Moment, type WindowStance } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { bulkAction } from '../src/engine/tasks/bulk-action.ts';
import type { AccountSurroundings } from '../src/engine/tasks/task.ts';
import { createTurns } from '../src/engine/turns.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { together } = CALLS;
let database: TestDatabase;
/** Two processes of the same installation. */
let web: TestWeb;
let other: TestWeb;
let ours: TestTenant;
const conversations = new Map<string, string>();
const members = new Map<string, string>();
const id = (name: string) => members.get(name) ?? '';
const of = (place: string) => conversations.get(place) ?? '';

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (...ids: string[]) => ids.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      { ...person, username: 'ours:suda', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:mei', name: 'Mei', shops: shops('11', '12') },
      { ...person, username: 'ours:otto', name: 'Otto', shops: shops('12') },
      { ...person, permissionCodeList: ['order'], username: 'ours:ann', name: 'Ann', shops: shops('11') },
    ],
  );
  await makeTenant(database, 'theirs@x', [['99']]);
  const [owner] = ours.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(
    database.engine,
    ours.accountId,
    ['11', '12'].map((shop) => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listing(shop, `c-${shop}`) },
    })),
  );
  const rows = await database.owner.query<{ id: string; platform: string }>(
    'select conversation_id as id, platform_conversation_id as platform from conversation',
  );
  for (const row of rows.rows) conversations.set(row.platform.slice(2), row.id);
  const named = await database.owner.query<{ member_id: string; name: string }>('select member_id, name from member');
  for (const row of named.rows) members.set(row.name, row.member_id);
  web = await openTestWeb(database);
  other = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await other.close();
  await database.close();
});

async function enter(username: string, at = web): Promise<{ visitor: Visitor; window: LiveWindow }> {
  const visitor = new Visitor(at.origin);
  expect((await visitor.logIn(CALLS.account.login, username, 'right')).result).toBe('success');
  return { visitor, window: await visitor.live(0) };
}
const stand = (window: LiveWindow, stance: Partial<WindowStance> | { conversationId: string }) =>
  window.say(JSON.stringify({ type: 'stance', conversationId: null, isTyping: false, isAway: false, ...stance }));

type Present = Extract<Moment, { kind: 'present' }>['windows'][number];
/** What a window knows of a member's windows. */
function known(window: LiveWindow, memberId: string): readonly Present[] {
  const held = new Map<string, Present>();
  for (const moment of window.moments as unknown as readonly Moment[]) {
    if (moment.kind !== 'present') continue;
    for (const one of moment.windows) held.set(one.windowId, one);
    for (const windowId of moment.gone) held.delete(windowId);
  }
  return [...held.values()].filter((one) => one.memberId === memberId);
}
const facts = (window: LiveWindow, name: string) =>
  known(window, id(name)).map(({ presence, conversationId, isTyping }) => [presence, conversationId, isTyping]);
const until = (window: LiveWindow, name: string, wanted: readonly unknown[]) =>
  window.until(() => JSON.stringify(facts(window, name)) === JSON.stringify(wanted));

describe('where a window stands', () => {
  test('is told to the colleagues at every process, to newcomers as well, until it is closed', async () => {
    const suda = await enter('ours:suda');
    const mei = await enter('ours:mei', other);
    stand(suda.window, { conversationId: of('11') });
    await until(mei.window, 'Suda', [['here', of('11'), false]]);
    stand(suda.window, { conversationId: of('11'), isTyping: true });
    await until(mei.window, 'Suda', [['here', of('11'), true]]);
    const late = await enter('ours@x', other);
    await until(late.window, 'Suda', [['here', of('11'), true]]);
    suda.window.close();
    await until(mei.window, 'Suda', []);
    await until(late.window, 'Suda', []);
    mei.window.close();
    late.window.close();
  });

  test('tells a colleague without the shop no conversation, and a member without the key nothing', async () => {
    const suda = await enter('ours:suda');
    const otto = await enter('ours:otto');
    const ann = await enter('ours:ann');
    const stranger = await enter('theirs@x');
    stand(suda.window, { conversationId: of('11'), isTyping: true });
    await until(otto.window, 'Suda', [['here', null, false]]);
    // A conversation that the member does not see is none.
    stand(suda.window, { conversationId: of('12'), isTyping: true });
    stand(otto.window, {});
    const mei = await enter('ours:mei');
    await until(mei.window, 'Suda', [['here', null, false]]);
    await until(otto.window, 'Otto', [['here', null, false]]);
    stand(ann.window, {});
    await until(mei.window, 'Ann', [['here', null, false]]);
    expect(ann.window.moments).toEqual([]);
    expect(stranger.window.moments).toEqual([]);
    for (const { window } of [suda, otto, ann, stranger, mei]) window.close();
  });

  test('is forgotten when the line is lost or the member logs out', async () => {
    const suda = await enter('ours:suda');
    const mei = await enter('ours:mei');
    stand(suda.window, { conversationId: of('11') });
    await until(mei.window, 'Suda', [['here', of('11'), false]]);
    // The socket stays open and answers no more.
    suda.window.freeze();
    await until(mei.window, 'Suda', []);
    suda.window.close();
    const again = await enter('ours:suda');
    stand(again.window, {});
    await until(mei.window, 'Suda', [['here', null, false]]);
    await again.visitor.call(CALLS.account.loginOut, {});
    await until(mei.window, 'Suda', []);
    mei.window.close();
  }, 30_000);

  test('gives way to what the member has chosen, in every window', async () => {
    const suda = await enter('ours:suda');
    const mei = await enter('ours:mei', other);
    stand(suda.window, { isAway: true });
    await until(mei.window, 'Suda', [['away', null, false]]);
    const choose = (presence: string) => suda.visitor.call(together.setPresence, { presence });
    expect(await choose('off')).toMatchObject({ result: 'success', data: { waiting: 0 } });
    await until(mei.window, 'Suda', [['off', null, false]]);
    await choose('auto');
    await until(mei.window, 'Suda', [['away', null, false]]);
    suda.window.close();
    mei.window.close();
  });
});

const whose = async () =>
  (await database.owner.query('select assignee_id from conversation order by platform_conversation_id')).rows.map(
    (row) => row.assignee_id,
  );

describe('the end of a shift', () => {
  const wait = (...places: string[]) =>
    database.owner.query(
      `update conversation set waiting_since = 1, assignee_id = $1 where platform_conversation_id = any($2)`,
      [id('Mei'), places.map((place) => `c-${place}`)],
    );
  test('hands the waiting conversations over, as far as the colleague sees them, and with a reason', async () => {
    await wait('11', '12');
    const { visitor, window } = await enter('ours:mei');
    const suda = await enter('ours:suda', other);
    stand(suda.window, {});
    await until(window, 'Suda', [['here', null, false]]);
    const to = { to: id('Suda'), note: 'End of my shift' };
    expect(await visitor.call(together.waitingForMe, {})).toMatchObject({ data: { waiting: 2 } });
    expect(await visitor.call(together.handOver, to)).toMatchObject({ data: { handedOver: 1, kept: 1 } });
    expect(await whose()).toEqual([id('Suda'), id('Mei')]);
    expect(await visitor.call(together.handOver, { to: null })).toMatchObject({ data: { handedOver: 1, kept: 0 } });
    expect(await whose()).toEqual([id('Suda'), null]);
    expect(await visitor.call(together.waitingForMe, {})).toMatchObject({ data: { waiting: 0 } });
    const told = await visitor.call(together.assignments, { conversationId: of('11') });
    expect(told).toMatchObject({ data: { assignments: [{ from: 'Mei', to: 'Suda', note: 'End of my shift' }] } });
    suda.window.close();
    window.close();
  });

  test('hands nothing to oneself, to a colleague who is off, or to a stranger', async () => {
    await wait('11');
    const { visitor, window } = await enter('ours:mei');
    const code = async (to: string | undefined) =>
      (await visitor.call(together.handOver, { to: to ?? null })) as { readonly code?: string };
    expect((await code(id('Mei'))).code).toBe('forward_to_yourself');
    await database.owner.query("update member set chosen_presence = 'off' where name = 'Suda'");
    expect((await code(id('Suda'))).code).toBe('target_not_online');
    await database.owner.query("update member set chosen_presence = null where name = 'Suda'");
    expect((await code(id('theirs@x'))).code).toBe('not_found');
    expect((await whose())[0]).toBe(id('Mei'));
    window.close();
  });
});

describe('handing over is refused by the sentences of the specification', () => {
  /** Runs what is given while the caller, Mei, and her colleague Suda have the desk open at two processes. */
  async function withWindows(run: (mei: Visitor, suda: LiveWindow, meis: LiveWindow) => Promise<void>): Promise<void> {
    const suda = await enter('ours:suda', other);
    const mei = await enter('ours:mei');
    stand(suda.window, {});
    stand(mei.window, {});
    await until(mei.window, 'Suda', [['here', null, false]]);
    await until(mei.window, 'Mei', [['here', null, false]]);
    await run(mei.visitor, suda.window, mei.window);
    suda.window.close();
    mei.window.close();
  }
  const set = (place: string, columns: string, values: unknown[] = []) =>
    database.owner.query(`update conversation set ${columns} where platform_conversation_id = 'c-' || $1`, [
      place,
      ...values,
    ]);
  async function single(who: Visitor, place: string, from: string | null, to: string, note?: string) {
    const answer = await who.call(together.assign, { conversationId: of(place), from, to, note });
    return answer.result === 'fail' ? answer.code : 'success';
  }
  const { beginBulk, undoBulk, bulkFailures } = CALLS.conversationLists;
  const assignAll = (who: Visitor, places: readonly string[], to: string) =>
    who.call(beginBulk, {
      setting: { kind: 'assign', memberId: to },
      target: { kind: 'named', conversationIds: places.map(of) },
    });
  /** The code of the call, else the outcome of the conversation; `meanwhile` happens between the press and the work. */
  async function bulk(who: Visitor, place: string, to: string, meanwhile = async () => {}) {
    const begun = await assignAll(who, [place], to);
    if (begun.result === 'fail') return begun.code;
    const { bulkId } = beginBulk.output.parse(begun.data).action;
    await meanwhile();
    return (await carryOut(who, bulkId))[of(place)] ?? 'success';
  }
  /** By conversation, why it was left. */
  async function carryOut(who: Visitor, bulkId: string): Promise<Readonly<Record<string, string>>> {
    const prepared = bulkAction.prepare({ bulkId });
    if (!prepared.ok) throw prepared.error;
    const within: AccountSurroundings['within'] = (run) =>
      database.engine.within(wholeAccount(ours.accountId), (transaction) => run(transaction, never));
    await prepared.run({
      accountId: ours.accountId,
      now: Date.now,
      signal: new AbortController().signal,
      log: captureLog().logger,
      askShop: async () => null,
      within,
      turns: createTurns(),
    });
    const failed = await who.call(bulkFailures, { bulkId });
    if (failed.result === 'fail') throw new Error(String(failed.code));
    const { failures } = bulkFailures.output.parse(failed.data);
    return Object.fromEntries(failures.map(({ conversationId, reason }) => [conversationId, reason]));
  }
  const never = () => Promise.reject(new Error('sends nothing'));

  test('one conversation and many: to oneself, closed, of a colleague, not online, another shop', async () => {
    await withWindows(async (mei, suda, meis) => {
      const [me, her, otto] = [id('Mei'), id('Suda'), id('Otto')];
      await set('11', "assignee_id = $2, status = 'activated'", [me]);
      expect(await single(mei, '11', me, me, 'Mine anyway')).toBe('forward_to_yourself');
      await set('11', "status = 'closed'");
      expect([await single(mei, '11', me, her), await bulk(mei, '11', her)]).toEqual([
        'conversation_closed',
        'conversation_closed',
      ]);
      await set('11', "status = 'activated', assignee_id = $2", [otto]);
      expect(await single(mei, '11', me, her)).toBe('conversation_of_another_member');
      await set('11', 'assignee_id = null');
      const taken = async () => void (await set('11', 'assignee_id = $2', [otto]));
      expect(await bulk(mei, '11', her, taken)).toBe('conversation_of_another_member');
      await set('12', 'assignee_id = null');
      expect([await single(mei, '12', null, her), await bulk(mei, '12', her)]).toEqual([
        'not_authorized_for_shop',
        'not_authorized_for_shop',
      ]);
      await set('11', 'assignee_id = null');
      await database.owner.query("update member set chosen_presence = 'off' where name = 'Suda'");
      const refused = async () => [await single(mei, '11', null, her), await bulk(mei, '11', her)];
      expect(await refused()).toEqual(['target_not_online', 'target_not_online']);
      await database.owner.query("update member set chosen_presence = null where name = 'Suda'");
      expect(await single(mei, '11', null, her)).toBe('success');
      await set('11', 'assignee_id = null');
      suda.close();
      await until(meis, 'Suda', []);
      expect(await refused()).toEqual(['target_not_online', 'target_not_online']);
      // Whoever takes over needs nobody else, also where it is closed.
      await set('11', "status = 'closed'");
      expect([await single(mei, '11', null, me), await bulk(mei, '11', me)]).toEqual(['success', 'success']);
      await set('11', "status = 'activated', assignee_id = null");
    });
  });

  test('what is given back as well: to who is not online, closed, above the limit, of a colleague by now', async () => {
    const mei = (await enter('ours:mei')).visitor;
    const [me, her, otto] = [id('Mei'), id('Suda'), id('Otto')];
    /** Mei takes both over, from Suda and from another; `meanwhile` happens before she takes it back. */
    async function takenBack(from: string, meanwhile = async () => {}) {
      await set('11', "assignee_id = $2, waiting_since = 1, status = 'activated'", [her]);
      await set('12', "assignee_id = $2, waiting_since = 1, status = 'activated'", [from]);
      const begun = await assignAll(mei, ['11', '12'], me);
      if (begun.result === 'fail') throw new Error(String(begun.code));
      const { bulkId } = beginBulk.output.parse(begun.data).action;
      expect(await carryOut(mei, bulkId)).toEqual({});
      await meanwhile();
      const undone = await mei.call(undoBulk, { bulkId });
      if (undone.result === 'fail') return String(undone.code);
      return carryOut(mei, undoBulk.output.parse(undone.data).action.bulkId);
    }
    // Nobody to give back to: it can be taken back later.
    expect(await takenBack(otto)).toBe('target_not_online');
    const suda = await enter('ours:suda', other);
    stand(suda.window, {});
    await suda.window.until(() => known(suda.window, her).length > 0);
    expect(await takenBack(otto)).toEqual({ [of('12')]: 'target_not_online' });
    expect(await whose()).toEqual([her, me]);
    const changed = async () => {
      await set('11', "status = 'closed'");
      await set('12', 'assignee_id = $2', [otto]);
    };
    expect(await takenBack(me, changed)).toEqual({ [of('11')]: 'conversation_closed' });
    expect(await takenBack(otto, changed)).toEqual({
      [of('11')]: 'conversation_closed',
      [of('12')]: 'target_not_online',
    });
    expect(await takenBack(her, async () => void (await set('11', 'assignee_id = $2', [otto])))).toEqual({
      [of('11')]: 'conversation_of_another_member',
      [of('12')]: 'not_authorized_for_shop',
    });
    const full = async () => {
      await database.owner.query(
        `insert into chat_setting (account_id, setting) select account_id, '{"promiseLimit": 1}' from member where member_id = $1`,
        [her],
      );
      await set('12', 'assignee_id = $2', [her]);
    };
    expect(await takenBack(me, full)).toEqual({ [of('11')]: 'member_at_limit' });
    await database.owner.query('delete from chat_setting');
    suda.window.close();
  });

  test('at a process that has no window of the account, also right after its start', async () => {
    const suda = await enter('ours:suda', other);
    stand(suda.window, {});
    await suda.window.until(() => known(suda.window, id('Suda')).length > 0);
    await set('11', "status = 'activated', waiting_since = null, assignee_id = null");
    const third = await openTestWeb(database);
    const mei = new Visitor(third.origin);
    await mei.logIn(CALLS.account.login, 'ours:mei', 'right');
    expect(await single(mei, '11', null, id('ours@x'))).toBe('target_not_online');
    expect(await single(mei, '11', null, id('Suda'))).toBe('success');
    suda.window.close();
    await third.close();
  });
});

test('a process that ends takes its windows along', async () => {
  const third = await openTestWeb(database);
  const suda = await enter('ours:suda', third);
  const mei = await enter('ours:mei');
  stand(suda.window, {});
  await until(mei.window, 'Suda', [['here', null, false]]);
  await third.close();
  await until(mei.window, 'Suda', []);
  mei.window.close();
});
