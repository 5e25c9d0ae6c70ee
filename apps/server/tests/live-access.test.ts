import { CALLS, type Call, CHANGE_ACCESS, type Change, MEDIA, MOMENT_ACCESS, type Moment, opens } from '@pasar/api';
import { asConversationId, asMemberId, type Grant, holds, PERMISSION_KEYS, type PermissionKey } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../src/http/cookies.ts';
import { setMemberKeys } from '../src/records/grants.ts';
import { tellMoment } from '../src/records/moments.ts';
import { closeSession } from '../src/records/sessions.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { LiveHarness, type LiveTenant, type Person } from './harness/live-harness.ts';
import { CHANGE_KINDS, changeOfKind, MOMENT_SAMPLES } from './harness/live-samples.ts';
import { type LiveWindow, openTestWeb, type TestWeb } from './harness/web.ts';

let database: TestDatabase;
/** One server with the default, and one where an empty list of keys means every key. */
const servers = new Map<boolean, { readonly web: TestWeb; readonly harness: LiveHarness }>();
let tenants = 0;
/** No ticks, so that a window ends only because it is told of the end of its session. */
const NEVER_MS = 2 ** 31 - 1;

beforeAll(async () => {
  database = await openTestDatabase();
  for (const emptyMeansAll of [false, true]) {
    const web = await openTestWeb(database, null, { emptyMeansAll, tickMs: NEVER_MS });
    servers.set(emptyMeansAll, { web, harness: new LiveHarness(database, web, emptyMeansAll) });
  }
});
afterAll(async () => {
  for (const { web } of servers.values()) await web.close();
  await database.close();
});

function serverOf(emptyMeansAll: boolean) {
  const server = servers.get(emptyMeansAll);
  if (server === undefined) throw new Error('no such server');
  return server;
}

interface Holder {
  readonly name: string;
  readonly grant: Grant;
  readonly person: Person;
}
interface Crowd {
  readonly tenant: LiveTenant;
  readonly holders: readonly Holder[];
}

/**
 * A seller with one shop and these members: the main account, one without keys, one for each single key, and one with
 * all keys.
 */
async function openCrowd(emptyMeansAll: boolean): Promise<Crowd> {
  const { harness } = serverOf(emptyMeansAll);
  tenants += 1;
  const tenant = await harness.tenant(`access-${tenants}@x`, 1);
  const lists: (readonly PermissionKey[])[] = [[], ...PERMISSION_KEYS.map((key) => [key]), PERMISSION_KEYS];
  const holders: Holder[] = [
    { name: 'main', grant: { isMain: true, permissionCodeList: [], emptyMeansAll }, person: tenant.main },
  ];
  for (const permissionCodeList of lists) {
    const name = permissionCodeList.join('+') || 'none';
    const username = `access-${tenants}:${name}`;
    const person = await harness.subAccount(tenant.accountId, username, tenant.shopIds, permissionCodeList);
    holders.push({ name, grant: { isMain: false, permissionCodeList, emptyMeansAll }, person });
  }
  return { tenant, holders };
}

const giveKeys = ({ accountId, memberId }: Person, keys: readonly PermissionKey[]): Promise<void> =>
  database.app.within(wholeAccount(accountId), (transaction) => setMemberKeys(transaction, accountId, memberId, keys));
const isAt = (upTo: number) => (window: LiveWindow) => window.frames.some((frame) => frame.upTo === upTo);
const kindsAfter = (window: LiveWindow, seq: number): readonly string[] =>
  window.changes.filter((change) => change.seq > seq).map(({ kind }) => kind);
const shopOf = ({ shopIds: [shopId] }: LiveTenant) => {
  if (shopId === undefined) throw new Error('no shop');
  return shopId;
};

