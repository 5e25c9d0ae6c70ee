import { CALLS, type ShopUserView } from '@pasar/api';
import { openCookieJar } from '@pasar/bridge';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { sessionShape } from '../src/records/kept-session.ts';
import { setAside } from '../src/records/quarantine.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, messageAt } from './harness/database.ts';
import {
  openSignInHarness,
  PATIENT,
  type Seller,
  type SignInHarness,
  shopFacts,
  told,
  toSignIn,
} from './harness/sign-in-harness.ts';
import { openTestWeb, Visitor } from './harness/web.ts';

/** The calls of spec 2 §7.7 about shops ("users"). */
let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

const { chat, routing, shops } = CALLS;

async function save(one: Seller, user: object, platform = 'shopee'): Promise<ShopUserView> {
  const answer = await one.visitor.call(shops.saveUser, { user, platform });
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
  return shops.saveUser.output.parse(answer.data).user;
}
const sessionOf = async (one: Seller, ownerId: string) => {
  const { accountId } = one.tenant;
  const stored = await harness.database.engine.within(wholeAccount(accountId), (transaction) =>
    harness.database.secrets.read(transaction, { accountId, ownerId, field: 'session' }),
  );
  return stored === null ? null : sessionShape.parse(JSON.parse(stored));
};

describe('a shop whose login a desktop shell made', () => {
  test('is bound once and starts with its cookies, which are stored sealed', async () => {
    const one = await harness.seller();
    const user = { user_id: '7001', shop_id: '501', country: 'SG', is_cb: 1, alias: 'first', account: 'shell@x' };
    const saved = await save(one, user);
    expect(saved).toMatchObject({ user_id: '7001', shop_id: '501', is_cb: 1, alias: 'first', loginStatus: 'waiting' });
    expect(await save(one, { ...user, alias: 'second' })).toEqual({ ...saved, alias: 'second' });
    expect(await one.shopIds()).toEqual(['501']);
    await harness.openEngine();
    await one.untilConnection('shell@x', 'failed');
    expect(await one.connection('shell@x')).toMatchObject({ refusal_reason: 'shop_not_logged_in' });
    expect(harness.shopee.asked.logins).toBe(0);
    const listed = [
      { name: 'SPC_EC', value: 'hush-1', domain: '.shopee.sg', httpOnly: true, secure: true, expirationDate: 4e9 },
      { name: 'SPC_CDS', value: 'hush-2' },
    ];
    const kept = await one.visitor.call(shops.saveUserCookie, { userIdAndCookieMap: { 7001: listed, 999: 'a=b' } });
    expect(kept).toEqual({ result: 'success', data: { userIds: ['7001'] } });
    await one.untilConnection('shell@x', 'live');
    const [context] = harness.shopee.asked.contexts;
    expect(context).toMatchObject({ storedSession: '', credentials: { identifier: 'shell@x', password: '' } });
    expect(context?.bridge.cookies.get('https://seller.shopee.sg', 'SPC_EC')).toBe('hush-1');
    expect(context?.bridge.cookies.get('https://seller.example', 'SPC_CDS')).toBe('hush-2');
    expect(context?.bridge.cookies.get('https://shopee.example', 'SPC_EC')).toBeNull();
    const { connection_id: connectionId } = await one.connection('shell@x');
    expect(await one.secretsOf(connectionId)).toEqual(['session']);
    expect(harness.lines.filter((line) => line.includes('hush'))).toEqual([]);
    expect(JSON.stringify(one.window.frames)).not.toContain('hush');
  });

  test('keeps its other cookies when some are renewed, and stops when all are removed', async () => {
    const one = await harness.seller([['511']]);
    const identifier = `${one.username}-0`;
    const { connection_id: connectionId } = await one.connection(identifier);
    const give = (cookies: unknown) =>
      one.visitor.call(shops.saveUserCookie, {
        userIdAndCookieMap: JSON.stringify({ 511: cookies }),
        platform: 'Shopee',
      });
    expect(await give('a=1; b=2')).toMatchObject({ result: 'success' });
    expect(await give('b=3')).toMatchObject({ result: 'success' });
    const session = await sessionOf(one, connectionId);
    const jar = openCookieJar(session?.cookies ?? null);
    const both = ['a', 'b'].map((name) => jar.get('https://seller.example', name));
    expect([both, session?.session]).toEqual([['1', '3'], '']);
    expect(await give(null)).toMatchObject({ result: 'success' });
    expect(await sessionOf(one, connectionId)).toBeNull();
    await harness.openEngine();
    await one.untilConnection(identifier, 'interrupted');
    expect(await one.connection(identifier)).toMatchObject({ refusal_reason: 'shop_not_logged_in' });
    expect(harness.shopee.asked.contexts.filter((context) => context.credentials.identifier === identifier)).toEqual(
      [],
    );
    expect(await give('a=4')).toMatchObject({ result: 'success' });
    await one.untilConnection(identifier, 'live');
  });

  test('shares its login with the other shops of one China seller center account', async () => {
    const one = await harness.seller();
    for (const user_id of ['521', '522'])
      await save(one, { user_id, country: 'TH', is_cb: 1, cnsc_account_id: 'cn-9' });
    const bound = await one.visitor.call(shops.getCnscHasBindShopIds, { cnscAccountId: 'cn-9' });
    expect(bound).toEqual({ result: 'success', data: { shopIds: ['521', '522'] } });
    expect(await one.connection('cn-9')).toMatchObject({ country: 'CNSC' });
    const none = await one.visitor.call(shops.getCnscHasBindShopIds, { cnscAccountId: 'cn-8' });
    expect(none).toEqual({ result: 'success', data: { shopIds: [] } });
    // A shop that was signed in by Pasar follows the marketplace's facts, too.
    const named = { ...shopFacts('523'), merchantId: 'm-9', accountId: 'cn-10' };
    harness.shopee.onSignIn = () => ({ ok: true, value: harness.shopee.session([named]) });
    await harness.openSignIns();
    const input = { marketplace: 'shopee', country: 'CNSC', identifier: 'seller:sub', password: 'p' };
    await one.until(toSignIn(await one.visitor.call(CALLS.signIn.startSignIn, input)).signInId, 'logged_in');
    for (const cnscAccountId of ['cn-10', 'seller:sub']) {
      const signed = await one.visitor.call(shops.getCnscHasBindShopIds, { cnscAccountId });
      expect(signed).toEqual({ result: 'success', data: { shopIds: ['523'] } });
    }
    const all = await one.visitor.call(shops.getCountryAndUserListMap, { platform: 'shopee' });
    expect(all).toMatchObject({ data: { countryAndUserListMap: { SG: [{ shop_id: '523', merchant_id: 'm-9' }] } } });
  });

  test('is refused where the quota is full, and where a number would lose digits of an id', async () => {
    const one = await harness.seller([['531']]);
    const small = await openTestWeb(harness.database, null, { shopQuota: 1 });
    const visitor = new Visitor(small.origin);
    await visitor.logIn(CALLS.account.login, one.username, 'right');
    const user = { user_id: '532', country: 'SG' };
    const full = await visitor.call(shops.saveUser, { user, platform: 'shopee' });
    expect(full).toMatchObject({ result: 'fail', code: 'shop_quota_full' });
    const number = await one.visitor.call(shops.saveUser, {
      user: '{"user_id":9007199254740993,"country":"SG"}',
      platform: 'shopee',
    });
    expect(number).toMatchObject({ result: 'fail', code: 'invalid_request' });
    await small.close();
    expect(await one.shopIds()).toEqual(['531']);
  });
});

