/**
 * The signed-in line to Lazada: every call of a session goes through here. It owns the login; a login that died is
 * renewed once, by one of the calls that noticed, while the others wait for it.
 */
import type { Bridge } from '@pasar/bridge';
import type { ConnectionContext, Outcome } from '@pasar/connector-kit';
import { LIMITS, type Refusal } from '@pasar/domain';
import { APIS } from '../apis.ts';
import type { LazadaConfig } from '../config.ts';
import { classify, type GatewayAnswer, toOutcome } from '../gateway/answer.ts';
import { createGateway, type GatewayCall } from '../gateway/gateway.ts';
import { READ_POLICY, withRetries } from '../limits/retry.ts';
import { logIn } from './login.ts';
import { fromWireUserInfo, type Seller } from './seller.ts';
import { createSellerSite, type SiteRequest } from './seller-site.ts';

export type ReadCall = Pick<GatewayCall, 'api' | 'data'>;

/** What only reads needs no more than this. */
export type Reading = Pick<Line, 'read'>;

export type SendAnswer =
  | GatewayAnswer
  /** Nothing was sent, because the login could not be renewed. */
  | { readonly kind: 'notLoggedIn'; readonly refusal: Refusal; readonly canRetry: boolean };

export interface Line {
  readonly bridge: Bridge;
  /** The stored cookies, which are in the bridge's jar, if they still hold; else identifier and password. */
  start(): Promise<Outcome<Seller>>;
  /** A read or an idempotent call: retried, and repeated once after a renewed login. */
  read(call: ReadCall): Promise<Outcome<unknown>>;
  /** The same for an action of the seller site. */
  act(request: SiteRequest): Promise<Outcome<unknown>>;
  /**
   * One attempt that is never repeated once it was let through. When the last one found the login dead, the login is
   * renewed first.
   */
  send(call: ReadCall): Promise<SendAnswer>;
  /** `https` or `http` origin of the push socket. */
  readonly socketOrigin: string;
}

export function createLine(config: LazadaConfig, context: ConnectionContext): Line {
  const { bridge, credentials } = context;
  const sellerOrigin = config.sellerOrigin(credentials.country);
  const gateway = createGateway({
    bridge,
    origin: config.gatewayOrigin(credentials.country),
    sellerOrigin,
    appKey: config.appKey,
    country: credentials.country,
  });
  const loginSite = createSellerSite(bridge, sellerOrigin, LIMITS.loginTimeoutMs);
  const site = createSellerSite(bridge, sellerOrigin, LIMITS.requestTimeoutMs);

  /** Counts logins, so that a call that failed under an older one does not log in again. */
  let generation = 0;
  /** The login that a send found dead; sends do not renew it themselves, the next one does. */
  let deadGeneration: number | null = null;
  let renewal: Promise<Outcome<string>> | null = null;

  const renew = (seenGeneration: number): Promise<Outcome<string>> => {
    if (generation !== seenGeneration) return Promise.resolve({ ok: true, value: '' });
    renewal ??= logIn(bridge, loginSite, credentials)
      .then(async (outcome) => {
        if (outcome.ok) {
          generation += 1;
          await context.saveSession(bridge.cookies.serialize());
        }
        return outcome;
      })
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };

  const withLogin = async (attempt: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> => {
    const seen = generation;
    const first = await withRetries(bridge.clock, READ_POLICY, attempt);
    if (first.ok || first.refusal.reason !== 'shop_login_expired') return first;
    const renewed = await renew(seen);
    return renewed.ok ? withRetries(bridge.clock, READ_POLICY, attempt) : renewed;
  };

  const read = (call: ReadCall): Promise<Outcome<unknown>> =>
    withLogin(async () =>
      toOutcome(await gateway.call({ ...call, method: 'GET', timeoutMs: LIMITS.requestTimeoutMs })),
    );

  return {
    bridge,
    socketOrigin: config.accsOrigin(credentials.country),
    async start() {
      if (context.storedSession === null) {
        const loggedIn = await renew(generation);
        if (!loggedIn.ok) return loggedIn;
      }
      const info = await withLogin(async () =>
        toOutcome(
          await gateway.call({ api: APIS.userInfo, data: {}, method: 'GET', timeoutMs: LIMITS.loginTimeoutMs }),
        ),
      );
      return info.ok ? fromWireUserInfo(info.value) : info;
    },
    read,
    act: (request) => withLogin(() => site.act(request)),
    async send(call) {
      if (deadGeneration === generation) {
        const renewed = await renew(generation);
        if (!renewed.ok) return { kind: 'notLoggedIn', refusal: renewed.refusal, canRetry: renewed.canRetry };
      }
      const seen = generation;
      const answer = await gateway.call({ ...call, method: 'POST', timeoutMs: LIMITS.messageSendTimeoutMs });
      if (answer.kind === 'refused' && classify(answer.code) === 'session') deadGeneration = seen;
      return answer;
    },
  };
}
