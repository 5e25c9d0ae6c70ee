import type {
  ConnectionContext,
  Connector,
  ConnectorSession,
  OriginByCountry,
  Outcome,
  ShopFacts,
} from '@pasar/connector-kit';
import { asPlatformShopId, COUNTRIES, type Country } from '@pasar/domain';
import { z } from 'zod';
import { LoginKeeper } from './auth/keeper.ts';
import type { SellerShop } from './auth/seller-site.ts';
import { readAnswer } from './inbound/answer.ts';
import { wireId } from './inbound/wire-json.ts';
import { Pauses } from './limits/wait.ts';
import { ChatClient } from './outbound/chat-client.ts';
import { toWireShopList } from './outbound/conversation-calls.ts';
import { ShopeeSession } from './session.ts';

export interface ShopeeOrigins {
  /** Seller centre and webchat, e.g. https://seller.shopee.co.id; CNSC is the cross-border one. */
  readonly sellerOrigin: OriginByCountry;
  /** The chat socket, e.g. wss://chat-ws.shopee.co.id. */
  readonly socketOrigin: OriginByCountry;
}

export const chatShopListBody = z.object({ shops: z.array(z.object({ id: wireId, name: z.string() })) });
const countrySchema = z.enum(COUNTRIES);

/**
 * Shopee by its web surface (spec 2 §7.1 to §7.3). The stored session is the cookie jar as `bridge.cookies.serialize()`
 * gives it: the bridge of the context must have been opened with it. The chat token is short-lived and never stored.
 */
export function createShopeeConnector(origins: ShopeeOrigins): Connector {
  return {
    marketplace: 'shopee',
    // That a repeated request_id is accepted once is not publicly known.
    capabilities: { isDeduplicating: false, isEchoingKey: true },
    startSession: (context) => startSession(origins, context),
  };
}

async function startSession(origins: ShopeeOrigins, context: ConnectionContext): Promise<Outcome<ConnectorSession>> {
  const { bridge, credentials } = context;
  const origin = origins.sellerOrigin(credentials.country);
  const pauses = new Pauses(bridge.clock);
  const keeper = new LoginKeeper(context, pauses, origin);
  const access = await keeper.access();
  if (!access.ok) return access;
  const chat = new ChatClient(bridge, keeper, pauses, origin);
  const names = await nameShops(chat, keeper.shops);
  if (!names.ok) return names;
  const session = new ShopeeSession({
    bridge,
    keeper,
    chat,
    pauses,
    socketOrigin: origins.socketOrigin(credentials.country),
    shops: keeper.shops.map((shop) => toShopFacts(shop, names.value, credentials.country)),
  });
  return { ok: true, value: session };
}

/** The cross-border list may leave the names out; webchat knows them. */
async function nameShops(
  chat: ChatClient,
  shops: readonly SellerShop[],
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const known = new Map(shops.flatMap(({ shopId, name }): [string, string][] => (name ? [[shopId, name]] : [])));
  if (known.size === shops.length) return { ok: true, value: known };
  const result = await chat.callIdempotent(() => toWireShopList());
  if (!result.ok) return result;
  const listed = readAnswer(result.value, chatShopListBody);
  if (!listed.ok) return listed;
  for (const { id, name } of listed.value.shops) known.set(id, name);
  return { ok: true, value: known };
}

function toShopFacts(shop: SellerShop, names: ReadonlyMap<string, string>, loginCountry: Country): ShopFacts {
  const country = countrySchema.safeParse(shop.region.toUpperCase());
  return {
    platformShopId: asPlatformShopId(shop.shopId),
    // A shop that nobody names is called by its id.
    name: names.get(shop.shopId) || shop.shopId,
    country: country.success ? country.data : loginCountry,
  };
}