describe('a shop that is unbound', () => {
  test('is deleted with all its data; its runner stops at once and writes nothing more', async () => {
    const one = await harness.seller([], { permissionCodeList: ['chat'], shops: [] });
    harness.shopee.onSignIn = () => ({ ok: true, value: harness.shopee.session([shopFacts('541')]) });
    harness.shopee.listed = [listing('541', 'talk')];
    harness.shopee.histories.set('talk', [messageAt('541', 'talk', 1, 'buyer')]);
    await harness.openSignIns();
    await harness.openEngine();
    const { signInId } = await one.start('to-unbind');
    await one.until(signInId, 'logged_in');
    await one.untilConnection('to-unbind', 'live');
    const { connection_id: connectionId } = await one.connection('to-unbind');
    const [shop] = told(one.window, 'shop');
    const shopId = shop?.shop.shopId ?? '';
    const [lease] = (
      await harness.database.owner.query('select token from connection_lease where connection_id = $1', [connectionId])
    ).rows;
    const owner = {
      accountId: one.tenant.accountId,
      connectionId,
      token: Number(lease?.token),
      shopIds: new Map([[shopFacts('541').platformShopId, shop?.shop.shopId]]),
    } as Parameters<typeof ingest>[2][number]['owner'];
    const unreadable = { connectionId, reason: 'test', bytes: Buffer.from('?') };
    await setAside(harness.database.engine, one.tenant.accountId, unreadable);
    await one.window.until((window) => told(window, 'shop').at(-1)?.shop.unreadableCount === 1);
    const answer = await one.visitor.call(shops.deleteUser, { userId: '541', platform: 'shopee' });
    expect(answer).toEqual({ result: 'success', data: { userIds: ['541'] } });
    await setAside(harness.database.engine, one.tenant.accountId, { ...unreadable, bytes: Buffer.from('late') });
    const message = messageAt('541', 'talk', 2, 'buyer');
    const late = await ingest(harness.database.engine, one.tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
    ]);
    expect(late.fenced).toHaveLength(1);
    await vi.waitFor(() => expect(harness.shopee.asked.closes).toBeGreaterThan(1), PATIENT);
    await one.window.until((window) => told(window, 'purge', (change) => change.shopId === shopId).length === 1);
    for (const table of ['shop', 'connection', 'conversation', 'message', 'secret', 'connection_lease', 'quarantine']) {
      const left = await harness.database.owner.query(`select * from ${table} where account_id = $1`, [
        one.tenant.accountId,
      ]);
      expect([table, left.rows]).toEqual([table, []]);
    }
    const kept = await harness.database.owner.query('select * from change where shop_id = $1', [shopId]);
    expect(kept.rows).toEqual([]);
    const again = await one.visitor.call(shops.deleteUser, { userId: '541', platform: 'shopee' });
    expect(again).toEqual({ result: 'success', data: { userIds: [] } });
    harness.shopee.listed = [];
  });

  test('does not affect the other shops of its login, which starts over without it', async () => {
    const one = await harness.seller([['551', '552', '553']], { permissionCodeList: ['chat'], shops: ['551', '553'] });
    const sub = await one.sub();
    const identifier = `${one.username}-0`;
    const [owner] = one.tenant.connections;
    for (const [platformShopId, shopId] of owner?.shopIds ?? []) {
      const item = {
        connectionId: owner?.connectionId ?? '',
        shopId,
        reason: 'test',
        bytes: Buffer.from(platformShopId),
      };
      await setAside(harness.database.engine, one.tenant.accountId, item);
    }
    const answer = await one.visitor.call(shops.deleteUserByUserIds, { userIds: '551, 552,559' });
    expect(answer).toMatchObject({ result: 'success' });
    expect(await one.shopIds()).toEqual(['553']);
    // Only members who saw a shop are told.
    await one.window.until((window) => told(window, 'purge').length === 2);
    await one.window.until((window) => told(window, 'shop').at(-1)?.shop.unreadableCount === 1);
    await sub.window.until((window) => told(window, 'purge').length === 1);
    sub.window.close();
    const { connection_id: connectionId } = await one.connection(identifier);
    expect(await one.secretsOf(connectionId)).toEqual(['password']);
    await harness.openEngine();
    await one.untilConnection(identifier, 'live');
    expect(harness.shopee.asked.contexts.at(-1)?.shops.map((shop) => shop.platformShopId)).toEqual(['553']);
  });

  test('is not bound again when its login signs in again, unless it is named or the login is new', async () => {
    const one = await harness.seller();
    const shops = [shopFacts('556'), shopFacts('557')];
    harness.shopee.onSignIn = () => ({ ok: true, value: harness.shopee.session(shops) });
    await harness.openSignIns();
    const signIn = async () => {
      const { signInId } = await one.start('keeps-some');
      return one.until(signInId, 'logged_in');
    };
    expect((await signIn()).shopIds).toHaveLength(2);
    await one.visitor.call(CALLS.shops.deleteUser, { userId: '556', platform: 'shopee' });
    expect((await signIn()).shopIds).toHaveLength(1);
    expect(await one.shopIds()).toEqual(['557']);
    // Naming the shop binds it again for good.
    await save(one, { user_id: '556', country: 'SG', account: 'keeps-some' });
    expect((await signIn()).shopIds).toHaveLength(2);
    // With its last shop a login is deleted, and with it the list of its unbound shops.
    for (const userId of ['556', '557']) await one.visitor.call(CALLS.shops.deleteUser, { userId, platform: 'shopee' });
    expect(await one.connection('keeps-some')).toBeNull();
    expect((await signIn()).shopIds).toHaveLength(2);
    expect(await one.shopIds()).toEqual(['556', '557']);
  });
});

