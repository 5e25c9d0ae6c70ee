/** The request layers of a login that is in already, for tests of what goes wrong on the way: one example, one call. */
import type { Bridge, MediaClient } from '@pasar/bridge';
import {
  type CallFixture,
  type ConnectorNotice,
  type DomainSwitchMemory,
  type Outcome,
  Pauses,
} from '@pasar/connector-kit';
import { createCsrf } from '../auth/csrf.ts';
import { createLoginSite } from '../auth/login-site.ts';
import type { SignIn } from '../auth/sign-in.ts';
import type { TiktokHosts } from '../hosts.ts';
import { refused } from '../outcome.ts';
import { createSellerSite } from '../site.ts';
import type { TiktokScope } from './scope.ts';
import type { Line } from './send-wire.ts';

export { TIKTOK_FIXTURES } from './tiktok.fixtures.ts';

export interface FaultStageOptions {
  readonly bridge: Bridge;
  readonly notify: (notice: ConnectorNotice) => void;
  /** Nothing here switches its domain; every connector's stage is given the same. */
  readonly domainSwitch: DomainSwitchMemory;
}
export type FaultStage = <Params, Answer>(
  fixture: CallFixture<TiktokScope, Params, Answer>,
) => Promise<Outcome<Answer>>;

const HOSTS: TiktokHosts = {
  isGlobal: false,
  seller: 'https://seller-my.example',
  affiliate: 'https://affiliate.example',
  sso: 'https://sso.example',
  captcha: 'https://captcha.example',
};
/** No call of the catalogue is a picture. */
const NO_MEDIA: MediaClient = {
  fetch: () => Promise.reject(new Error('no picture belongs to a single call')),
  put: () => Promise.reject(new Error('no upload belongs to a single call')),
};
/** A token that outlives every test, so that no call has to ask for one first. */
const HELD = { token: 'held', lifeMs: 1e12 };

/** Makes no request before the example's own. A session that is over cannot be renewed here. */
export function createFaultStage({ bridge, notify }: FaultStageOptions): FaultStage {
  const line: Line = { bridge, notify, pauses: new Pauses(bridge.clock) };
  return (fixture) => {
    const { call, params, scope } = fixture;
    if (call.key.startsWith('tiktok-login '))
      return createLoginSite(line, NO_MEDIA, HOSTS, scope.country).make(call, params);
    const csrf = {
      seller: createCsrf(line, HOSTS.seller, scope, HELD),
      affiliate: createCsrf(line, HOSTS.affiliate, scope, HELD),
    };
    const site = createSellerSite({ line, hosts: HOSTS, country: scope.country, signIn: SIGNED_IN_ONCE, csrf });
    return site.make(call, scope.shop, params);
  };
}

const SIGNED_IN_ONCE: SignIn = {
  generation: 1,
  renew: async () => refused('shop_login_expired', 'nobody signs in here'),
  entered: async () => undefined,
};
