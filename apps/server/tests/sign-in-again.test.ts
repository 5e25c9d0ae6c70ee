/** "Log in again" with the real connectors at simulated marketplaces: the session first, then the password. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { createBridge, type NodeBridge, openCookieJar, systemClock } from '@pasar/bridge';
import { COUNTRIES, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { type Simulator, startSimulator } from '@pasar/simulator';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { createConnectors, marketplaceOrigins } from '../src/connectors.ts';
import { SignIns } from '../src/engine/sign-in/sign-ins.ts';
import { sessionShape } from '../src/records/kept-session.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { DIRECT } from './harness/routing.ts';
import { openSignInHarness, Seller, type SignInHarness, toSignIn, turns } from './harness/sign-in-harness.ts';

const KEYS = { appKey: '24001122', salt: 'salt' };
/** The calls that send a password. */
const PASSWORD_CALL: Readonly<Record<Marketplace, string>> = {
  shopee: 'POST /api/v2/login/',
  lazada: 'POST /apps/seller/login/submit',
  tiktok: 'POST /passport/web/user/login/',
};
/** A device cookie, where the marketplace has one, and a cookie of the session. */
const COOKIES: Readonly<Record<Marketplace, { readonly device: string | null; readonly session: string }>> = {
  shopee: { device: 'SPC_F', session: 'SPC_EC' },
  lazada: { device: null, session: 'TID' },
  tiktok: { device: 'ttwid', session: 'sessionid' },
};
const loginShape = z.object({
  marketplace: z.enum(MARKETPLACES),
  kind: z.string(),
  identifier: z.string(),
  password: z.string(),
  country: z.enum(COUNTRIES),
  shopIds: z.array(z.string()).min(1),
});
const shopsShape = z.object({ shops: z.array(z.object({ shopId: z.string(), userId: z.string() })) });

let folder: string;
let simulator: Simulator;
let harness: SignInHarness;
let signIns: SignIns;
let one: Seller;
/** The same address under another name. */
const elsewhere = (origin: string) => new URL(origin.replace('127.0.0.1', 'localhost'));
/** The last sign-in: the cookies at its start, and the calls that it sent. */
let began: string | null = null;
const asked: string[] = [];
const hosts = new Set<string>();

function watch(bridge: NodeBridge): NodeBridge {
  const http: NodeBridge['http'] = {
    request(request) {
      const { host, pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      hosts.add(host);
      return bridge.http.request(request);
    },
  };
  return { ...bridge, http };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-again-'));
  const options = { port: 0, dataDirectory: folder, seed: 'again', tokenLifeMs: 60_000, keys: KEYS };
  simulator = await startSimulator(options);
  harness = await openSignInHarness();
  one = await Seller.open(harness);
  signIns = new SignIns({
    database: harness.database.engine,
    secrets: harness.database.secrets,
    connectors: createConnectors(places()),
    routing: {
      ...DIRECT,
      openBridge: async (_traveller, storedCookies) => {
        began = storedCookies;
        asked.length = 0;
        hosts.clear();
        const uuid = () => crypto.randomUUID();
        return watch(createBridge({ route: { kind: 'direct' }, storedCookies, clock: systemClock, uuid }));
      },
    },
    handshakes: turns(),
    now: harness.now,
    log: pino({ level: 'silent' }),
    shopQuota: null,
  });
  await signIns.start();
});
afterEach(async () => {
  await control('DELETE', '/sim/faults');
});
afterAll(async () => {
  one.close();
  await signIns.stop();
  await harness.close();
  await simulator.close();
  rmSync(folder, { recursive: true });
});

