import type { Challenge, ConnectionContext, Connector, Outcome, ShopFacts, SignIn } from '@pasar/connector-kit';
import { asPlatformShopId, COUNTRIES, type Country } from '@pasar/domain';
import { z } from 'zod';
import type { ChatCall, ChatClient } from './auth/chat-client.ts';
import { buildClients } from './auth/clients.ts';
import { chatPath } from './calls/chat/chat-wire.ts';
import { mapOutcome, toGet } from './calls/definition.ts';
import type { SellerShop } from './calls/subaccount.ts';
import { ShopeeSession } from './session.ts';
import { createShopCalls } from './shop/calls.ts';
import { createSellerCalls } from './shop/seller-calls.ts';
import { readAnswer } from './wire/answer.ts';
import type { ShopeeOrigins } from './wire/origins.ts';
import { wireId } from './wire/wire-json.ts';

/**
 * Shopee by its web surface (spec 2 §7.1 to §7.3). The stored session is the cookie jar from
 * `bridge.cookies.serialize()`; the bridge of the context must have been opened with it. The chat token is short-lived
 * and never stored.
 */
export function createShopeeConnector(origins: ShopeeOrigins): Connector {
  return {
    marketplace: 'shopee',
    // It is not publicly known that a repeated request_id is accepted once.
    capabilities: { isDeduplicating: false, isEchoingKey: true },
    // Facts 1.2; ours: it is the only one.
    deviceCookies: ['SPC_F'],
    startSession: (context) => startSession(origins, context),
    resendCode: (context, continuation) => resendCode(origins, context, continuation),
  };
}

async function startSession(origins: ShopeeOrigins, context: ConnectionContext): Promise<SignIn> {
  const clients = buildClients({ origins, context, inUse: null });
  const { keeper, chat, line, seller, pauses } = clients;
  const { country } = context.credentials;
  const access = await keeper.access();
  if (!access.ok) return { ...access, challenge: keeper.challenge };
  const names = await nameShops(chat, keeper.shops);
  if (!names.ok) return { ...names, challenge: null };
  const session = new ShopeeSession({
    ...clients,
    bridge: context.bridge,
    calls: createShopCalls({
      chat,
      line,
      seller: createSellerCalls(seller, () => keeper.isSubAccountUser),
      uploads: { media: context.media, pauses, notify: context.notify },
    }),
    socketOrigin: origins.socketOrigin(country),
    shops: keeper.shops.map((shop) => toShopFacts(shop, names.value, { country, accountId: keeper.accountId })),
  });
  return { ok: true, value: session };
}

const resendCode = (
  origins: ShopeeOrigins,
  context: ConnectionContext,
  continuation: string,
): Promise<Outcome<Challenge>> => buildClients({ origins, context, inUse: null }).keeper.resendCode(continuation);

export const chatShopListBody = z.object({ shops: z.array(z.object({ id: wireId, name: z.string() })) });
/** The names of the shops, for a login whose own list leaves them out (facts 1.4; no row of the catalogue). */
const shopList: ChatCall<null, ReadonlyMap<string, string>> = {
  repeat: 'read',
  toWire: () => toGet(chatPath('shop_list')),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, chatShopListBody), ({ shops }) => new Map(shops.map(({ id, name }) => [id, name]))),
};

/** The cross-border list may leave the names out; webchat has them. */
async function nameShops(
  chat: ChatClient,
  shops: readonly SellerShop[],
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const known = new Map(shops.flatMap(({ shopId, name }): [string, string][] => (name ? [[shopId, name]] : [])));
  if (known.size === shops.length) return { ok: true, value: known };
  return mapOutcome(await chat.ask(shopList, null, null), (listed) => new Map([...known, ...listed]));
}

const countrySchema = z.enum(COUNTRIES);
function toShopFacts(
  shop: SellerShop,
  names: ReadonlyMap<string, string>,
  login: { readonly country: Country; readonly accountId: string | null },
): ShopFacts {
  const country = countrySchema.safeParse(shop.region.toUpperCase());
  return {
    platformShopId: asPlatformShopId(shop.shopId),
    userId: shop.userId,
    // A shop without a name is shown by its id.
    name: names.get(shop.shopId) || shop.shopId,
    country: country.success ? country.data : login.country,
    isCb: shop.isCb,
    merchantId: shop.merchantId,
    accountId: login.accountId,
  };
}