describe('an unbound shop is not bound again', () => {
  const heldBy = (logins: Readonly<Record<string, readonly string[]>>) => {
    harness.shopee.onSignIn = ({ credentials }) => ({
      ok: true,
      value: harness.shopee.session((logins[credentials.identifier] ?? []).map(shopFacts)),
    });
  };
  const signIn = async (one: Seller, identifier: string) => {
    const { signInId } = await one.start(identifier);
    await one.until(signInId, 'logged_in');
    return one.shopIds();
  };
  const unbind = (one: Seller, userId: string) => one.visitor.call(shops.deleteUser, { userId, platform: 'shopee' });

  test('by any login of the account, even after its own login is deleted, until it is named', async () => {
    const one = await harness.seller();
    heldBy({ both: ['592', '593'], alone: ['592'] });
    await harness.openSignIns();
    await signIn(one, 'both');
    // The newest login that brought the shop serves it, and is deleted with it.
    expect(await signIn(one, 'alone')).toEqual(['592', '593']);
    await unbind(one, '592');
    expect(await one.connection('alone')).toBeNull();
    expect(await signIn(one, 'both')).toEqual(['593']);
    // A login that is added later also remembers the unbound shop, once it comes to hold the shop.
    heldBy({ both: ['592', '593'], later: ['594'] });
    await signIn(one, 'later');
    heldBy({ both: ['592', '593'], later: ['592', '594'] });
    expect(await signIn(one, 'later')).toEqual(['593', '594']);
    await save(one, { user_id: '592', country: 'SG', account: 'both' });
    // After it is named for one login, any login may bring it: the newest takes it.
    expect(await signIn(one, 'later')).toEqual(['592', '593', '594']);
    expect((await one.connection('later')).unbound_shop_ids).toEqual([]);
  });

  test('until a login that brings it is added by hand; other accounts and marketplaces are not affected', async () => {
    const one = await harness.seller();
    const other = await harness.seller([['595', '596']]);
    heldBy({ first: ['595', '596'], second: ['595'] });
    await harness.openSignIns();
    await signIn(one, 'first');
    await save(one, { user_id: '595', country: 'MY' }, 'tiktok');
    await unbind(one, '595');
    expect(await signIn(one, 'first')).toEqual(['595', '596']);
    expect((await one.connection('595')).unbound_shop_ids).toEqual([]);
    expect((await other.connection(`${other.username}-0`)).unbound_shop_ids).toEqual([]);
    await signIn(one, 'second');
    expect(await one.shopIds()).toEqual(['595', '595', '596']);
  });
});

