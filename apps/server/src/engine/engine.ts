import type { Clock } from '@pasar/bridge';
import {
  type Connector,
  callShop,
  type SessionAnswer,
  type ShopAnswer,
  type ShopArguments,
  type ShopMethod,
} from '@pasar/connector-kit';
import {
  type AccountId,
  asConnectionId,
  asPlatformShopId,
  asShopId,
  type ConnectionId,
  type Marketplace,
  OWN_LIMITS,
  type PlatformShopId,
  type ShownAs,
} from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../log.ts';
import { LEASE_CHANNEL, WORK_CHANNEL } from '../records/change-feed.ts';
import {
  giveBackLeases,
  handOverLease,
  type Lease,
  otherHolders,
  parseFence,
  renewLeases,
  takeLeases,
} from '../records/leases.ts';
import { TYPING_CHANNEL, typingOrder } from '../records/moments.ts';
import { type Database, newHolder, wholeAccount } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import { ComparisonTurns } from './comparison-turns.ts';
import { Lookout } from './connection/lookout.ts';
import { PageTurns } from './connection/readings/page-turns.ts';
import { ConnectionRunner } from './connection/runner.ts';
import type { DoubtTiming, StepWatcher } from './connection/runner-context.ts';
import type { Handshakes } from './handshakes.ts';
import { Batcher, type BatcherOptions } from './ingest/batcher.ts';
import type { OwnedConnection } from './ingest/types.ts';
import { UnknownKinds, unknownWordsOf } from './ingest/unknown-kinds.ts';

import { fetchPicture, type PictureAnswer, unavailable } from './media.ts';
import type { Routing } from './routing.ts';
import { roomOf, toHandOver } from './sharing.ts';

export interface EngineParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly connectors: Readonly<Record<Marketplace, Connector>>;
  readonly routing: Pick<Routing, 'openBridge' | 'proxyFailed'>;
  /** Shared with the sign-ins of this process. */
  readonly handshakes: Handshakes;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onStep: StepWatcher;
  readonly doubt: DoubtTiming;
  readonly onBatch: BatcherOptions['onBatch'];
}

interface Served {
  readonly runner: ConnectionRunner;
  readonly accountId: AccountId;
  readonly token: number;
}

/** How many connections one round takes, so that processes that start at the same time share them. */
const TAKEN_AT_ONCE = 50;

/**
 * Serves connections: takes leases without an owner, renews its own, and stops serving where a lease was lost. Leases
 * run on the database's clock. A process that was frozen finds its leases lost, and writes nothing more under them.
 */
