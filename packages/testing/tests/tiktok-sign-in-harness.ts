/** A person in a browser who logs in at the simulated TikTok Shop, and the request layers below the session. */
import { randomUUID } from 'node:crypto';
import { createAddressGuard, createBridge, type HttpRequest, type NodeBridge, systemClock } from '@pasar/bridge';
import {
  CATALOGUE_CALLS,
  type CallKey,
  type ChallengeAnswer,
  type Connector,
  type ConnectorNotice,
  type ConnectorSession,
  Pauses,
} from '@pasar/connector-kit';
import { asPlatformShopId, COUNTRIES, type Country, type PlatformShopId } from '@pasar/domain';
import type { Login } from '../../../apps/simulator/src/world/types.ts';
import { TIKTOK_FIXTURES } from '../../connectors/tiktok/fixtures/tiktok.ts';
import { createCsrf } from '../../connectors/tiktok/src/auth/csrf.ts';
import { createLoginSite, type LoginSite } from '../../connectors/tiktok/src/auth/login-site.ts';
import { createSellerSite, type SellerSite } from '../../connectors/tiktok/src/auth/site.ts';
import { demand, NOBODY_WATCHES, type TiktokHarness, won } from './tiktok-harness.ts';

const countryOf = (word: string): Country =>
  demand(
    COUNTRIES.find((country) => country === word),
    'country',
  );

interface Attempt {
  readonly password?: string;
  /** As at the first sign-in, before the shops are known. */
  readonly isFirst?: boolean;
  readonly answer?: ChallengeAnswer;
  readonly mayUsePassword?: boolean;
}
/** Cross-border sellers log in at the global site, wherever their shops are. */
const siteOf = (login: Login): Country => (login.kind === 'merchant' ? 'GLOBAL' : countryOf(login.country));

/** The sessions of one file's tests and their requests; `clean` closes the sessions. */
export function createSignInHarness(harness: () => TiktokHarness) {
  const closers: (() => Promise<void>)[] = [];
  /** `METHOD path` of every request. */
  const asked = new Set<string>();

  const openBridge = (): NodeBridge & { readonly left: readonly HttpRequest[] } => {
    const bridge = createBridge({
      route: { kind: 'direct' },
      guard: createAddressGuard({ allowLoopback: true }),
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
    });
    closers.push(() => bridge.close());
    const left: HttpRequest[] = [];
    const request: NodeBridge['http']['request'] = (sent) => {
      left.push(sent);
      asked.add(`${sent.method} ${new URL(sent.url).pathname}`);
      return bridge.http.request(sent);
    };
    return { ...bridge, left, http: { request } };
  };

  /** Starts a login attempt; attempts share the browser's cookies. */
  const startSignIn = (login: Login, connector: Connector = harness().connector) => {
    const bridge = openBridge();
    const notices: ConnectorNotice[] = [];
    const saved: string[] = [];
    const contextOf = ({ password = login.password, answer, isFirst = false, mayUsePassword = true }: Attempt) => ({
      bridge,
      media: bridge.media,
      shops: (isFirst ? [] : login.shopIds).map((shopId) => ({
        platformShopId: asPlatformShopId(shopId),
        country: countryOf(login.country),
        isCb: login.kind === 'merchant',
      })),
      credentials: { identifier: login.identifier, password, country: siteOf(login) },
      saveSession: async (session: string) => void saved.push(session),
      storedSession: null,
      ...NOBODY_WATCHES,
      answer: answer ?? null,
      mayUsePassword,
      notify: (notice: ConnectorNotice) => void notices.push(notice),
    });
    const start = async (attempt: Attempt = {}) => {
      const outcome = await connector.startSession(contextOf(attempt));
      if (outcome.ok) closers.push(() => outcome.value.close());
      return outcome;
    };
    return {
      bridge,
      notices,
      saved,
      start,
      challenged: async (attempt: Attempt = {}) => {
        const outcome = await start(attempt);
        if (outcome.ok) throw new Error('let in without a word');
        return { reason: outcome.refusal.reason, challenge: demand(outcome.challenge, 'challenge') };
      },
      resend: (continuation: string) => connector.resendCode(contextOf({}), continuation),
    };
  };

  /** A fresh login, and its request layers for calls that the session does not use. */
  const openShop = async (login: Login) => {
    const person = startSignIn(login);
    const session: ConnectorSession = won(await person.start());
    const { bridge } = person;
    const pauses = new Pauses(bridge.clock);
    closers.push(async () => pauses.close());
    const line = { bridge, pauses, notify: () => undefined };
    const { origin } = harness().server;
    const hosts = { isGlobal: false, seller: origin, affiliate: origin, sso: origin, captcha: origin };
    const country = countryOf(login.country);
    const scope = { country, isGlobal: false, shop: null };
    const csrf = { seller: createCsrf(line, origin, scope, null), affiliate: createCsrf(line, origin, scope, null) };
    const renew = () => Promise.reject(new Error('the session of this test was over'));
    const signIn = { generation: 0, renew, entered: async () => undefined };
    const shopId = demand(login.shopIds[0], 'shop');
    const site: SellerSite = createSellerSite({ line, hosts, country, signIn, csrf });
    const loginSite: LoginSite = createLoginSite(line, bridge.media, hosts, country);
    const shop: PlatformShopId = asPlatformShopId(shopId);
    const where = { shopId, region: login.country };
    return { session, site, loginSite, shop, where, trade: harness().trade.of('tiktok', shopId) };
  };

  const isAsked = (key: CallKey): boolean =>
    TIKTOK_FIXTURES.some(({ call, request: { method, path } }) => {
      if (call.key !== key) return false;
      // A HEAD names the page of the next POST, so any HEAD counts.
      return method === 'HEAD' ? [...asked].some((line) => line.startsWith('HEAD ')) : asked.has(`${method} ${path}`);
    });
  return {
    startSignIn,
    openShop,
    /** Calls of the catalogue that were never made. */
    unasked: (isMeant: (key: CallKey) => boolean) => CATALOGUE_CALLS.filter((key) => isMeant(key) && !isAsked(key)),
    clean: async () => {
      for (const close of closers.splice(0).reverse()) await close();
      harness().faults.clear();
    },
  };
}