describe('the stored facts of a shop', () => {
  test('are changed by name, and told to every window', async () => {
    const one = await harness.seller([['561']]);
    const call = async (...[which, input]: Parameters<typeof one.visitor.call>) => {
      const answer = await one.visitor.call(which, input);
      if (answer.result === 'fail') throw new Error(String(answer.code));
      return (answer.data as { user: ShopUserView }).user;
    };
    expect(await call(shops.updateShopAlias, { userId: '561', alias: ' corner shop ' })).toMatchObject({
      alias: 'corner shop',
    });
    expect(await call(shops.updateShopIsCb, { userId: '561', isCb: '1' })).toMatchObject({ is_cb: 1 });
    const data = { merchant_id: 'm-1', shop_user_id: '8001', name: 'renamed' };
    expect(await call(shops.updateUser, { userId: '561', data: JSON.stringify(data) })).toMatchObject({
      user_id: '8001',
      merchant_id: 'm-1',
      alias: 'corner shop',
      name: 'renamed',
    });
    expect(await call(shops.updateShopAlias, { userId: '8001', alias: '' })).toMatchObject({ alias: null });
    await one.window.until((window) => told(window, 'shop').some(({ shop }) => shop.name === 'renamed' && !shop.alias));
    const map = await one.visitor.call(shops.updateUserByUserIdAndIsGlobalMap, {
      userIdAndIsGlobalMap: { 8001: 0, 1: 1 },
    });
    expect(map).toEqual({ result: 'success', data: { userIds: ['8001'] } });
    const all = await one.visitor.call(shops.getCountryAndUserListMap, { platform: 'shopee' });
    expect(all).toMatchObject({ data: { countryAndUserListMap: { SG: [{ user_id: '8001', is_cb: 0 }] } } });
  });

  test('need the platform where two marketplaces have the same id', async () => {
    const one = await harness.seller([['571']]);
    await save(one, { user_id: '571', country: 'MY', merchant_id: 'm-2' }, 'tiktok');
    const blind = await one.visitor.call(shops.updateShopAlias, { userId: '571', alias: 'x' });
    expect(blind).toMatchObject({ result: 'fail', code: 'invalid_request' });
    const named = await one.visitor.call(shops.updateShopAlias, { userId: '571', alias: 'x', platform: 'tiktok' });
    expect(named).toMatchObject({ data: { user: { platform: 'tiktok', alias: 'x' } } });
    const merchant = await one.visitor.call(shops.getTiktokHasBindUserIds, { merchantId: 'm-2' });
    expect(merchant).toEqual({ result: 'success', data: { userIds: ['571'] } });
  });
});

