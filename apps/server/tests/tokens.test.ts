import { CALLS, type Call, MEDIA, OPENAPI_PATH } from '@pasar/api';
import { PERMISSION_KEYS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { orderRecord } from './harness/orders.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { addApiToken, apiTokens, deleteApiToken, getChildAccountList, getChildUserCnt, deleteChildAccount } = CALLS.team;
const { login, getAccount } = CALLS.account;
const NAMED = { name: 'Warehouse', responsibility: { kind: 'all' as const }, days: 30 };

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let main: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { emptyMeansAll: true });
});
beforeEach(async () => {
  tenants += 1;
  await makeTenant(database, `token${tenants}@x`, [['11', '12']]);
  main = new Visitor(web.origin);
  await main.logIn(login, `token${tenants}@x`, 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
async function told<C extends Call>(call: C, input: object = {}) {
  const answer = await main.call(call, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
const add = async (more: object = {}) =>
  addApiToken.output.parse(await told(addApiToken, { ...NAMED, permissionCodeList: ['shopManager'], ...more }));
/** A call by a program, which sends the token and nothing else. */
async function by<C extends Call>(token: string, call: C, input: object = {}, headers: Record<string, string> = {}) {
  const visitor = new Visitor(web.origin);
  return visitor.call(call, input, { authorization: `Bearer ${token}`, ...headers });
}
const list = async () => apiTokens.output.parse(await told(apiTokens)).tokens;

test('a program makes calls with the token as a sub-account would, and the trail names it', async () => {
  const { tokenId, token } = await add();
  expect(token).toMatch(/^pasar_[A-Za-z0-9]{43}$/);
  expect(await list()).toMatchObject([
    { tokenId, name: 'Warehouse', hint: token.slice(-4), usedAt: null, shopCount: 2 },
  ]);
  const alias = { userId: '11', platform: 'shopee', alias: 'Night shop' };
  // A foreign page's origin does not matter: no browser adds the token by itself.
  const foreign = { origin: 'https://elsewhere.example' };
  expect(codeOf(await by(token, CALLS.shops.updateShopAlias, alias, foreign))).toBe('success');
  expect(codeOf(await by(token, CALLS.orders.rateBuyer))).toBe('no_permission');
  const who = await by(token, getAccount);
  expect(who).toMatchObject({ result: 'success', data: { member: { name: 'Warehouse', isMain: false } } });
  const trail = CALLS.audit.auditTrail.output.parse(await told(CALLS.audit.auditTrail));
  expect(trail.entries[0]).toMatchObject({ memberName: 'Warehouse', action: 'shop_changed', subject: 'shop 11' });
  expect(trail.entries[1]).toMatchObject({ action: 'token_added', subject: 'Warehouse' });
  expect(await list()).toMatchObject([{ usedAt: expect.any(Number), usedFrom: '127.0.0.1' }]);
});

test('it opens nothing about logins, the team or the account, whatever its keys; and without keys nothing', async () => {
  const { token } = await add({ permissionCodeList: PERMISSION_KEYS });
  const empty = await add({ permissionCodeList: [] });
  for (const feature of Object.values(CALLS)) {
    for (const call of Object.values(feature) as Call[]) {
      const { kind } = call.access;
      if (kind === 'person' || kind === 'main')
        expect([call.path, codeOf(await by(token, call))]).toEqual([call.path, 'no_permission']);
      if (kind === 'permission' || kind === 'anyOf' || kind === 'program')
        expect([call.path, codeOf(await by(empty.token, call))]).toEqual([call.path, 'no_permission']);
    }
  }
  const features = [CALLS.security, CALLS.team, CALLS.audit].flatMap((feature) => Object.values(feature) as Call[]);
  expect(features.filter(({ access: { kind } }) => kind === 'member' || kind === 'permission')).toEqual([]);
});

test('a program saves orders that it has read, for its own shops, and asks which shops are due; a person does not', async () => {
  const { token } = await add({ permissionCodeList: ['order'] });
  const { timer } = CALLS;
  const savedOrder = (id: string, more: object = {}) => {
    const { changedAt, createdAt, ...order } = orderRecord(id);
    return { ...order, createdAt: createdAt - 1e12, changedAt: changedAt - 1e12, ...more };
  };
  const save = (orders: readonly object[], userId = '11') =>
    by(token, timer.saveOpOrdersToDbInTime, { userId, platform: 'shopee', orders });
  expect(await save([savedOrder('1'), savedOrder('2')])).toMatchObject({ result: 'success', data: { changed: 2 } });
  expect(await save([savedOrder('1')])).toMatchObject({ data: { changed: 0 } });
  expect(await save([savedOrder('3', { changedAt: Date.now() + 3_600_000 })])).toMatchObject({
    code: 'invalid_request',
    detail: 'changedAt of N3 is in the future',
  });
  expect(codeOf(await save([savedOrder('4', { status: 'sold' })]))).toBe('invalid_request');
  const messages = ['11', '99'].map((userId) => ({ userId, platform: 'shopee', orders: [savedOrder('5')] }));
  expect(await by(token, timer.saveOpOrdersByQueueMessage, { messages })).toMatchObject({
    data: {
      saved: [
        { userId: '11', changed: 1, refusal: null },
        { userId: '99', changed: 0, refusal: { reason: 'not_found' } },
      ],
    },
  });
  const listed = CALLS.orderBook.searchOrderList.output.parse(await told(CALLS.orderBook.searchOrderList));
  expect(listed.orders.map(({ orderId }) => orderId).toSorted()).toEqual(['1', '2', '5']);
  const queue = async () => by(token, timer.openGetOpOrderRsyncWsSubQueue);
  expect(await queue()).toMatchObject({ data: { queue: [] } });
  await told(CALLS.orderBook.manualRsyncOpOrder);
  expect(await queue()).toMatchObject({
    data: { queue: ['11', '12'].map((userId) => ({ userId, platform: 'shopee', completeTo: null })) },
  });
  const calls = Object.values(timer).filter(({ access }) => access.kind === 'program');
  expect(calls).toHaveLength(3);
  for (const call of calls) expect(codeOf(await main.call(call, {} as never))).toBe('no_permission');
});

test('it sees the shops that were given to it, and later ones by its rule', async () => {
  const found = await database.owner.query(
    `select s.shop_id from shop s join member m using (account_id) where m.username = $1 and s.platform_shop_id = '12'`,
    [`token${tenants}@x`],
  );
  const { token } = await add({ responsibility: { kind: 'shops', shopIds: [found.rows[0]?.shop_id] } });
  const alias = (userId: string) =>
    by(token, CALLS.shops.updateShopAlias, { userId, platform: 'shopee', alias: 'x' }).then(codeOf);
  expect([await alias('11'), await alias('12')]).toEqual(['not_found', 'success']);
  expect((await list())[0]?.shopCount).toBe(1);
});

test('it ends at once when it is deleted, and at its time; it is no cookie, and its name no login', async () => {
  const { token, tokenId } = await add();
  const asCookie = new Visitor(web.origin);
  asCookie.cookie = `pasar_session=${token}`;
  expect(codeOf(await asCookie.call(getAccount))).toBe(50001);
  await expect(asCookie.live(0)).rejects.toThrow(/403/);
  expect(codeOf(await by(`${token}x`, getAccount))).toBe(50001);
  // Beside a token the cookie does not count.
  const both = await new Visitor(web.origin).call(
    apiTokens,
    {},
    { authorization: `Bearer ${token}`, cookie: main.cookie },
  );
  expect(codeOf(both)).toBe('no_permission');
  const named = await database.owner.query('select username from member where member_id = $1', [tokenId]);
  expect(codeOf(await new Visitor(web.origin).logIn(login, named.rows[0]?.username, 'right'))).toBe(
    'wrong_account_or_password',
  );
  const picture = MEDIA.message.path.replace('{id}', crypto.randomUUID()).replace('{place}', '0');
  expect((await fetch(web.origin + picture, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403);

  const second = await add();
  await database.owner.query("update session set expires_at = now() - interval '1 second' where member_id = $1", [
    second.tokenId,
  ]);
  expect(codeOf(await by(second.token, getAccount))).toBe(50001);
  expect(codeOf(await by(token, getAccount))).toBe('success');
  expect(codeOf(await main.call(deleteApiToken, { tokenId }))).toBe('success');
  expect(codeOf(await by(token, getAccount))).toBe(50001);
});

test('it is no sub-account: not listed, not counted, not changed as one, and not seen by another account', async () => {
  const { tokenId } = await add();
  expect(getChildAccountList.output.parse(await told(getChildAccountList)).children).toEqual([]);
  expect(getChildUserCnt.output.parse(await told(getChildUserCnt)).count).toBe(0);
  expect(codeOf(await main.call(deleteChildAccount, { memberId: tokenId }))).toBe('not_found');
  await makeTenant(database, `rival${tenants}@x`, []);
  const rival = new Visitor(web.origin);
  await rival.logIn(login, `rival${tenants}@x`, 'right');
  expect(codeOf(await rival.call(deleteApiToken, { tokenId }))).toBe('not_found');
  expect(await rival.call(apiTokens)).toEqual({ result: 'success', data: { tokens: [] } });
});

test('its letters are stored nowhere, and the description of the calls names it', async () => {
  const { token } = await add();
  const stored = await database.owner.query(
    'select row_to_json(s)::text as row from session s union all select row_to_json(t)::text from api_token t union all select row_to_json(m)::text from member m union all select row_to_json(e)::text from audit_entry e',
  );
  expect(stored.rows.map(({ row }) => row).join('\n')).not.toContain(token.slice(6, 30));
  const description = await (await fetch(web.origin + OPENAPI_PATH)).json();
  expect(description).toMatchObject({
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      [CALLS.shops.updateShopAlias.path]: { post: { security: [{ session: [] }, { token: [] }] } },
      [apiTokens.path]: { post: { security: [{ session: [] }] } },
      [login.path]: { post: { security: [] } },
    },
  });
});
