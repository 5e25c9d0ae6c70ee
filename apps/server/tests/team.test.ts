import { CALLS, type CallInput } from '@pasar/api';
import { asMemberId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { LiveHarness, type LiveTenant, type Person } from './harness/live-harness.ts';
import { type AnyAnswer, type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { getChildAccountList, saveChildAccount, updateChildAccount, deleteChildAccount, getChildUserCnt } = CALLS.team;
/** No ticks, so that a window ends only because it is told of the end of its session. */
const NEVER_MS = 2 ** 31 - 1;
const PASSWORD = 'long enough 1';

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
let tenant: LiveTenant;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { tickMs: NEVER_MS });
  harness = new LiveHarness(database, web);
});
beforeEach(async () => {
  tenants += 1;
  tenant = await harness.tenant(`team${tenants}@x`, 3);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

type Rights = Partial<CallInput<typeof saveChildAccount>>;
const rights = (more: Rights = {}) => ({
  name: 'Anna',
  groupName: null,
  permissionCodeList: ['chat' as const],
  responsibility: { kind: 'all' as const },
  ...more,
});
const save = (more: Rights = {}) =>
  tenant.main.visitor.call(saveChildAccount, { username: 'anna', password: PASSWORD, ...rights(more) });
const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);

/** Adds a sub-account and logs it in. */
async function join(more: Rights = {}): Promise<Person & { readonly username: string }> {
  const answer = await save(more);
  if (answer.result !== 'success') throw new Error(answer.reason);
  const { memberId, username } = saveChildAccount.output.parse(answer.data);
  const visitor = new Visitor(web.origin);
  expect(await visitor.logIn(CALLS.account.login, username, more.password ?? PASSWORD)).toMatchObject({
    result: 'success',
  });
  return { accountId: tenant.accountId, memberId: asMemberId(memberId), visitor, username };
}

async function children(person = tenant.main) {
  const answer = await person.visitor.call(getChildAccountList);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return getChildAccountList.output.parse(answer.data);
}

async function shopsOf({ visitor }: Person): Promise<readonly string[]> {
  const answer = await visitor.call(CALLS.chat.snapshot);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return CALLS.chat.snapshot.output.parse(answer.data).shops.map(({ shopId }) => shopId);
}

/** Adds a shop as a desktop shell does. */
async function addShop(userId: string, country: string): Promise<string> {
  const user = JSON.stringify({ user_id: userId, country, name: userId });
  const answer = await tenant.main.visitor.call(CALLS.shops.saveUser, { user, platform: 'shopee' });
  if (answer.result !== 'success') throw new Error(answer.reason);
  const found = await database.owner.query<{ shop_id: string }>(
    'select shop_id from shop where account_id = $1 and platform_shop_id = $2',
    [tenant.accountId, userId],
  );
  return found.rows[0]?.shop_id ?? '';
}
const isExpired = ({ frames }: LiveWindow) => frames.at(-1)?.type === 'expired';

describe('a sub-account', () => {
  test('is added, logs in with the handle before its name, and stands in the list', async () => {
    const anna = await join({ groupName: 'Night', permissionCodeList: ['chat', 'order'] });
    expect(anna.username).toBe(`team${tenants}:anna`);
    const { handle, children: listed } = await children();
    expect(handle).toBe(`team${tenants}`);
    expect(listed).toMatchObject([
      {
        memberId: anna.memberId,
        username: anna.username,
        name: 'Anna',
        groupName: 'Night',
        permissionCodeList: ['chat', 'order'],
        responsibility: { kind: 'all' },
        shopCount: 3,
      },
    ]);
    expect(listed[0]?.loggedInAt).toBeGreaterThan(0);
    expect(await tenant.main.visitor.call(getChildUserCnt)).toEqual({
      result: 'success',
      data: { count: 1, most: 500 },
    });
  });

  test('may have the name that a sub-account of another account has', async () => {
    await join();
    tenants += 1;
    tenant = await harness.tenant(`team${tenants}@x`, 1);
    await join();
  });

  test.each<[string, Rights, string]>([
    ['without a username', { username: '' }, 'username_form'],
    ['with a colon in its username', { username: 'a:b' }, 'username_form'],
    ['without a password', { password: '' }, 'password_required'],
    ['with five characters', { password: 'a1b2c' }, 'password_too_short'],
    ['with digits alone', { password: '82730192837' }, 'password_only_digits'],
    ['with a common password', { password: 'Qwerty123' }, 'password_common'],
    ['with its name as password', { username: 'annabella', password: 'Annabella' }, 'password_common'],
    ['without a name', { name: ' ' }, 'member_name_required'],
    ['with a key that does not exist', { permissionCodeList: ['all'] as never }, 'invalid_request'],
    [
      'with a shop of nobody',
      { responsibility: { kind: 'shops', shopIds: [crypto.randomUUID() as never] } },
      'not_found',
    ],
  ])('is refused %s, and nothing is stored', async (_why, more, code) => {
    expect(codeOf(await save(more))).toBe(code);
    expect((await children()).children).toEqual([]);
  });

  test('is refused with a name that another has, in whatever case', async () => {
    await join();
    expect(codeOf(await save({ username: 'ANNA' }))).toBe('username_taken');
  });

  test('is added from a form-encoded body too', async () => {
    const body = new URLSearchParams({
      username: 'form',
      password: PASSWORD,
      name: 'Form',
      permissionCodeList: '["chat"]',
      responsibility: '{"kind":"countries","countries":["SG"]}',
    });
    const { cookie } = tenant.main.visitor;
    const answer = await fetch(`${web.origin}${saveChildAccount.path}`, { method: 'POST', headers: { cookie }, body });
    expect(await answer.json()).toMatchObject({ result: 'success' });
    expect((await children()).children).toMatchObject([{ shopCount: 3, responsibility: { countries: ['SG'] } }]);
  });
});

describe('the shops of a sub-account', () => {
  test('follow its rule: a shop that is added later is given at once, in its own country only', async () => {
    const everything = await join({ username: 'all' });
    const thai = await join({ username: 'thai', responsibility: { kind: 'countries', countries: ['TH', 'VN'] } });
    const named = await join({
      username: 'named',
      responsibility: { kind: 'shops', shopIds: tenant.shopIds.slice(0, 1) },
    });
    expect([await shopsOf(thai), await shopsOf(named)]).toEqual([[], tenant.shopIds.slice(0, 1)]);
    const window = await thai.visitor.live(await harness.head(tenant.accountId));
    const added = await addShop('900001', 'TH');
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'shop'));
    window.close();
    const other = await addShop('900002', 'MY');
    expect(await shopsOf(thai)).toEqual([added]);
    expect(await shopsOf(named)).toEqual(tenant.shopIds.slice(0, 1));
    expect(await shopsOf(everything)).toEqual(expect.arrayContaining([...tenant.shopIds, added, other]));
  });

  test('that are taken away disappear from its open window', async () => {
    const anna = await join();
    const window = await anna.visitor.live(await harness.head(tenant.accountId));
    const [kept, ...lost] = tenant.shopIds;
    const answer = await tenant.main.visitor.call(updateChildAccount, {
      memberId: anna.memberId,
      ...rights({ responsibility: { kind: 'shops', shopIds: kept === undefined ? [] : [kept] } }),
    });
    expect(answer).toMatchObject({ result: 'success' });
    await window.until(({ changes }) => changes.filter(({ kind }) => kind === 'purge').length === lost.length);
    expect(window.changes.map((change) => change.shopId)).toEqual(expect.arrayContaining([...lost]));
    window.close();
    expect(await shopsOf(anna)).toEqual([kept]);
  });
});

