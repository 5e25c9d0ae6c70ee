/** The request layer as already logged in, and a worked example of every call: what a table of faults needs. */
import type { Bridge } from '@pasar/bridge';
import type {
  CallFixture,
  ConnectionContext,
  ConnectorNotice,
  DomainSwitchMemory,
  Outcome,
} from '@pasar/connector-kit';
import { createLine, type Line } from '../auth/line.ts';
import type { LazadaConfig } from '../config.ts';
import { ACCOUNT_FIXTURES } from './account.fixtures.ts';
import { unreadCount } from './account.ts';
import type { LazadaScope } from './definition.ts';
import { GOODS_FIXTURES } from './goods.fixtures.ts';
import { LOGIN_FIXTURES } from './login.fixtures.ts';
import { videoList } from './media.ts';
import { ORDER_FIXTURES } from './orders.fixtures.ts';
import { SESSION_FIXTURES } from './sessions.fixtures.ts';
import { SHOP_FIXTURES } from './shop.fixtures.ts';
import { SITE_CHAT_FIXTURES } from './site-chat.fixtures.ts';
import { followStatus, siteMessageList, siteSendMessage, siteSessionList, timestamp } from './site-chat.ts';
import type { LazadaFixture } from './wire.fixture.ts';

export const LAZADA_FIXTURES: readonly LazadaFixture[] = [
  ...ACCOUNT_FIXTURES,
  ...SESSION_FIXTURES,
  ...SHOP_FIXTURES,
  ...GOODS_FIXTURES,
  ...ORDER_FIXTURES,
  ...SITE_CHAT_FIXTURES,
  ...LOGIN_FIXTURES,
];

export interface FaultStageOptions {
  readonly bridge: Bridge;
  readonly notify: (notice: ConnectorNotice) => void;
  readonly domainSwitch: DomainSwitchMemory;
}

const CONFIG: LazadaConfig = {
  gatewayOrigin: () => 'https://gateway.lazada.example',
  sellerOrigin: () => 'https://seller.lazada.example',
  accsOrigin: () => 'https://push.lazada.example',
  appKey: '24001122',
};

/** Calls that the desk has no use for: a test makes them by themselves. */
export const SPARE_CALLS = {
  followStatus,
  siteMessageList,
  siteSendMessage,
  siteSessionList,
  timestamp,
  unreadCount,
  videoList,
} as const;

/** The request layer over a bridge whose jar holds a login. */
export const createCallStage = (
  config: LazadaConfig,
  context: ConnectionContext,
  scope: LazadaScope,
): Pick<Line, 'call' | 'close'> => createLine(config, context, scope);

/** Each call has a line of its own, so that nothing of one fault is left for the next. No request is made before it. */
export function createFaultStage({
  bridge,
  notify,
  domainSwitch,
}: FaultStageOptions): <Params, Answer>(fixture: CallFixture<LazadaScope, Params, Answer>) => Promise<Outcome<Answer>> {
  return async ({ call, params, scope }) => {
    const line = createLine(
      CONFIG,
      {
        bridge,
        notify,
        domainSwitch,
        shops: [],
        credentials: { identifier: 'ph@example.com', password: 'secret', country: scope.country },
        saveSession: async () => undefined,
        storedSession: '',
        media: {
          fetch: () => Promise.reject(new Error('no picture belongs to a single call')),
          put: () => Promise.reject(new Error('no upload belongs to a single call')),
        },
        answer: null,
        mayUsePassword: true,
        line: 'auto',
      },
      scope,
    );
    const outcome = await line.call(call, params);
    line.close();
    return outcome;
  };
}