function places() {
  const { shopee, lazada, tiktok } = simulator.origins;
  const socket = (origin: string) => origin.replace(/^http/, 'ws');
  const named = {
    shopee: {
      sellerOrigin: shopee,
      alternateSellerOrigin: elsewhere(shopee).origin,
      socketOrigin: socket(shopee),
      signatureKey: KEYS.appKey,
    },
    lazada: { gatewayOrigin: lazada, sellerOrigin: lazada, accsOrigin: socket(lazada), appKey: KEYS.appKey },
    tiktok: { sellerOrigin: tiktok, globalOrigin: elsewhere(tiktok).origin, aid: 5341, fpid: 92, ...KEYS },
  };
  return readConfig({ PASAR_MARKETPLACES: JSON.stringify(named) }).marketplaces;
}

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${simulator.controlOrigin}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function loginOf(marketplace: Marketplace) {
  const { logins } = z.object({ logins: z.array(loginShape) }).parse(await control('GET', '/sim/logins'));
  const login = logins.find((each) => each.marketplace === marketplace && each.kind === 'shop');
  if (login === undefined) throw new Error(`no login of ${marketplace}`);
  return login;
}

describe.each(MARKETPLACES)('logging in again at %s', (marketplace) => {
  const { device, session } = COOKIES[marketplace];
  let login: z.infer<typeof loginShape>;
  let connectionId: string;
  let origin: string;

  const again = async (password?: string) => {
    const input = { connectionId, ...(password === undefined ? {} : { password }) };
    const { signInId } = toSignIn(await one.visitor.call(CALLS.signIn.signInAgain, input));
    return signInId;
  };
  const passwordsThatLeft = () => asked.filter((call) => call === PASSWORD_CALL[marketplace]).length;
  const place = () => ({ accountId: one.tenant.accountId, ownerId: connectionId, field: 'session' }) as const;
  const kept = async () => {
    const { engine, secrets } = harness.database;
    const sealed = await engine.within(wholeAccount(one.tenant.accountId), (transaction) =>
      secrets.read(transaction, place()),
    );
    return sessionShape.parse(JSON.parse(sealed ?? ''));
  };
  const cookie = (jar: string | null, name: string | null) =>
    name === null ? null : openCookieJar(jar).get(origin, name);
  /** The device cookies of all marketplaces; each marketplace keeps its own. */
  const devices = (jar: string | null) => ['SPC_F', 'ttwid'].filter((name) => cookie(jar, name) !== null);

  beforeAll(async () => {
    login = await loginOf(marketplace);
    origin = marketplaceOrigins(places(), marketplace, login.country)[0] ?? '';
    const { identifier, password, country } = login;
    const input = { marketplace, identifier, password, country };
    const { signInId } = toSignIn(await one.visitor.call(CALLS.signIn.startSignIn, input));
    await one.until(signInId, 'logged_in');
    expect([began, passwordsThatLeft()]).toEqual([null, 1]);
    connectionId = (await one.connection(identifier)).connection_id;
    const { engine, secrets } = harness.database;
    const before = await kept();
    const jar = openCookieJar(before.cookies);
    for (const name of ['SPC_F', 'ttwid']) if (jar.get(origin, name) === null) jar.set(origin, name, 'this-device');
    await engine.within(wholeAccount(one.tenant.accountId), (transaction) =>
      secrets.store(transaction, place(), JSON.stringify({ ...before, cookies: jar.serialize() })),
    );
  });

  test('keeps the shop’s user as the marketplace names it; a later login takes no id away', async () => {
    const { shops } = shopsShape.parse(await control('GET', '/sim/state?seller=all'));
    const shop = shops.find(({ shopId }) => shopId === login.shopIds[0]);
    // Ours: the third marketplace names no user of a shop.
    const named = marketplace === 'tiktok' ? null : shop?.userId;
    const user = named ?? login.shopIds[0] ?? '';
    const alias = async (name: string) => {
      const found = await one.visitor.call(CALLS.shops.updateUser, {
        userId: user,
        platform: marketplace,
        data: { alias: name },
      });
      return CALLS.shops.updateUser.output.parse(found.result === 'success' ? found.data : found).user;
    };
    expect(await alias('mine')).toMatchObject({ user_id: user, shop_user_id: named, shop_id: shop?.shopId });
    const kept = named ?? 'told-by-a-client';
    const { owner } = harness.database;
    await owner.query('update shop set shop_user_id = $2 where connection_id = $1', [connectionId, kept]);
    await one.until(await again(), 'logged_in');
    const stored = await owner.query('select shop_user_id from shop where connection_id = $1', [connectionId]);
    expect(stored.rows).toEqual([{ shop_user_id: kept }]);
    await owner.query('update shop set shop_user_id = $2 where connection_id = $1', [connectionId, named]);
  });

  test('uses a session that is still valid, and sends no password', async () => {
    const before = await kept();
    await one.until(await again(), 'logged_in');
    expect(began).toBe(before.cookies);
    expect(passwordsThatLeft()).toBe(0);
    // The stored session, with which the runner starts, is unchanged.
    expect((await kept()).session).toBe(before.session);
    await one.until(await again(login.password), 'logged_in');
    expect(passwordsThatLeft()).toBe(0);
  });

  test('another password than the stored one must prove itself: only the device cookies are sent with it', async () => {
    const before = await kept();
    expect(cookie(before.cookies, session)).not.toBeNull();
    const signInId = await again('not the password');
    const failed = await one.until(signInId, 'failed');
    expect(failed.refusal).toMatchObject({ reason: 'wrong_account_or_password' });
    expect(passwordsThatLeft()).toBe(1);
    expect([cookie(began, session), cookie(began, device)]).toEqual([null, cookie(before.cookies, device)]);
    expect(devices(began)).toEqual(device === null ? [] : [device]);
    expect(await kept()).toEqual(before);
    await one.visitor.call(CALLS.signIn.cancelSignIn, { signInId });
  });

  test('sends the password, once and in the same attempt, when the session has expired; the device stays', async () => {
    const before = await kept();
    await control('POST', '/sim/faults', { kind: 'tokenExpired', marketplace, shopId: login.shopIds[0] });
    const signInId = await again();
    await one.until(signInId, 'logged_in');
    expect(began).toBe(before.cookies);
    expect(passwordsThatLeft()).toBe(1);
    const after = await kept();
    expect(after.session).not.toBe(before.session);
    expect(cookie(after.cookies, device)).toBe(cookie(before.cookies, device));
    const attempts = await harness.database.owner.query('select attempts from sign_in where sign_in_id = $1', [
      signInId,
    ]);
    expect(attempts.rows).toEqual([{ attempts: 1 }]);
  });

  test('starts over with the password when the stored session cannot be read', async () => {
    await harness.database.owner.query(
      `update secret set envelope = '\\x00' where owner_id = $1 and field = 'session'`,
      [connectionId],
    );
    await one.until(await again(), 'logged_in');
    expect([began, passwordsThatLeft()]).toEqual([null, 1]);
  });
});

