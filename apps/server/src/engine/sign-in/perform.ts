import { type NodeBridge, UnreadableCookiesError } from '@pasar/bridge';
import type { Challenge, ConnectionContext, Connector, Outcome, SignIn } from '@pasar/connector-kit';
import {
  COUNTRIES,
  isDemand,
  isRepeatedByCalls,
  LIMITS,
  MARKETPLACES,
  type Marketplace,
  type Refusal,
  refusal,
} from '@pasar/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { logFailure } from '../../log.ts';
import { openDomainSwitch } from '../../records/domain-switch.ts';
import { wholeAccount } from '../../storage/database.ts';
import { SecretRefused } from '../../storage/secrets.ts';
import type { Handshakes } from '../handshakes.ts';
import type { Routing } from '../routing.ts';
import type { ClaimedSignIn } from './claims.ts';
import { isRefusal, loadMaterial, type Material, toChallengeAnswer } from './material.ts';
import { SignInNotices } from './notices.ts';
import {
  type SettlingParts,
  settleChallenged,
  settleFailed,
  settleGivenBack,
  settleLoggedIn,
  settleStillChallenged,
  settleWaiting,
} from './settle.ts';

export interface SignInParts extends SettlingParts {
  readonly connectors: Readonly<Record<Marketplace, Connector>>;
  readonly routing: Pick<Routing, 'openBridge' | 'proxyFailed'>;
  readonly handshakes: Handshakes;
  /** Aborted when this process ends: a sign-in that has not begun is left to other processes. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
}

/**
 * Carries out one claimed sign-in up to its next state. Rejects only for faults of Pasar itself: then the claim lapses.
 */
export async function performSignIn(parts: SignInParts, claimed: ClaimedSignIn): Promise<void> {
  // A sign-in that crashes its process each time, or whose shops cannot be stored, must not be tried for ever.
  if (claimed.row.attempts > LIMITS.loginAttempts) return settleFailed(parts, claimed, refusal('shop_add_failed'));
  // Checked before the password leaves and the member answers challenges; the shops are counted again when the login is
  // bound.
  if (await isFull(parts, claimed)) return settleFailed(parts, claimed, refusal('shop_quota_full'));
  const { deviceCookies } = parts.connectors[siteOf(claimed).marketplace];
  const material = await loadMaterial(parts.database, parts.secrets, claimed, deviceCookies);
  if (isRefusal(material)) return settleFailed(parts, claimed, material);
  const bridge = await openBridge(parts, claimed, material);
  if (bridge === null) return settleFailed(parts, claimed, refusal('secret_unreadable'));
  try {
    await takeStep(parts, claimed, material, bridge);
  } finally {
    await bridge.close();
  }
}

/** A known login brings back its own shops, so it needs no free place. */
async function isFull({ database, shopQuota }: SignInParts, { accountId, row }: ClaimedSignIn): Promise<boolean> {
  if (shopQuota === null || row.connection_id !== null) return false;
  const found = await database.one<{ number: string }>(wholeAccount(accountId), {
    name: 'count-shops',
    // The account is named because the engine's role sees the shops of every account.
    text: 'select count(*) as number from shop where account_id = $1',
    values: [accountId],
  });
  return Number(found.rows[0]?.number ?? 0) >= shopQuota;
}

const siteOf = ({ row }: ClaimedSignIn) => ({
  marketplace: z.enum(MARKETPLACES).parse(row.marketplace),
  country: z.enum(COUNTRIES).parse(row.country),
});

/** Null when the proxy's password or the stored cookies cannot be read: the sign-in does not leave by another way. */
async function openBridge(
  parts: SignInParts,
  claimed: ClaimedSignIn,
  { between, kept }: Material,
): Promise<NodeBridge | null> {
  const { accountId, row } = claimed;
  const traveller = { accountId, connectionId: row.connection_id, ipSubjectId: row.ip_subject_id, ...siteOf(claimed) };
  try {
    return await parts.routing.openBridge(traveller, between?.cookies ?? kept.cookies);
  } catch (error) {
    if (error instanceof SecretRefused || error instanceof UnreadableCookiesError) return null;
    throw error;
  }
}

async function takeStep(
  parts: SignInParts,
  claimed: ClaimedSignIn,
  material: Material,
  bridge: NodeBridge,
): Promise<void> {
  const { accountId, row } = claimed;
  const { marketplace, country } = siteOf(claimed);
  const connector = parts.connectors[marketplace];
  const log = parts.log.child({ signInId: row.sign_in_id, marketplace });
  const notices = new SignInNotices(parts.database, claimed, log);
  // A session that is still valid is not saved again: it stays with the login.
  let session = material.kept.session;
  const context: ConnectionContext = {
    bridge,
    media: bridge.media,
    shops: material.known.shops,
    credentials: { identifier: row.identifier, password: material.password, country },
    storedSession: material.kept.session,
    saveSession: async (stored) => {
      session = stored;
    },
    answer: toChallengeAnswer(material),
    mayUsePassword: true,
    line: material.known.line,
    domainSwitch: await openDomainSwitch(parts.database, accountId, parts.now, log),
    notify: (notice) => {
      notices.tell(notice);
      if (notice.notice !== 'ip_isolation_failed') return;
      parts.routing.proxyFailed(bridge).catch((error) => logFailure(log, 'proxy_host_not_changed', error));
    },
  };
  const inTurn = async <Value>(act: () => Promise<Value>): Promise<Value | null> => {
    const came = await parts.handshakes.take(marketplace, parts.stopping, act);
    await notices.told();
    return came;
  };
  if (material.given?.kind === 'resend') {
    return resend(parts, claimed, context, material, (thread) => inTurn(() => connector.resendCode(context, thread)));
  }
  const result = await inTurn(() => connector.startSession(context));
  if (result === null) return settleGivenBack(parts, claimed);
  if (!result.ok) return refused(parts, claimed, result, material, bridge);
  const { shops } = result.value;
  await result.value.close();
  if (shops.length === 0) return settleFailed(parts, claimed, refusal('no_shops'));
  return settleLoggedIn(parts, claimed, {
    accountId,
    memberId: row.member_id,
    isHolder: material.isPasswordGiven,
    marketplace,
    country,
    identifier: row.identifier,
    password: material.password,
    kept: { cookies: bridge.cookies.serialize(), session },
    ipSubjectId: row.ip_subject_id,
    shops,
  });
}

async function resend(
  parts: SignInParts,
  claimed: ClaimedSignIn,
  context: ConnectionContext,
  { between }: Material,
  ask: (continuation: string) => Promise<Outcome<Challenge> | null>,
): Promise<void> {
  if (between === null) return settleFailed(parts, claimed, refusal('verification_code_not_sent'));
  const again = await ask(between.continuation);
  if (again === null) return settleGivenBack(parts, claimed);
  if (!again.ok) return settleStillChallenged(parts, claimed, again.refusal);
  const cookies = context.bridge.cookies.serialize();
  return settleChallenged(parts, claimed, { challenge: again.value, refusal: null, cookies, isAskedAgain: false });
}

type Refused = Extract<SignIn, { ok: false }>;

async function refused(
  parts: SignInParts,
  claimed: ClaimedSignIn,
  result: Refused,
  material: Material,
  bridge: NodeBridge,
): Promise<void> {
  if (result.challenge) {
    const { challenge } = result;
    const cookies = bridge.cookies.serialize();
    return settleChallenged(parts, claimed, {
      challenge,
      refusal: excuse(result, material),
      cookies,
      isAskedAgain: material.given?.kind === 'code',
    });
  }
  // Three attempts with three passwords each get an account locked (spec 2 §9). After the answer to a challenge another
  // attempt is allowed.
  const isTriedEnough = material.given === null && isRepeatedByCalls(result.refusal.reason);
  const waiting = result.canRetry && !isTriedEnough ? settleWaiting(parts, claimed, result.refusal) : null;
  return waiting ?? settleFailed(parts, claimed, result.refusal);
}

/** A repeated challenge shows what was wrong with the answer; a new challenge shows no refusal. */
function excuse({ refusal: why, challenge }: Refused, { given }: Material): Refusal | null {
  const isRepeated = given !== null && given.kind === challenge?.kind;
  return isRepeated || !isDemand(why.reason) ? why : null;
}