test('who is added, renamed or removed is told to the open windows of the account, with the group', async () => {
  const anna = await join();
  const told = async (act: () => Promise<unknown>) => {
    const window = await anna.visitor.live(await harness.head(tenant.accountId));
    await act();
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'colleagues'));
    window.close();
  };
  let memberId = '';
  await told(async () => {
    memberId = (await join({ username: 'bella', name: 'Bella' })).memberId;
  });
  const { visitor } = tenant.main;
  await told(() =>
    visitor.call(updateChildAccount, { memberId, ...rights({ name: 'Bella B', groupName: 'Thailand' }) }),
  );
  const seen = await anna.visitor.call(CALLS.chat.colleagues);
  expect(seen).toMatchObject({
    data: {
      members: expect.arrayContaining([
        { memberId, name: 'Bella B', groupName: 'Thailand', isPerson: true },
        { memberId: anna.memberId, name: 'Anna', groupName: null, isPerson: true },
      ]),
    },
  });
  await told(() => visitor.call(deleteChildAccount, { memberId }));
});

describe('a change of a sub-account', () => {
  test('of its keys is told to its open window, and the server refuses what it lost', async () => {
    const anna = await join({ permissionCodeList: ['chat', 'order'] });
    const window = await anna.visitor.live(await harness.head(tenant.accountId));
    await tenant.main.visitor.call(updateChildAccount, {
      memberId: anna.memberId,
      ...rights({ name: 'Anna B', permissionCodeList: ['order'] }),
    });
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'resync'));
    window.close();
    expect(codeOf(await anna.visitor.call(CALLS.chat.conversations, { tab: 'all' }))).toBe('no_permission');
    expect(await anna.visitor.call(CALLS.account.getAccount)).toMatchObject({
      data: { member: { name: 'Anna B', permissionCodeList: ['order'] } },
    });
  });

  test('of its password ends its sessions; the old password opens nothing', async () => {
    const anna = await join();
    const window = await anna.visitor.live(await harness.head(tenant.accountId));
    const change = (password: string) =>
      tenant.main.visitor.call(updateChildAccount, { memberId: anna.memberId, password, ...rights() });
    expect(codeOf(await change('123456'))).toBe('password_only_digits');
    expect(codeOf(await change('another good 1'))).toBe('success');
    await window.until(isExpired);
    window.close();
    const again = new Visitor(web.origin);
    const { login } = CALLS.account;
    expect(codeOf(await again.logIn(login, anna.username, PASSWORD))).toBe('wrong_account_or_password');
    expect(codeOf(await again.logIn(login, anna.username, 'another good 1'))).toBe('success');
  });

  test('without a password keeps the password and the sessions', async () => {
    const anna = await join();
    for (const password of [undefined, '']) {
      const input = { memberId: anna.memberId, ...rights(), ...(password === undefined ? {} : { password }) };
      expect(codeOf(await tenant.main.visitor.call(updateChildAccount, input))).toBe('success');
    }
    expect(codeOf(await anna.visitor.call(CALLS.account.getAccount))).toBe('success');
  });
});

