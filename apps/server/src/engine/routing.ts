import {
  type AddressGuard,
  type Bridge,
  type ChatProxyHosts,
  type Clock,
  createBridge,
  createProxyStatistics,
  createSocksFront,
  type NodeBridge,
  PROXY_STATISTICS,
  type ProxyConfig,
  type ProxySource,
  type ProxyStatistics,
  type ProxyStatUpload,
  pickChatProxyHosts,
  type Route,
  routeThroughFront,
  type SelectedRoute,
  type SocksFront,
  selectRoute,
} from '@pasar/bridge';
import type { AccountId, Country, Marketplace, ProxyScope } from '@pasar/domain';
import type { Logger } from 'pino';
import { logEvent, logFailure } from '../log.ts';
import { boostInForce } from '../records/boost.ts';
import { storeReport } from '../records/reports.ts';
import { moveToNextHost } from '../records/subjects.ts';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';
import type { IpSubjectTable } from '../storage/gen/tables.ts';
import type { SecretBox } from '../storage/secrets.ts';

/** The login whose requests are to leave. */
export interface Traveller {
  readonly accountId: AccountId;
  /** Null before the login is known: then the account's general way is chosen. */
  readonly connectionId: string | null;
  /** The proxy that was chosen for a login that is not known yet. */
  readonly ipSubjectId?: string | null;
  readonly marketplace: Marketplace;
  readonly country: Country;
}
export interface RoutingParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly guard: AddressGuard;
  readonly socksFrontPort: number;
  /** The proxy of every account that has not declined it; null for none. */
  readonly boostProxy: ProxyConfig | null;
  /** Hosts for everything that no proxy serves; one of each kind is picked at random (spec 2 §9). Null for none. */
  readonly chatProxies: ChatProxyHosts | null;
}

/** The routes of a bridge's requests and sockets; mostly the same route. */
interface Routes {
  readonly route: Route;
  readonly socketRoute: Route;
}

/**
 * Opens bridges that leave by the way chosen for their login, and keeps statistics of the bridges that leave by a
 * proxy.
 */
export class Routing {
  readonly #parts: RoutingParts;
  readonly #statistics = new Map<AccountId, ProxyStatistics>();
  /** The host and subject by which each bridge leaves. */
  readonly #ways = new WeakMap<Bridge, Way>();
  #front: Promise<SocksFront> | null = null;
  /** The port of the front when the configured port was taken; null while the front has its configured port. */
  #frontElsewhere: number | null = null;
  /** Spec 2 §9: shorter while debugging. */
  readonly #uploadIntervalMs: number;
  #cancelUpload: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: RoutingParts) {
    this.#parts = parts;
    const { uploadIntervalMs, debugUploadIntervalMs } = PROXY_STATISTICS;
    this.#uploadIntervalMs = parts.log.isLevelEnabled('debug') ? debugUploadIntervalMs : uploadIntervalMs;
  }

  /** @throws SecretRefused when the password of the chosen proxy cannot be read: no other way is taken instead. */
  async openBridge(traveller: Traveller, storedCookies: string | null): Promise<NodeBridge> {
    const { clock, guard, database, secrets } = this.#parts;
    const chosen = await database.within(wholeAccount(traveller.accountId), (transaction) =>
      chooseRoute(transaction, secrets, traveller, this.#parts.boostProxy),
    );
    const { close: endLeases, ...routes } = await this.#throughFront(traveller, this.#routesOf(chosen));
    try {
      const bridge = createBridge({
        storedCookies,
        clock,
        uuid: () => crypto.randomUUID(),
        ...routes,
        guard,
        ...(routes.route.kind === 'direct'
          ? {}
          : { onExchange: ({ host, ms, error }) => this.#record(traveller, { host, ms, error }) }),
      });
      const leaving: NodeBridge = {
        ...bridge,
        async close() {
          await bridge.close();
          endLeases();
        },
      };
      if (chosen.way !== null) this.#ways.set(leaving, chosen.way);
      return leaving;
    } catch (error) {
      endLeases();
      throw error;
    }
  }

  /** The proxy of this bridge failed, its retry included: a rotating proxy changes to its next host (spec 2 §8). */
  async proxyFailed(bridge: Bridge): Promise<void> {
    const way = this.#ways.get(bridge);
    if (way === undefined) return;
    // The other requests of the bridge that fail with the same host must not change the host again.
    this.#ways.delete(bridge);
    await this.#parts.database.within(wholeAccount(way.accountId), (transaction) =>
      moveToNextHost(transaction, way.ipSubjectId, way.host),
    );
  }

  /** Called after the last bridge is closed. Stores the counts since the last upload first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelUpload?.();
    for (const [accountId, statistics] of this.#statistics) {
      await this.#storeRest(accountId, statistics).catch((error) =>
        logFailure(this.#parts.log, 'proxy_statistics_lost', error, { accountId }),
      );
    }
    const front = await this.#front?.catch(() => null);
    await front?.close();
  }

  /** Stores the collected counts of each account whose interval is over. */
  async upload(): Promise<void> {
    for (const [accountId, statistics] of this.#statistics) {
      const next = statistics.nextUpload(this.#parts.clock.now());
      if (next !== null) await this.#store(accountId, statistics, next);
    }
  }

  async #storeRest(accountId: AccountId, statistics: ProxyStatistics): Promise<void> {
    for (let rest = statistics.rest(); rest !== null; rest = statistics.rest()) {
      await this.#store(accountId, statistics, rest);
    }
  }

  async #store(accountId: AccountId, statistics: ProxyStatistics, upload: ProxyStatUpload): Promise<void> {
    const { clock, database } = this.#parts;
    await database.within(wholeAccount(accountId), (transaction) =>
      storeReport(transaction, accountId, {
        kind: 'proxy_stat',
        reportId: upload.statId,
        payload: upload,
        now: clock.now(),
      }),
    );
    statistics.confirm(upload.statId);
  }

  /** Where no other proxy was chosen, requests and sockets leave by separate chat proxies. */
  #routesOf({ source, route }: SelectedRoute): Routes {
    const { chatProxies } = this.#parts;
    if (source !== null || chatProxies === null) return { route, socketRoute: route };
    const { httpHost, socketHost } = pickChatProxyHosts(chatProxies, Math.random);
    return { route: { kind: 'proxy', proxy: httpHost }, socketRoute: { kind: 'proxy', proxy: socketHost } };
  }

  #record(traveller: Traveller, exchange: { host: string; ms: number; error: string | null }): void {
    const known = this.#statistics.get(traveller.accountId);
    const statistics =
      known ??
      createProxyStatistics({
        newStatId: () => crypto.randomUUID(),
        uploadIntervalMs: this.#uploadIntervalMs,
      });
    if (!known) this.#statistics.set(traveller.accountId, statistics);
    statistics.record({ ...exchange, region: traveller.country, at: this.#parts.clock.now() });
    this.#uploadInTime();
  }

  #uploadInTime(): void {
    const { clock, log } = this.#parts;
    this.#cancelUpload ??= clock.after(this.#uploadIntervalMs, () => {
      this.#cancelUpload = null;
      this.upload().catch((error) => {
        logFailure(log, 'proxy_statistics_not_stored', error);
        if (!this.#isClosed) this.#uploadInTime();
      });
    });
  }

  /** The short-video marketplace reaches a SOCKS5 proxy through an HTTP one on this machine (spec 2 §9). */
  async #throughFront(traveller: Traveller, routes: Routes): Promise<Routes & { readonly close: () => void }> {
    const isFronted = traveller.marketplace === 'tiktok' && [routes.route, routes.socketRoute].some(isSocks);
    if (!isFronted) return { ...routes, close: () => undefined };
    const front = await this.#openFront();
    const requests = routeThroughFront(routes.route, front);
    const sockets = routes.socketRoute === routes.route ? requests : routeThroughFront(routes.socketRoute, front);
    return {
      route: requests.route,
      socketRoute: sockets.route,
      close: () => {
        requests.close();
        sockets.close();
      },
    };
  }

  /** Sentences about the proxies for the operator of the server. */
  warnings(): readonly string[] {
    if (this.#frontElsewhere === null) return [];
    const wanted = this.#parts.socksFrontPort;
    return [
      `Port ${wanted} is taken: TikTok's SOCKS5 proxies are reached at port ${this.#frontElsewhere}. Set PASAR_SOCKS_FRONT_PORT to a port of this process's own.`,
    ];
  }

  async #openFront(): Promise<SocksFront> {
    const { socksFrontPort, guard, clock, log } = this.#parts;
    this.#front ??= createSocksFront({ port: socksFrontPort, guard, clock }).catch(async (error) => {
      if (!isPortTaken(error)) throw error;
      // Each route names the port of this front, so that nothing leaves by the other program's port.
      const front = await createSocksFront({ port: 0, guard, clock });
      this.#frontElsewhere = front.port;
      logEvent(log, 'front_port_taken', { port: front.port });
      return front;
    });
    // After a failure the next caller tries to open the front again.
    return this.#front.catch((error) => {
      this.#front = null;
      throw error;
    });
  }
}