describe('the queries and reports of a client', () => {
  test('conversations of a shop come page by page, none twice and none left out', async () => {
    const one = await harness.seller([['581']]);
    const [owner] = one.tenant.connections;
    if (!owner) throw new Error('no connection');
    for (const number of [1, 2, 3, 4, 5]) {
      const message = { ...messageAt('581', `c${number}`, number, 'buyer'), sentAt: 1_000 * Math.ceil(number / 2) };
      await ingest(harness.database.engine, one.tenant.accountId, [
        { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('581', `c${number}`) } },
        { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
      ]);
    }
    const page = async (more: object) => {
      const answer = await one.visitor.call(chat.querySessionList, { userId: '581', fetchCount: 2, ...more });
      return chat.querySessionList.output.parse(answer.result === 'success' ? answer.data : null);
    };
    const seen: string[] = [];
    for (let next: number | null | undefined; next !== null; ) {
      const got = await page(next === undefined ? {} : { startTime: next });
      seen.push(...got.sessions.map((session) => session.sessionId));
      next = got.nextStartTime;
    }
    expect(seen[0]).toBe('c5');
    expect(seen.sort()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
    const [first] = (await page({})).sessions;
    expect(first).toMatchObject({ unique_id: '581_c5', unread_count: 1, pinned: 0, is_unreply: true });
    const token = await one.visitor.call(chat.getImToken, { userId: '581' });
    expect(token).toMatchObject({ data: { livePath: '/api/live', user: { user_id: '581' } } });
  });

  test('domains, logins and unknown kinds are stored, and reports hold only their own fields', async () => {
    const one = await harness.seller();
    const { visitor } = one;
    await visitor.call(routing.saveDomainSwitchType, { country: 'TH', type: 'fail' });
    await visitor.call(routing.saveDomainSwitchType, { country: 'TH', type: 'success' });
    expect(await visitor.call(routing.getDomainSwitchType)).toEqual({
      result: 'success',
      data: { countryAndTypeMap: { TH: 'success' } },
    });
    await visitor.call(shops.saveCnscLoginLog, {
      cnscAccountId: 'cn',
      isSuccess: '0',
      reason: 'otp',
      password: 'hush',
    });
    await visitor.call(chat.unknownMessageTypeLog, { platform: 'lazada', messageType: '10099', text: 'hush' });
    const reports = await harness.database.owner.query(
      'select kind, payload from client_report where account_id = $1 order by kind',
      [one.tenant.accountId],
    );
    expect(reports.rows).toEqual([
      { kind: 'cnsc_login', payload: { cnscAccountId: 'cn', isSuccess: false, reason: 'otp' } },
      { kind: 'unknown_message_type', payload: { platform: 'lazada', messageType: '10099' } },
    ]);
  });
});
