import { CALLS, type Call } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scope, wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** Tables about shops, proxies and sign-ins, and the calls about them, show nothing of other accounts and members. */
let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let manager: Visitor;
let managerId: string;
const known: Record<'ours' | 'theirs', Ids> = {
  ours: { subjectId: '', signInId: '', importId: '' },
  theirs: { subjectId: '', signInId: '', importId: '' },
};
interface Ids {
  subjectId: string;
  signInId: string;
  importId: string;
}

const ACCOUNT_TABLES = ['ip_subject', 'domain_switch', 'client_report'];
const MEMBER_TABLES = [
  'sign_in',
  'shop_import',
  'shop_preference',
  'proxy_test',
  'suggestion_consent',
  'member_chat_setting',
];
/** Rows that every member sees who sees the shop. */
const SHOP_TABLES = ['favorite_products', 'consulted_product', 'offer_answer', 'suggestions_off'];
const WATCHED = [
  ...ACCOUNT_TABLES,
  ...SHOP_TABLES,
  ...MEMBER_TABLES,
  ...['shop', 'connection', 'connection_lease', 'secret', 'member_shop', 'change', 'conversation'],
];

beforeAll(async () => {
  database = await openTestDatabase();
  const permissionCodeList = ['chat', 'shopManager', 'ipPartition'] as const;
  const person = { username: 'ours:manager', password: 'right', name: 'manager', permissionCodeList };
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  ours = await makeTenant(database, 'ours@x', [['11'], ['12']], [{ ...person, shops }]);
  theirs = await makeTenant(database, 'theirs@x', [['11', '99']]);
  known.ours = await fill(ours);
  known.theirs = await fill(theirs);
  web = await openTestWeb(database);
  manager = new Visitor(web.origin);
  await manager.logIn(CALLS.account.login, 'ours:manager', 'right');
  const found = await database.owner.query('select member_id from member where username = $1', ['ours:manager']);
  managerId = found.rows[0]?.member_id;
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** Makes a row in every table about shops, as the main account. */
async function fill({ accountId, mainId }: TestTenant): Promise<Ids> {
  const subject = await database.owner.query(
    `insert into ip_subject (account_id, scope, name, type, host, hosts, port, created_at, proxy_type)
     values ($1, 'platform', 'line', 'http', 'a.example', '{a.example,b.example}', 80, 1, 'rotating')
     returning ip_subject_id`,
    [accountId],
  );
  const imported = await database.owner.query(
    `insert into shop_import (account_id, member_id, file_name, created_at) values ($1, $2, 'of the main', 1)
     returning import_id`,
    [accountId, mainId],
  );
  const signIn = await database.owner.query(
    `insert into sign_in (account_id, member_id, import_id, row_number, marketplace, country, identifier, state, challenge,
       challenged_at, created_at)
     values ($1, $2, $3, 2, 'shopee', 'SG', 'login of the main', 'challenged',
       '{"kind":"identity","pageUrl":"https://shopee.example"}', 1, 1) returning sign_in_id`,
    [accountId, mainId, imported.rows[0]?.import_id],
  );
  await database.owner.query(
    `insert into favorite_products (account_id, shop_id, product_ids) select account_id, shop_id, '{1}' from shop
     where account_id = $1`,
    [accountId],
  );
  await database.owner.query(
    `insert into consulted_product (account_id, shop_id, buyer_id, product_id, asked_at)
     select account_id, shop_id, 'b', '1', 1 from shop where account_id = $1`,
    [accountId],
  );
  await database.owner.query(
    `insert into offer_answer (account_id, shop_id, offer_id, is_accepted, is_told, asked_at)
     select account_id, shop_id, '1', true, true, 1 from shop where account_id = $1`,
    [accountId],
  );
  await database.owner.query(
    `with off as (insert into suggestions_off (account_id, shop_id) select account_id, shop_id from shop
       where account_id = $1)
     , mine as (insert into member_chat_setting (member_id, account_id, setting) values ($2, $1, '{}'))
     insert into suggestion_consent (member_id, account_id, host) values ($2, $1, 'model.example')`,
    [accountId, mainId],
  );
  await database.owner.query(
    `with d as (insert into domain_switch (account_id, country, result, learned_at) values ($1, 'BR', 'success', 1)),
       r as (insert into client_report (account_id, kind, payload, created_at) values ($1, 'proxy_stat', '{}', 1)),
       t as (insert into proxy_test (account_id, member_id, tested_at) values ($1, $2, 1))
     insert into shop_preference (account_id, member_id, shop_id, place)
       select $1, $2, shop_id, 1 from shop where account_id = $1`,
    [accountId, mainId],
  );
  return {
    subjectId: subject.rows[0]?.ip_subject_id,
    signInId: signIn.rows[0]?.sign_in_id,
    importId: imported.rows[0]?.import_id,
  };
}

const connectionOf = (tenant: TestTenant, shop: string): string => {
  const found = tenant.connections.find((connection) => [...connection.shopIds.keys()].some((id) => id === shop));
  if (!found) throw new Error(`no connection of ${shop}`);
  return found.connectionId;
};
const shopIdOf = (tenant: TestTenant, shop: string): string => {
  for (const connection of tenant.connections)
    for (const [platform, shopId] of connection.shopIds) if (platform === shop) return shopId;
  throw new Error(`no shop ${shop}`);
};

describe('row-level security alone', () => {
  const rowsOf = (scope: Scope, table: string) =>
    database.app.within(scope, async (transaction) => (await transaction.query(`select * from ${table}`)).rows);

  test.each([...ACCOUNT_TABLES, ...SHOP_TABLES, ...MEMBER_TABLES])(
    '%s shows one tenant its own rows only',
    async (table) => {
      const stored = await database.owner.query(`select count(*)::int as n from ${table} where account_id = $1`, [
        ours.accountId,
      ]);
      const seen = await rowsOf(wholeAccount(ours.accountId), table);
      expect(stored.rows[0]?.n).toBeGreaterThan(0);
      expect(seen).toHaveLength(stored.rows[0]?.n);
      expect(seen.filter((row) => row.account_id !== ours.accountId)).toEqual([]);
      expect(await database.app.query(`bare-${table}`, `select 1 from ${table}`, [])).toEqual([]);
    },
  );

  test.each(MEMBER_TABLES)('%s shows a sub-account its own rows only', async (table) => {
    const scope = { accountId: ours.accountId, shops: 'granted', memberId: managerId } as Scope;
    expect(await rowsOf(scope, table)).toEqual([]);
  });

  test.each(SHOP_TABLES)('%s shows a sub-account the rows of its shops only, and accepts no other', async (table) => {
    const scope = { accountId: ours.accountId, shops: 'granted', memberId: managerId } as Scope;
    expect((await rowsOf(scope, table)).map(({ shop_id: shopId }) => shopId)).toEqual([shopIdOf(ours, '11')]);
    const moved = database.app.within(scope, (transaction) =>
      transaction.query(`update ${table} set shop_id = $1`, [shopIdOf(ours, '12')]),
    );
    await expect(moved).rejects.toThrow(/row-level security|duplicate key/);
  });

  test.each(MEMBER_TABLES)('%s accepts no row of another member', async (table) => {
    const scope = { accountId: ours.accountId, shops: 'granted', memberId: managerId } as Scope;
    const [row] = await rowsOf(wholeAccount(ours.accountId), table);
    const names = Object.keys(row ?? {});
    const forged = database.app.within(scope, (transaction) =>
      transaction.query(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row ?? {}),
      ),
    );
    await expect(forged).rejects.toThrow('row-level security');
  });
});

describe('a sub-account that manages shops', () => {
  type Case = [what: string, call: Call, input: () => unknown, outcome: object];
  const nothing = { result: 'success', data: { userIds: [] } };
  const notFound = { result: 'fail', code: 'not_found' };
  const forbidden = { result: 'fail', code: 'no_permission' };
  const cases: Case[] = (['ours', 'theirs'] as const).flatMap((whose) => {
    const tenant = () => (whose === 'ours' ? ours : theirs);
    const shop = whose === 'ours' ? '12' : '99';
    const connectionId = () => connectionOf(tenant(), shop);
    const { chat, products, routing, shops, signIn } = CALLS;
    const user = { user_id: shop, country: 'SG' };
    const rows: Case[] = [
      ['signInAgain', signIn.signInAgain, () => ({ connectionId: connectionId() }), notFound],
      [
        'answerChallenge',
        signIn.answerChallenge,
        () => ({ signInId: known[whose].signInId, kind: 'identity' }),
        notFound,
      ],
      ['retrySignIn', signIn.retrySignIn, () => ({ signInId: known[whose].signInId }), notFound],
      ['cancelSignIn', signIn.cancelSignIn, () => ({ signInId: known[whose].signInId }), notFound],
      ['importRows', signIn.importRows, () => ({ importId: known[whose].importId }), notFound],
      ['exportFailedRows', signIn.exportFailedRows, () => ({ importId: known[whose].importId }), notFound],
      ['hideShop', shops.hideShop, () => ({ shopId: shopIdOf(tenant(), shop), isHidden: true }), notFound],
      ['updateUser', shops.updateUser, () => ({ userId: shop, data: { alias: 'x' } }), notFound],
      ['updateShopAlias', shops.updateShopAlias, () => ({ userId: shop, alias: 'x' }), notFound],
      ['updateShopIsCb', shops.updateShopIsCb, () => ({ userId: shop, isCb: 1 }), notFound],
      ['getImToken', chat.getImToken, () => ({ userId: shop }), notFound],
      ['querySessionList', chat.querySessionList, () => ({ userId: shop }), notFound],
      [
        'patchConversationPinned',
        chat.patchConversationPinned,
        () => ({ userId: shop, sessionIdAndPinnedMap: { c: true } }),
        notFound,
      ],
      [
        'getConversationHasPinned',
        chat.getConversationHasPinned,
        () => ({ userId: shop, sessionIds: ['c'] }),
        notFound,
      ],
      ['getBuyerLastReplyTime', chat.getBuyerLastReplyTime, () => ({ userId: shop, buyerIds: ['b'] }), notFound],
      [
        'updateBuyerReplyTime',
        chat.updateBuyerReplyTime,
        () => ({ userId: shop, buyerId: 'b', replyTime: 1 }),
        notFound,
      ],
      ['getUserCollectProductIds', chat.getUserCollectProductIds, () => ({ userId: shop }), notFound],
      ['getProductSourceDetail', products.getProductSourceDetail, () => ({ userId: shop, productId: '1' }), notFound],
      [
        'saveUserCollectProductIds',
        chat.saveUserCollectProductIds,
        () => ({ userId: shop, productIds: ['2'] }),
        notFound,
      ],
      [
        'saveConsultPlatformItem',
        chat.saveConsultPlatformItem,
        () => ({ userId: shop, buyerId: 'b', platformItemIdAndSendTimeMap: { 1: 2 } }),
        notFound,
      ],
      [
        'searchConsultPlatformItemIds',
        chat.searchConsultPlatformItemIds,
        () => ({ userId: shop, buyerId: 'b' }),
        notFound,
      ],
      [
        'getPlatformItemIdAndIsConsultMap',
        chat.getPlatformItemIdAndIsConsultMap,
        () => ({ userId: shop, buyerId: 'b', platformItemIds: ['1'] }),
        notFound,
      ],
      ['deleteUser', shops.deleteUser, () => ({ userId: shop, platform: 'shopee' }), nothing],
      ['deleteUserByUserIds', shops.deleteUserByUserIds, () => ({ userIds: [shop] }), nothing],
      ['saveUserCookie', shops.saveUserCookie, () => ({ userIdAndCookieMap: { [shop]: 'a=b' } }), nothing],
      [
        'updateUserByUserIdAndIsGlobalMap',
        shops.updateUserByUserIdAndIsGlobalMap,
        () => ({ userIdAndIsGlobalMap: { [shop]: 1 } }),
        nothing,
      ],
      [
        'bindSubjects',
        routing.bindSubjects,
        () => ({ bindings: [{ connectionId: connectionId(), ipSubjectId: null }] }),
        notFound,
      ],
    ];
    const ofOurs: Case[] = [
      ['saveUser', shops.saveUser, () => ({ user, platform: 'shopee' }), forbidden],
      [
        'saveUser into a login',
        shops.saveUser,
        () => ({ user: { ...user, user_id: '13', account: 'ours@x-1' }, platform: 'shopee' }),
        forbidden,
      ],
    ];
    const ofTheirs: Case[] = [
      ['changeSubjectIp', routing.changeSubjectIp, () => ({ ipPartitionSubjectId: known.theirs.subjectId }), notFound],
      ['testSubject', routing.testSubject, () => ({ ipSubjectId: known.theirs.subjectId }), notFound],
      ['deleteSubject', routing.deleteSubject, () => ({ ipSubjectId: known.theirs.subjectId }), { result: 'success' }],
      [
        'bindSubjects to a proxy',
        routing.bindSubjects,
        () => ({ bindings: [{ connectionId: connectionOf(ours, '11'), ipSubjectId: known.theirs.subjectId }] }),
        notFound,
      ],
    ];
    return [...rows, ...(whose === 'ours' ? ofOurs : ofTheirs)].map(
      ([what, ...rest]): Case => [`${what} (${whose === 'ours' ? 'an ungranted shop' : 'another tenant'})`, ...rest],
    );
  });

  test.each(cases)('%s: sees and changes nothing', async (_what, call, input, outcome) => {
    const before = await everything();
    const given = input();
    const asked = call.method === 'GET' ? (given as Record<string, string>) : given;
    expect(await manager.call(call, asked)).toMatchObject(outcome);
    expect(await everything()).toEqual(before);
  });

  test('arranging stores only shops that the sub-account sees', async () => {
    const before = await everything();
    const shopIds = [shopIdOf(theirs, '99'), shopIdOf(ours, '12')];
    expect(await manager.call(CALLS.shops.arrangeShops, { shopIds })).toMatchObject({ result: 'success' });
    expect({ ...(await everything()), change: null }).toEqual({ ...before, change: null });
  });

  test('lists show nothing of another tenant, of an ungranted shop, or of another member', async () => {
    const { shops, signIn, routing } = CALLS;
    const lists: [Call, object, string[]][] = [
      [signIn.signIns, {}, []],
      [signIn.imports, {}, []],
      [shops.getCountryAndUserListMap, { platform: 'shopee' }, [shopIdOf(ours, '11')]],
      [shops.getCnscHasBindShopIds, { cnscAccountId: 'theirs@x-0' }, []],
      [shops.getTiktokHasBindUserIds, { merchantId: '1' }, []],
      [routing.getBoosterProxy, {}, []],
      [routing.getDomainSwitchType, {}, []],
      [routing.listSubjects, {}, [known.ours.subjectId]],
      [routing.getAccountSimpleSubjectList, {}, [known.ours.subjectId]],
      [routing.getHasProxyUserList, {}, []],
    ];
    const secretIds = [
      ...Object.values(known.theirs),
      known.ours.signInId,
      known.ours.importId,
      shopIdOf(ours, '12'),
      shopIdOf(theirs, '11'),
      shopIdOf(theirs, '99'),
    ];
    for (const [call, input, present] of lists) {
      const answer = await manager.call(call, input);
      const text = JSON.stringify(answer);
      expect(answer).toMatchObject({ result: 'success' });
      for (const id of present) expect(text).toContain(id);
      for (const id of secretIds) expect(text).not.toContain(id);
    }
  });

  /** Every row of the watched tables as text, which shows any change by a call. */
  async function everything(): Promise<Record<string, unknown>> {
    const tables: Record<string, unknown> = {};
    for (const table of WATCHED) {
      const found = await database.owner.query(`select to_jsonb(t)::text as row from ${table} t order by 1`);
      tables[table] = found.rows.map((row) => row.row);
    }
    return tables;
  }
});
