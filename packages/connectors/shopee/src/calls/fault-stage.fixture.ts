/** The request layer as already logged in, and a worked example of every call: what a table of faults needs. */
import type { Bridge } from '@pasar/bridge';
import type { CallFixture, ConnectorNotice, DomainSwitchMemory, Outcome } from '@pasar/connector-kit';
import { buildClients } from '../clients.ts';
import type { ShopeeOrigins } from '../origins.ts';
import { createSigner } from '../outbound/signer.ts';
import { CONVERSATION_FIXTURES } from './chat/conversations.fixtures.ts';
import { PEOPLE_FIXTURES } from './chat/people.fixtures.ts';
import { CHAT_TRADE_FIXTURES } from './chat/trade.fixtures.ts';
import { LOGIN_FIXTURES } from './login.fixtures.ts';
import type { ShopeeScope } from './scope.ts';
import type { AnySellerFixture } from './seller/scene.fixture.ts';
import { SHOPEE_SELLER_FIXTURES } from './seller/seller.fixtures.ts';

export const SHOPEE_FIXTURES: readonly AnySellerFixture[] = [
  ...LOGIN_FIXTURES,
  ...PEOPLE_FIXTURES,
  ...CONVERSATION_FIXTURES,
  ...CHAT_TRADE_FIXTURES,
  ...SHOPEE_SELLER_FIXTURES,
];

export interface FaultStageOptions {
  readonly bridge: Bridge;
  readonly notify: (notice: ConnectorNotice) => void;
  readonly domainSwitch: DomainSwitchMemory;
}

const ORIGINS: ShopeeOrigins = {
  sellerOrigin: () => 'https://seller.shopee.example',
  alternateSellerOrigin: () => 'https://seller.mainland.example',
  socketOrigin: () => 'wss://chat.shopee.example',
  mallOrigin: () => 'https://shopee.example',
  imageOrigin: () => 'https://cf.shopee.example',
  signer: createSigner('fault-stage'),
};

/** Each call has clients of its own, so that nothing of one fault is left for the next. No request is made before it. */
export function createFaultStage({
  bridge,
  notify,
  domainSwitch,
}: FaultStageOptions): <Params, Answer>(fixture: CallFixture<ShopeeScope, Params, Answer>) => Promise<Outcome<Answer>> {
  return ({ call, params, scope }) => {
    const shop = { shopId: scope.shopId, userId: scope.userId ?? '0', region: scope.country, name: 'Shop' };
    const { chat, seller, keeper } = buildClients({
      origins: ORIGINS,
      context: {
        bridge,
        notify,
        domainSwitch,
        credentials: {
          identifier: 'shop',
          password: 'secret',
          country: scope.isSubAccount ? 'CNSC' : scope.country,
        },
        saveSession: async () => undefined,
        storedSession: '',
        answer: null,
        mayUsePassword: true,
        line: 'auto',
      },
      inUse: {
        access: { token: 'token', uid: scope.uid, version: null, renewAt: null, shop },
        shops: [{ ...shop, merchantId: null, isCb: scope.isSubAccount }],
      },
    });
    if (call.key.startsWith('shopee-chat ')) return chat.make(call, params, scope);
    return call.key.startsWith('shopee-seller ')
      ? seller.make(call, params, scope)
      : keeper.client.make(call, params, scope);
  };
}