describe.each([false, true])('where an empty list means everything: %s', (emptyMeansAll) => {
  test('each window is told only the changes that its keys open, live and from `since`', async () => {
    const { harness } = serverOf(emptyMeansAll);
    const { tenant, holders } = await openCrowd(emptyMeansAll);
    const head = await harness.head(tenant.accountId);
    const live = await Promise.all(holders.map(({ person }) => person.visitor.live(head)));
    await harness.append(
      tenant.accountId,
      CHANGE_KINDS.map((kind) => changeOfKind(kind, shopOf(tenant))),
    );
    const upTo = head + CHANGE_KINDS.length;
    const resumed = await Promise.all(holders.map(({ person }) => person.visitor.live(head)));
    for (const [number, { name, grant }] of holders.entries()) {
      const expected = CHANGE_KINDS.filter((kind) => opens(grant, CHANGE_ACCESS[kind]));
      for (const window of [live[number], resumed[number]]) {
        await window?.until(isAt(upTo));
        expect(window && kindsAfter(window, head), name).toEqual(expected);
        window?.close();
      }
    }
  });

  test('each window is told only the moments that its keys open', async () => {
    const { harness } = serverOf(emptyMeansAll);
    const { tenant, holders } = await openCrowd(emptyMeansAll);
    const { accountId } = tenant;
    const head = await harness.head(accountId);
    const windows = await Promise.all(holders.map(({ person }) => person.visitor.live(head)));
    const kinds = Object.keys(MOMENT_SAMPLES) as readonly Moment['kind'][];
    const all = Object.values(MOMENT_SAMPLES);
    // The moment that every member is told comes last, because a window gets its moments in order.
    const last = MOMENT_SAMPLES.notice;
    for (const moment of [...all, last]) {
      await database.engine.within(wholeAccount(accountId), (transaction) =>
        tellMoment(transaction, { accountId, about: { shopId: shopOf(tenant) }, memberId: null, moment }),
      );
      // Sent one by one, so that no moment overtakes another.
      await windows[0]?.until(({ moments }) => moments.at(-1)?.kind === moment.kind);
    }
    for (const [number, { name, grant }] of holders.entries()) {
      const window = windows[number];
      const expected = [...kinds.filter((kind) => opens(grant, MOMENT_ACCESS[kind])), last.kind];
      await window?.until(({ moments }) => moments.filter(({ kind }) => kind === last.kind).length === 2);
      expect(
        window?.moments.map(({ kind }) => kind),
        name,
      ).toEqual(expected);
      window?.close();
    }
  });

  test('each picture is refused to members without its key, and only to them', async () => {
    const { web } = serverOf(emptyMeansAll);
    const { holders } = await openCrowd(emptyMeansAll);
    for (const [kind, { path, access }] of Object.entries(MEDIA)) {
      const address = `${web.origin}${path.replace('{id}', crypto.randomUUID()).replace('{place}', '0')}`;
      expect((await fetch(address)).status, kind).toBe(401);
      for (const { name, grant, person } of holders) {
        const answer = await fetch(address, { headers: { cookie: person.visitor.cookie } });
        expect(answer.status, `${kind} for ${name}`).toBe(opens(grant, access) ? 404 : 403);
      }
    }
  });

  test('each call is refused to members without its key, and only to them', async () => {
    const { holders } = await openCrowd(emptyMeansAll);
    const calls: readonly Call[] = Object.values(CALLS).flatMap((group) => Object.values(group) as Call[]);
    for (const call of calls) {
      // A logout would end the session that the other calls need.
      if (call.path === CALLS.account.loginOut.path) continue;
      for (const { name, grant, person } of holders) {
        const answer = await person.visitor.call(call);
        const isDenied = answer.result === 'fail' && answer.code === 'no_permission';
        // What only programs do is open to no person, not even to the main account.
        const isOpen = call.access.kind !== 'program' && opens(grant, call.access);
        expect(isDenied, `${call.path} for ${name}`).toBe(!isOpen);
      }
    }
  });

  test('the desk opens for every member, with conversations only for members with `chat`', async () => {
    const { tenant, holders } = await openCrowd(emptyMeansAll);
    await database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         last_message_at, address) values ($1, $2, 'c', 'b', 'Buyer', 'activated', true, 1, '{}')`,
      [tenant.accountId, shopOf(tenant)],
    );
    for (const { name, grant, person } of holders) {
      const answer = await person.visitor.call(CALLS.chat.snapshot);
      const snapshot = CALLS.chat.snapshot.output.parse(answer.result === 'success' ? answer.data : answer);
      expect(
        snapshot.shops.map(({ shopId }) => shopId),
        name,
      ).toEqual([shopOf(tenant)]);
      expect(snapshot.conversations, name).toHaveLength(holds(grant, 'chat') ? 1 : 0);
    }
  });

  test('the database checks keys as the domain does', async () => {
    const lists: (readonly PermissionKey[])[] = [[], ...PERMISSION_KEYS.map((key) => [key]), PERMISSION_KEYS];
    for (const permissionCodeList of lists) {
      for (const isMain of [false, true]) {
        const grant: Grant = { isMain, permissionCodeList, emptyMeansAll };
        const judged = await database.owner.query<{ needed: PermissionKey; holds: boolean }>(
          'select needed, pasar_holds($1, $2::text[], needed, $3) as holds from unnest($4::text[]) as needed',
          [isMain, permissionCodeList, emptyMeansAll, PERMISSION_KEYS],
        );
        expect(judged.rows).toEqual(PERMISSION_KEYS.map((needed) => ({ needed, holds: holds(grant, needed) })));
      }
    }
  });
});

test('only members who may see proxies choose one for a login', async () => {
  const { tenant, holders } = await openCrowd(false);
  const { accountId } = tenant;
  const made = await database.owner.query<{ ip_subject_id: string }>(
    `insert into ip_subject (account_id, scope, name, type, proxy_type, host, port, created_at)
     values ($1, 'platform', 'line', 'http', 'static', '203.0.113.7', 8080, 0) returning ip_subject_id`,
    [accountId],
  );
  const person = holders.find(({ name }) => name === 'shopManager')?.person ?? tenant.main;
  const signIn = (identifier: string) =>
    person.visitor.call(CALLS.signIn.startSignIn, {
      marketplace: 'shopee',
      country: 'SG',
      identifier,
      password: 'x',
      ipSubjectId: made.rows[0]?.ip_subject_id,
    });
  expect(await signIn('denied')).toMatchObject({ result: 'fail', code: 'no_permission' });
  await giveKeys(person, ['shopManager', 'ipPartition']);
  expect(await signIn('allowed')).toMatchObject({ result: 'success' });
});

describe('while a window is open', () => {
  test('a key that is taken away causes a resync, and nothing that it opened is told from the commit on', async () => {
    const { harness } = serverOf(false);
    const { tenant, holders } = await openCrowd(false);
    const { accountId } = tenant;
    const person = holders.find(({ name }) => name === 'chat')?.person ?? tenant.main;
    const head = await harness.head(accountId);
    const window = await person.visitor.live(head);
    const message = changeOfKind('message', shopOf(tenant));
    await harness.append(accountId, [message]);
    await window.until(isAt(head + 1));
    await giveKeys(person, ['order']);
    await harness.append(accountId, [message, changeOfKind('shop', shopOf(tenant))]);
    await typing(tenant);
    await window.until(isAt(head + 4));
    expect(kindsAfter(window, head)).toEqual(['message', 'resync', 'shop']);
    // The earlier message is not told again either.
    const resumed = await person.visitor.live(head);
    await resumed.until(isAt(head + 4));
    expect(kindsAfter(resumed, head)).toEqual(['resync', 'shop']);

    await giveKeys(person, ['order', 'chat']);
    await harness.append(accountId, [message]);
    await typing(tenant);
    for (const each of [window, resumed]) {
      await each.until(({ moments }) => moments.length > 0);
      await each.until(isAt(head + 6));
      expect(kindsAfter(each, head + 4)).toEqual(['resync', 'message']);
      expect(each.moments).toHaveLength(1);
      each.close();
    }
  });

  test('giving the same keys again, or keys to the main account, changes nothing', async () => {
    const { harness } = serverOf(false);
    const { tenant, holders } = await openCrowd(false);
    const person = holders.find(({ name }) => name === 'chat')?.person ?? tenant.main;
    const head = await harness.head(tenant.accountId);
    await giveKeys(person, ['chat']);
    await giveKeys(tenant.main, []);
    expect(await harness.head(tenant.accountId)).toBe(head);
  });

  const typing = async (tenant: LiveTenant) => {
    const { accountId } = tenant;
    const witness = await tenant.main.visitor.live(await serverOf(false).harness.head(accountId));
    const moment = { kind: 'typing' as const, conversationId: asConversationId(crypto.randomUUID()), isTyping: true };
    await database.engine.within(wholeAccount(accountId), (transaction) =>
      tellMoment(transaction, { accountId, about: { shopId: shopOf(tenant) }, memberId: null, moment }),
    );
    await witness.until(({ moments }) => moments.length === 1);
    witness.close();
  };
});

describe('the end of a session', () => {
  test('by a logout: its windows end at once, and those of other sessions stay open', async () => {
    const { harness } = serverOf(false);
    const { tenant } = await openCrowd(false);
    const { accountId, main } = tenant;
    const head = await harness.head(accountId);
    const other = await harness.signIn(main);
    const [ended, kept] = [await main.visitor.live(head), await other.visitor.live(head)];
    await main.visitor.call(CALLS.account.loginOut);
    await ended.until(isExpired);
    await harness.append(accountId, [changeOfKind('shop', shopOf(tenant))]);
    await kept.until(isAt(head + 1));
    expect([ended.changes, kept.frames.some(({ type }) => type === 'expired')]).toEqual([[], false]);
    for (const window of [ended, kept]) window.close();
  });

  test('in another process, or with its member: its windows end at once', async () => {
    const { harness } = serverOf(false);
    const { tenant, holders } = await openCrowd(false);
    const { accountId, main } = tenant;
    const head = await harness.head(accountId);
    const removed = holders.find(({ name }) => name === 'chat')?.person ?? main;
    const windows = [await main.visitor.live(head), await removed.visitor.live(head)];
    await closeSession(database.app, accountId, main.visitor.cookie.replace(`${SESSION_COOKIE}=`, ''));
    await database.owner.query('delete from member where member_id = $1', [asMemberId(removed.memberId)]);
    for (const window of windows) {
      await window.until(isExpired);
      window.close();
    }
  });

  const isExpired = ({ frames }: LiveWindow) => frames.at(-1)?.type === 'expired';
});

/** The samples cover all kinds of the contract: without its sample a kind would be tested by no case. */
test('every kind of change has a sample', () => {
  const kinds: readonly Change['kind'][] = CHANGE_KINDS;
  expect([...kinds].sort()).toEqual(Object.keys(CHANGE_ACCESS).sort());
});