test('a deleted sub-account is out at once, and its name is free', async () => {
  const anna = await join();
  const window = await anna.visitor.live(await harness.head(tenant.accountId));
  const remove = () => tenant.main.visitor.call(deleteChildAccount, { memberId: anna.memberId });
  expect(codeOf(await remove())).toBe('success');
  await window.until(isExpired);
  window.close();
  expect(codeOf(await anna.visitor.call(CALLS.account.getAccount))).toBe(50001);
  expect(codeOf(await remove())).toBe('not_found');
  await join();
});

test('a deleted sub-account leaves no password of the shops that it was signing in', async () => {
  const anna = await join({ permissionCodeList: ['shopManager'] });
  const login = { marketplace: 'shopee', country: 'SG', identifier: 'shop@example.com', password: 'a secret' };
  expect(codeOf(await anna.visitor.call(CALLS.signIn.startSignIn, login))).toBe('success');
  const kept = async () =>
    (await database.owner.query("select from secret where account_id = $1 and field = 'password'", [tenant.accountId]))
      .rowCount;
  expect(codeOf(await tenant.main.visitor.call(CALLS.signIn.startSignIn, { ...login, identifier: 'main@x' }))).toBe(
    'success',
  );
  const before = await kept();
  const { memberId } = tenant.main;
  expect(codeOf(await tenant.main.visitor.call(deleteChildAccount, { memberId }))).toBe('not_found');
  expect(await kept()).toBe(before);
  expect(codeOf(await tenant.main.visitor.call(deleteChildAccount, { memberId: anna.memberId }))).toBe('success');
  expect(await kept()).toBe((before ?? 0) - 1);
});

test('the main account, and sub-accounts of another account, are not sub-accounts of this one', async () => {
  const foreign = await join();
  tenants += 1;
  tenant = await harness.tenant(`team${tenants}@x`, 1);
  for (const memberId of [tenant.main.memberId, foreign.memberId]) {
    expect(codeOf(await tenant.main.visitor.call(updateChildAccount, { memberId, ...rights() }))).toBe('not_found');
    expect(codeOf(await tenant.main.visitor.call(deleteChildAccount, { memberId }))).toBe('not_found');
  }
  expect(codeOf(await foreign.visitor.call(CALLS.account.getAccount))).toBe('success');
  expect((await children()).children).toEqual([]);
});
