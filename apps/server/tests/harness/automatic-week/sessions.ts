import type { NodeBridge } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { pino } from 'pino';
import type { RunnerContext } from '../../../src/engine/connection/runner-context.ts';
import { loadConnection } from '../../../src/engine/connection/store.ts';
import { adoptLeftovers } from '../../../src/engine/delivery/ledger.ts';
import { Routing } from '../../../src/engine/routing.ts';
import { openDomainSwitch } from '../../../src/records/domain-switch.ts';
import { takeLeases } from '../../../src/records/leases.ts';
import type { TestDatabase } from '../database.ts';
import type { WeekProxies } from './proxies.ts';
import type { WeekAccount } from './shops.ts';
import type { WeekTime } from './time.ts';

const HOLDER = '00000000-0000-4000-8000-000000000001';
const silent = pino({ level: 'silent' });

/** The sessions of the logins. They are opened as a connection's runner opens them: under a lease, by the way of their login. */
export class Sessions {
  readonly #database: TestDatabase;
  readonly #account: WeekAccount;
  readonly #contextOf: (login: number) => RunnerContext;
  readonly #routing: Routing;
  readonly #open = new Map<number, { readonly bridge: NodeBridge; readonly session: ConnectorSession }>();
  readonly #fenced = new Set<number>();

  constructor(
    database: TestDatabase,
    time: WeekTime,
    account: WeekAccount,
    proxies: WeekProxies,
    contextOf: (login: number) => RunnerContext,
  ) {
    this.#database = database;
    this.#account = account;
    this.#contextOf = contextOf;
    this.#routing = new Routing({
      database: database.engine,
      secrets: database.secrets,
      clock: { now: time.now, after: () => () => undefined },
      log: silent,
      guard: proxies.guard,
      socksFrontPort: 0,
      boostProxy: null,
      chatProxies: null,
    });
  }

  /** The session by which a login is served, or was until its lease was taken away. */
  of(login: number): ConnectorSession | null {
    return this.#open.get(login)?.session ?? null;
  }

  isFenced(login: number): boolean {
    return this.#fenced.has(login);
  }

  /** The logins whose leases were taken away since they were asked for. */
  async fenced(): Promise<readonly number[]> {
    const found = await this.#database.owner.query<{ connection_id: string }>(
      'select connection_id from connection_lease where account_id = $1 and expires_at < clock_timestamp()',
      [this.#account.accountId],
    );
    const gone = new Set(found.rows.map((row) => row.connection_id));
    const logins = [...this.#account.logins.keys()].filter((login) => {
      const connectionId = this.#account.logins[login]?.owner.connectionId;
      return connectionId !== undefined && gone.has(connectionId);
    });
    for (const login of logins) this.#fenced.add(login);
    return logins;
  }

  /** Takes all leases that are free, and opens their logins. Returns these. */
  async open(): Promise<readonly number[]> {
    const leases = await takeLeases(this.#database.engine, HOLDER, { limit: 1_000, room: 1_000 });
    // They are renewed by the clock of the database, which is not that of the test.
    await this.#database.owner.query("update connection_lease set expires_at = 'infinity' where holder = $1", [HOLDER]);
    const opened: number[] = [];
    for (const [login, held] of this.#account.logins.entries()) {
      const lease = leases.find(({ connectionId }) => connectionId === held.owner.connectionId);
      if (lease === undefined) continue;
      held.owner = { ...held.owner, token: lease.token };
      await this.#start(login);
      this.#fenced.delete(login);
      opened.push(login);
    }
    return opened;
  }

  async #start(login: number): Promise<void> {
    const context = this.#contextOf(login);
    const { owner, database, connector, clock, log } = context;
    await adoptLeftovers(context);
    const stored = await loadConnection(context, this.#database.secrets);
    if (stored.kind !== 'loaded') throw new Error(`the login ${login} cannot be opened`);
    const { accountId, connectionId } = owner;
    const traveller = {
      accountId,
      connectionId,
      marketplace: connector.marketplace,
      country: stored.credentials.country,
    };
    const bridge = await this.#routing.openBridge(traveller, stored.cookies);
    const started = await connector.startSession({
      answer: null,
      mayUsePassword: stored.mayUsePassword,
      line: stored.line,
      domainSwitch: await openDomainSwitch(database, accountId, () => clock.now(), log),
      notify: () => undefined,
      bridge,
      media: bridge.media,
      shops: stored.shops,
      credentials: stored.credentials,
      storedSession: stored.session,
      saveSession: async () => undefined,
    });
    if (!started.ok) throw new Error(`the login ${login} is refused`);
    await this.#open.get(login)?.bridge.close();
    this.#open.set(login, { bridge, session: started.value });
  }

  async close(): Promise<void> {
    for (const { bridge } of this.#open.values()) await bridge.close();
    await this.#routing.close();
  }
}
