/**
 * The reasons of failed logins, as each simulated marketplace writes them, and the reason that a person is told (spec 1
 * §8, spec 2 §8). Shopee's codes are public (facts 1.2). ours: the others, after the situations.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAddressGuard, createBridge, systemClock } from '@pasar/bridge';
import type { Connector } from '@pasar/connector-kit';
import { createLazadaConnector } from '@pasar/connector-lazada';
import { createShopeeConnector, createSigner } from '@pasar/connector-shopee';
import { createTiktokConnector } from '@pasar/connector-tiktok';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { LOGIN_FAILURES } from '@pasar/domain/error-catalogue';
import { type Simulator, startSimulator } from '@pasar/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatorControl, type SimulatorLogin } from '../src/control.ts';
import { createMemoryDomainSwitch } from '../src/domain-switch.ts';
import { TIKTOK_IDS } from './tiktok-harness.ts';

type Words = Readonly<Record<Marketplace, readonly string[]>>;
const WRITTEN: Readonly<Record<string, Words>> = {
  banned: { shopee: ['error_banned'], lazada: ['ACCOUNT_BANNED'], tiktok: ['banned'] },
  'send verification code failed': {
    shopee: ['error_send_vcode_failed', 'error_api'],
    lazada: ['SEND_VERIFICATION_CODE_FAILED', 'SEND_VCODE_FREQUENT'],
    tiktok: ['sentTooOften'],
  },
  'account not exist': { shopee: ['error_account_not_exist'], lazada: ['ACCOUNT_NOT_EXIST'], tiktok: ['unknown'] },
  'invalid verification code': {
    shopee: ['error_invalid_vcode'],
    lazada: ['INVALID_VERIFICATION_CODE', 'INVALID_VCODE'],
    tiktok: ['wrongCode', 'Invalid verification code'],
  },
  'need otp or vcode': {
    shopee: ['error_need_otp', 'error_need_vcode', 'vcode'],
    lazada: ['NEED_OTP', 'NEED_VCODE'],
    tiktok: ['needOtp', 'needVcode'],
  },
  'require captcha or captcha trigger': {
    shopee: ['error_require_captcha', 'error_captcha_trigger', 'error_too_many_fail_login'],
    lazada: ['REQUIRE_CAPTCHA', 'CAPTCHA_TRIGGER'],
    tiktok: ['captcha', 'Captcha trigger'],
  },
  'too frequent': { shopee: ['error_too_frequent'], lazada: ['TOO_FREQUENT'], tiktok: ['tooOften', 'Too frequent'] },
  'permission or name/password incorrect': {
    shopee: ['error_perm', 'error_name_or_password_incorrect'],
    lazada: ['NO_PERMISSION', 'NAME_OR_PASSWORD_INCORRECT'],
    tiktok: ['No permission', 'password'],
  },
  'not found': { shopee: ['error_notfound'], lazada: ['NOT_FOUND'], tiktok: ['Not found'] },
  'shop bound to merchant': {
    shopee: ['error_shop_binded2merchant', 'has_shop_upgraded'],
    lazada: ['SHOP_BOUND_TO_MERCHANT'],
    tiktok: ['merchant'],
  },
  'unknown reasons': { shopee: ['moon_in_scorpio'], lazada: ['MOON_IN_SCORPIO'], tiktok: ['The moon is in Scorpio'] },
};

const KEYS = { appKey: '24001122', salt: 'salt' };
let folder: string;
let simulator: Simulator;
let control: SimulatorControl;
const connectors = new Map<Marketplace, Connector>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'login-failures-'));
  simulator = await startSimulator({ port: 0, dataDirectory: folder, seed: 'why', tokenLifeMs: 60_000, keys: KEYS });
  control = new SimulatorControl(simulator.controlOrigin);
  const { shopee, lazada, tiktok } = simulator.origins;
  connectors.set(
    'shopee',
    createShopeeConnector({
      sellerOrigin: () => shopee,
      alternateSellerOrigin: () => null,
      socketOrigin: () => shopee,
      mallOrigin: () => shopee,
      imageOrigin: () => shopee,
      signer: createSigner(KEYS.appKey),
    }),
  );
  const config = { gatewayOrigin: () => lazada, sellerOrigin: () => lazada, accsOrigin: () => lazada };
  connectors.set('lazada', createLazadaConnector({ ...config, appKey: KEYS.appKey }));
  const sites = { sellerOrigin: () => tiktok, globalOrigin: tiktok };
  connectors.set('tiktok', createTiktokConnector({ ...sites, ...TIKTOK_IDS, ...KEYS }));
});
afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** Makes the marketplace answer the login with this refusal. */
async function refuse({ identifier }: SimulatorLogin, marketplace: Marketplace, refusal: string): Promise<void> {
  const response = await fetch(`${simulator.controlOrigin}/sim/demands`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ marketplace, identifier, demands: [], remaining: null, refusal }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function signIn(marketplace: Marketplace, { identifier, password, country }: SimulatorLogin) {
  const connector = connectors.get(marketplace);
  if (connector === undefined) throw new Error(marketplace);
  const bridge = createBridge({
    route: { kind: 'direct' },
    guard: createAddressGuard({ allowLoopback: true }),
    storedCookies: null,
    clock: systemClock,
    uuid: randomUUID,
  });
  try {
    return await connector.startSession({
      bridge,
      media: bridge.media,
      shops: [],
      credentials: { identifier, password, country },
      saveSession: async () => undefined,
      storedSession: null,
      answer: null,
      mayUsePassword: true,
      line: 'auto',
      domainSwitch: createMemoryDomainSwitch(),
      notify: () => undefined,
    });
  } finally {
    await bridge.close();
  }
}

describe.each(MARKETPLACES)('a login that %s refuses', (marketplace) => {
  const rows = LOGIN_FAILURES.flatMap(([situation, reason]) =>
    (WRITTEN[situation]?.[marketplace] ?? ['']).map((word, index) => [situation, word, reason, index] as const),
  );
  it.each(rows)('%s: %s is %s', async (_situation, word, reason, index) => {
    // Each refusal uses another login, because a phone gets only one code a minute.
    const login = (await control.logins(marketplace)).filter(({ kind }) => kind === 'shop')[index];
    if (login === undefined) throw new Error(`no login of ${marketplace}`);
    await refuse(login, marketplace, word);
    expect(await signIn(marketplace, login)).toMatchObject({ ok: false, refusal: { reason } });
  });
});

it('every situation is written by a marketplace', () => {
  expect(Object.keys(WRITTEN)).toEqual(LOGIN_FAILURES.map(([situation]) => situation));
});