export class Engine {
  readonly #parts: EngineParts;
  readonly #holder = newHolder();
  readonly #served = new Map<ConnectionId, Served>();
  readonly #batcher: Batcher;
  readonly #pageTurns: PageTurns;
  readonly #lookout: Lookout;
  readonly #comparisonTurns = new ComparisonTurns();
  readonly #unknownKinds: UnknownKinds;
  /** Connections whose runners end, because another process is to serve them. */
  readonly #leaving = new Set<ConnectionId>();
  #handedOverAt = Number.NEGATIVE_INFINITY;
  #heldUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAskedAgain = false;
  #round: Promise<void> = Promise.resolve();
  readonly #stopListening: (() => Promise<void>)[] = [];
  #isStopped = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#unknownKinds = new UnknownKinds(parts.database, parts.log);
    this.#lookout = new Lookout(parts.database, parts.clock, parts.log, parts.doubt.lookIntervalMs);
    this.#batcher = new Batcher({
      database: parts.database,
      log: parts.log,
      onBatch: parts.onBatch,
      // Only the runner that wrote: a later runner of this process may hold the lease by now.
      onFenced: ({ connectionId, token }) => {
        if (this.#served.get(connectionId)?.token === token) void this.#drop(connectionId);
      },
      onUnknown: (items) => {
        for (const item of items) this.#served.get(item.owner.connectionId)?.runner.compareSoon();
      },
    });
    this.#pageTurns = new PageTurns(parts.clock, () => this.#batcher.areItemsComing());
  }

  /** The name under which this process holds leases. */
  get holder(): string {
    return this.#holder;
  }

  async start(): Promise<void> {
    const { database } = this.#parts;
    this.#stopListening.push(
      await database.listen(WORK_CHANNEL, (connectionId) => {
        // An empty payload means that the listener had lost its connection, so any wake-up may have been missed.
        for (const [served, { runner }] of this.#served) {
          if (connectionId === '' || connectionId === served) runner.wake();
        }
      }),
      await database.listen(TYPING_CHANNEL, (payload) => {
        if (payload !== '') this.#showTyping(payload);
      }),
      await database.listen(LEASE_CHANNEL, (payload) => {
        const fence = parseFence(payload);
        const served = fence && this.#served.get(fence.connectionId);
        if (served && served.token < fence.token) void this.#drop(fence.connectionId);
        this.#keepSoon();
      }),
    );
    await this.#renew();
    // The first leases are taken in the background: serving a thousand connections takes longer than the rest of a
    // start.
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    await Promise.all(this.#stopListening.map((stop) => stop()));
    await Promise.all([...this.#served.values()].map(({ runner }) => runner.stop()));
    this.#served.clear();
    await this.#batcher.close();
    await giveBackLeases(this.#parts.database, this.#holder, null);
  }

  /** Whether messages or other events are being taken, or were just now. */
  isTaking(): boolean {
    return this.#batcher.isBusy() || this.#batcher.areItemsComing();
  }

  /** Whether the leases were renewed recently enough to still hold. If not, this process must not serve. */
  isKeeping(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Fetches a picture or a video that only a shop's login may fetch, if this process serves the connection. */
  async fetchPicture(
    connectionId: ConnectionId,
    shop: PlatformShopId,
    url: string,
    as: ShownAs,
  ): Promise<PictureAnswer> {
    const source = this.#served.get(connectionId)?.runner.liveSession ?? null;
    return source === null ? unavailable('the shop is not logged in here') : fetchPicture(source, shop, url, as);
  }

  /** What a shop's session answers to a call. Null when this process does not serve the connection. */
  async callShop<Method extends ShopMethod>(
    connectionId: ConnectionId,
    method: Method,
    args: ShopArguments<Method>,
  ): Promise<SessionAnswer<ShopAnswer<Method>> | null> {
    const served = this.#served.get(connectionId);
    if (served === undefined) return null;
    const live = served.runner.liveSession;
    if (live === null) return 'no session';
    const answer = await callShop(live.session.calls, method, args);
    for (const unknown of answer.ok ? unknownWordsOf(method, answer.value) : []) {
      await this.#unknownKinds.reportWord(served.accountId, connectionId, unknown);
    }
    return answer;
  }

  #showTyping(payload: string): void {
    const order = typingOrder.parse(JSON.parse(payload));
    const served = this.#served.get(asConnectionId(order.connectionId));
    served?.runner.showTyping(order).catch((error) => logFailure(this.#parts.log, 'typing_not_shown', error));
  }

  #schedule(delayMs: number = OWN_LIMITS.leaseRenewMs): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isAskedAgain = false;
      this.#round = this.#keep()
        .catch((error) => logFailure(this.#parts.log, 'leases_not_kept', error))
        .finally(() => {
          if (!this.#isStopped) this.#schedule(this.#isAskedAgain ? 0 : OWN_LIMITS.leaseRenewMs);
        });
    }, delayMs);
  }

  /** The leases have changed: runs a round now, or again after the one under way. */
  #keepSoon(): void {
    this.#isAskedAgain = true;
    if (this.#isStopped || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#schedule(0);
  }

  /** The leases of this process, by connection with their tokens. */
  async #renew(): Promise<ReadonlyMap<ConnectionId, number>> {
    const askedAt = performance.now();
    const held = await renewLeases(this.#parts.database, this.#holder);
    this.#heldUntil = askedAt + OWN_LIMITS.leaseMs;
    return held;
  }

  async #keep(): Promise<void> {
    const held = await this.#renew();
    const lost = [...this.#served].filter(([connectionId, { token }]) => held.get(connectionId) !== token);
    for (const [connectionId] of lost) void this.#drop(connectionId);
    if (this.#isStopped) return;
    // A lease that this process holds and does not serve is given back, so that some process takes and serves it.
    const { database } = this.#parts;
    const unserved = [...held.keys()].filter((id) => !this.#served.has(id) && !this.#leaving.has(id));
    if (unserved.length > 0) await giveBackLeases(database, this.#holder, unserved);
    const mine = { holder: this.#holder, held: this.#served.size - this.#leaving.size };
    const others = await otherHolders(database, this.#holder);
    const taking = { limit: TAKEN_AT_ONCE, room: roomOf(mine, others) };
    for (const lease of await takeLeases(database, this.#holder, taking)) {
      await this.#serve(lease).catch((error) => logFailure(this.#parts.log, 'connection_not_served', error));
    }
    this.#share(toHandOver(mine, others));
  }

  /** Hands connections over to processes that serve fewer: a few each second, and none while the last ones still end. */
  #share(count: number): void {
    if (count === 0 || this.#leaving.size > 0 || this.#isStopped) return;
    if (performance.now() - this.#handedOverAt < OWN_LIMITS.leaseRenewMs) return;
    this.#handedOverAt = performance.now();
    // A login under way would have to be made once more, so connections that are logged in go first.
    const served = [...this.#served];
    const live = served.filter(([, { runner }]) => runner.liveSession !== null);
    for (const [connectionId, one] of (live.length > 0 ? live : served).slice(0, count)) {
      this.#leaving.add(connectionId);
      this.#handOver(connectionId, one)
        .catch((error) => logFailure(this.#parts.log, 'leases_not_kept', error))
        .finally(() => this.#leaving.delete(connectionId));
    }
  }

  /** The runner ends in an orderly way and writes what it still has, because the lease is held until then. */
  async #handOver(connectionId: ConnectionId, served: Served): Promise<void> {
    await served.runner.stop();
    if (this.#served.get(connectionId) === served) this.#served.delete(connectionId);
    await handOverLease(this.#parts.database, this.#holder, { connectionId, token: served.token });
  }

  async #serve(lease: Lease): Promise<void> {
    // Not awaited: the earlier runner's sends may take long to end, and its token fences its writes.
    void this.#drop(lease.connectionId);
    const { database, clock, connectors, secrets, routing, handshakes, onStep, doubt } = this.#parts;
    const owner = await loadOwner(database, lease);
    const log = this.#parts.log.child({ connectionId: lease.connectionId, marketplace: lease.marketplace });
    const runner = new ConnectionRunner({
      secrets,
      routing,
      handshakes,
      comparisonTurns: this.#comparisonTurns,
      lookout: this.#lookout,
      context: {
        database,
        batcher: this.#batcher,
        pageTurns: this.#pageTurns,
        connector: connectors[lease.marketplace],
        owner,
        clock,
        log,
        onStep,
        doubt,
        isHeld: () => this.isKeeping() && this.#served.get(lease.connectionId)?.runner === runner,
      },
    });
    this.#served.set(lease.connectionId, { runner, accountId: lease.accountId, token: lease.token });
    // A runner that ended by itself is removed. The next round gives its lease back, and some process takes it again.
    void runner.run().then(() => {
      if (this.#served.get(lease.connectionId)?.runner === runner) this.#served.delete(lease.connectionId);
    });
  }

  async #drop(connectionId: ConnectionId): Promise<void> {
    const served = this.#served.get(connectionId);
    if (!served) return;
    this.#served.delete(connectionId);
    await served.runner.stop();
  }
}

async function loadOwner(database: Database, lease: Lease): Promise<OwnedConnection> {
  const shops = await database.within(wholeAccount(lease.accountId), (transaction) =>
    transaction.query<{ shop_id: string; platform_shop_id: string }>(
      'select shop_id, platform_shop_id from shop where connection_id = $1',
      [lease.connectionId],
    ),
  );
  return {
    accountId: lease.accountId,
    connectionId: lease.connectionId,
    token: lease.token,
    shopIds: new Map(shops.rows.map((row) => [asPlatformShopId(row.platform_shop_id), asShopId(row.shop_id)])),
  };
}