describe('the address at which a known login is signed in again', () => {
  const signInAt = async (marketplace: Marketplace, kept: string) => {
    const { identifier, password, country } = await loginOf(marketplace);
    const input = { marketplace, identifier, password, country };
    const first = toSignIn(await two.visitor.call(CALLS.signIn.startSignIn, input));
    await two.until(first.signInId, 'logged_in');
    expect(hosts).toEqual(new Set([home(marketplace)]));
    const { connection_id: connectionId } = await two.connection(identifier);
    await harness.database.owner.query(kept, [connectionId]);
    const again = toSignIn(await two.visitor.call(CALLS.signIn.signInAgain, { connectionId, password }));
    await two.until(again.signInId, 'logged_in');
  };
  const home = (marketplace: Marketplace) => new URL(simulator.origins[marketplace]).host;
  let two: Seller;
  beforeAll(async () => {
    two = await Seller.open(harness);
  });
  afterAll(() => two.close());

  test('is the line that is fixed for it', async () => {
    await signInAt('shopee', `update connection set line = 'mainland' where connection_id = $1`);
    expect(hosts).toContain(elsewhere(simulator.origins.shopee).host);
  });

  test('is the site that serves its shops: for cross-border shops the global one', async () => {
    await signInAt('tiktok', 'update shop set is_cb = true where connection_id = $1');
    expect(hosts).toEqual(new Set([elsewhere(simulator.origins.tiktok).host]));
  });
});
