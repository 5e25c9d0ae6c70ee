import { type ConnectorNotice, type DomainSwitchMemory, Pauses } from '@pasar/connector-kit';
import type { Country, RoutingLine } from '@pasar/domain';
import { ShopeeLine } from '../wire/line.ts';
import type { ShopeeOrigins } from '../wire/origins.ts';
import { ChatClient } from './chat-client.ts';
import { type KeeperParts, LoginKeeper } from './keeper.ts';
import { SellerClient } from './seller-client.ts';

export interface ClientsParts {
  readonly origins: ShopeeOrigins;
  readonly context: KeeperParts['context'] & {
    readonly line: RoutingLine;
    readonly domainSwitch: DomainSwitchMemory;
    readonly notify: (notice: ConnectorNotice) => void;
  };
  readonly inUse: KeeperParts['inUse'];
}

/** The request layer of one login: its line, its keeper, and a client for each surface. */
export interface Clients {
  readonly line: ShopeeLine;
  readonly pauses: Pauses;
  readonly keeper: LoginKeeper;
  readonly chat: ChatClient;
  readonly seller: SellerClient;
}

export function buildClients({ origins, context, inUse }: ClientsParts): Clients {
  const { bridge, credentials, domainSwitch, notify, line: routing } = context;
  const pauses = new Pauses(bridge.clock);
  const shared = { bridge, pauses, signer: origins.signer, domainSwitch, notify, routing };
  const { country } = credentials;
  const alternateOrigin = origins.alternateSellerOrigin(country);
  const line = new ShopeeLine({ ...shared, country, origin: origins.sellerOrigin(country), alternateOrigin });
  const keeper = new LoginKeeper({ context, line, pauses, origins, inUse });
  const mallLines = new Map<Country, ShopeeLine>();
  const mallLine = (of: Country): ShopeeLine => {
    const known = mallLines.get(of);
    if (known !== undefined) return known;
    const made = new ShopeeLine({ ...shared, country: of, origin: origins.mallOrigin(of), alternateOrigin: null });
    mallLines.set(of, made);
    return made;
  };
  const seller = new SellerClient({
    line,
    mallLine,
    login: keeper,
    scopeOf: (shop) => keeper.ownScopeOf(shop),
    notify: (notice) => (notice.notice === 'shop_login_expire' ? keeper.tellExpired() : notify(notice)),
  });
  return { line, pauses, keeper, chat: new ChatClient(line, keeper), seller };
}