const isSocks = (route: Route): boolean => route.kind === 'proxy' && route.proxy.protocol === 'socks5';
const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

type SubjectRow = Readonly<Pick<IpSubjectTable, 'ip_subject_id' | 'scope' | 'type' | 'host' | 'port' | 'username'>>;

/** The subject and host by which a bridge leaves. */
interface Way {
  readonly accountId: AccountId;
  readonly ipSubjectId: string;
  readonly host: string;
}
/** The boost proxy has no row of its own: the operator gives it. */
const SCOPE_OF: Readonly<Record<ProxySource, ProxyScope | null>> = {
  subject: 'platform',
  custom: 'custom_global',
  boost: null,
};

async function chooseRoute(
  transaction: Transaction,
  secrets: SecretBox,
  { accountId, connectionId, ipSubjectId = null }: Traveller,
  boostProxy: ProxyConfig | null,
): Promise<SelectedRoute & { readonly way: Way | null }> {
  const found = await transaction.query<SubjectRow>(
    `select p.ip_subject_id, p.scope, p.type, p.host, p.port, p.username from ip_subject p
     where p.scope = 'custom_global' or p.ip_subject_id =
       coalesce((select ip_subject_id from connection where connection_id = $1), $2)
     order by p.created_at desc`,
    [connectionId, ipSubjectId],
  );
  const rowOf = (source: ProxySource) => found.rows.find((candidate) => candidate.scope === SCOPE_OF[source]);
  const of = async (source: ProxySource): Promise<ProxyConfig | null> => {
    const row = rowOf(source);
    if (!row) return null;
    const password = await secrets.read(transaction, { accountId, ownerId: row.ip_subject_id, field: 'password' });
    return { protocol: row.type, host: row.host, port: row.port, username: row.username, password };
  };
  const selected = selectRoute({
    subject: await of('subject'),
    custom: await of('custom'),
    boost: await boostInForce(transaction, accountId, boostProxy),
  });
  const row = selected.source === null ? undefined : rowOf(selected.source);
  return { ...selected, way: row ? { accountId, ipSubjectId: row.ip_subject_id, host: row.host } : null };
}
