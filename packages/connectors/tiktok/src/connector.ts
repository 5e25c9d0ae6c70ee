import {
  type Challenge,
  type ConnectionContext,
  type Connector,
  type Outcome,
  Pauses,
  type SignIn,
} from '@pasar/connector-kit';
import { type Challenges, createChallenges } from './auth/challenge.ts';
import { createCsrf } from './auth/csrf.ts';
import { createLogin, withoutPassword } from './auth/login.ts';
import { createLoginSite } from './auth/login-site.ts';
import { fetchShops } from './auth/shop-access.ts';
import { createSignIn, hasSession, type SignIn as SignInKeeper } from './auth/sign-in.ts';
import { createSellerSite, type SellerSite } from './auth/site.ts';
import { createSession } from './session.ts';
import { createShopCalls } from './shop/calls.ts';
import type { TiktokConfig } from './wire/config.ts';
import { hostsFor, type TiktokHosts } from './wire/hosts.ts';
import type { TiktokScope } from './wire/scope.ts';
import type { Line } from './wire/send-wire.ts';

/**
 * TikTok Shop. It is not public whether the marketplace de-duplicates by client_message_id, so Pasar does not rely on
 * it. The id does come back with the message (`ext["s:client_message_id"]`). The stored session is the bridge's cookie
 * jar.
 */
export const createTiktokConnector = (config: TiktokConfig): Connector => ({
  marketplace: 'tiktok',
  capabilities: { isDeduplicating: false, isEchoingKey: true },
  // Spec 2 §7.5, facts 3.5; ours: it is the only one.
  deviceCookies: ['ttwid'],
  startSession: (context) => startSession(config, context),
  resendCode: (context, continuation) => resendCode(config, context, continuation),
});

/** The parts of one login, before its shops are known. */
interface Parts {
  readonly hosts: TiktokHosts;
  readonly pauses: Pauses;
  readonly signIn: SignInKeeper;
  readonly challenges: Challenges;
  readonly site: SellerSite;
}

function partsOf(config: TiktokConfig, context: ConnectionContext): Parts {
  const { bridge, media, credentials, mayUsePassword, notify } = context;
  const hosts = hostsFor(config, context);
  const pauses = new Pauses(bridge.clock);
  const line: Line = { bridge, pauses, notify };
  const scope: TiktokScope = { country: credentials.country, isGlobal: hosts.isGlobal, shop: null };
  const loginSite = createLoginSite(line, media, hosts, credentials.country);
  const allowed = createLogin(loginSite, hosts, credentials, bridge.cookies);
  const login = mayUsePassword ? allowed : withoutPassword(allowed);
  const signIn = createSignIn(context, hosts, login);
  const csrf = {
    seller: createCsrf(line, hosts.seller, scope, null),
    affiliate: createCsrf(line, hosts.affiliate, scope, null),
  };
  return {
    hosts,
    pauses,
    signIn,
    challenges: createChallenges({ site: loginSite, login, hosts, uuid: bridge.uuid, mayAsk: mayUsePassword }),
    site: createSellerSite({ line, hosts, country: credentials.country, signIn, csrf }),
  };
}

/** The caller closes a session that was started. A failed start closes its own timers. */
async function startSession(config: TiktokConfig, context: ConnectionContext): Promise<SignIn> {
  const parts = partsOf(config, context);
  const session = await enter(config, context, parts);
  if (!session.ok) parts.pauses.close();
  return session;
}

/** With cookies in the jar the session is used as it is. When it is over, the site signs in by password (spec 1 §4). */
async function enter(config: TiktokConfig, context: ConnectionContext, parts: Parts): Promise<SignIn> {
  const { signIn, challenges, site, hosts, pauses } = parts;
  const { bridge, credentials, answer, notify } = context;
  if (answer !== null) {
    const answered = await challenges.answer(answer);
    if (!answered.ok) return answered;
    await signIn.entered();
  } else if (!hasSession(context, hosts)) {
    const login = await signIn.renew(signIn.generation);
    if (!login.ok) return challenges.of(login, 'password');
  }
  const shops = await fetchShops(site, { country: credentials.country, isGlobal: hosts.isGlobal });
  // A dead session was renewed by this call, unless the marketplace demanded something of the person.
  if (!shops.ok) return challenges.of(shops, 'password');
  const chat = createSession({ bridge, config, site, pauses, notify }, shops.value);
  const calls = createShopCalls(site, shops.value, bridge.uuid);
  return { ok: true, value: { ...chat, calls } };
}

async function resendCode(
  config: TiktokConfig,
  context: ConnectionContext,
  continuation: string,
): Promise<Outcome<Challenge>> {
  const { challenges, pauses } = partsOf(config, context);
  const challenge = await challenges.resend(continuation);
  pauses.close();
  return challenge;
}
