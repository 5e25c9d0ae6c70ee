import type { Bridge, NodeBridge } from '@pasar/bridge';
import type { ConnectorNotice, ConnectorSession } from '@pasar/connector-kit';
import {
  type ConnectionStateName,
  canMove,
  isVerificationDemand,
  needsPersonAtLogin,
  OWN_LIMITS,
  type Refusal,
  refusal,
} from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { openDomainSwitch } from '../../records/domain-switch.ts';
import type { TypingOrder } from '../../records/moments.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import type { ComparisonTurns } from '../comparison-turns.ts';
import { adoptLeftovers } from '../delivery/ledger.ts';
import { Sender } from '../delivery/sender.ts';
import type { Handshakes } from '../handshakes.ts';
import type { PictureSource } from '../media.ts';
import type { Routing } from '../routing.ts';
import { backOff, pauseBeforeLogin } from './back-off.ts';
import { Duties } from './duties/duties.ts';
import { type Ending, endingOf, endingOfRefusal } from './endings.ts';
import type { Lookout } from './lookout.ts';
import { Notices } from './notices.ts';
import type { RunnerContext } from './runner-context.ts';
import {
  type LoadedConnection,
  loadConnection,
  refusalOfFailed,
  rememberOtp,
  storeSession,
  storeState,
} from './store.ts';
import { Timetable } from './timetable.ts';
import { showTyping } from './typing.ts';
import { waitForPerson } from './wait-for-person.ts';

/** How long messages on the wire may take to end when a session is closed (our choice). */
const FAREWELL_MS = 2_000;

export interface RunnerParts {
  readonly context: RunnerContext;
  readonly secrets: SecretBox;
  readonly routing: Pick<Routing, 'openBridge' | 'proxyFailed'>;
  /** Shared by all connections of the process. */
  readonly handshakes: Handshakes;
  /** Shared by all connections of the process. */
  readonly comparisonTurns: ComparisonTurns;
  /** Shared by all connections of the process. */
  readonly lookout: Lookout;
}

/**
 * Serves one connection while its lease is held: logs in, catches up, stays live and does the waiting work. When
 * something fails it starts over, after a pause with full jitter. A broken connection does not slow the others.
 */
export class ConnectionRunner {
  readonly #parts: RunnerParts;
  /** Ends the current session. */
  #endSession: (ending: Ending) => void = () => undefined;
  #bridge: NodeBridge | null = null;
  readonly #wakes = new Timetable();
  readonly #duties = new Duties();
  readonly #notices: Notices;
  #serving: ConnectorSession | null = null;
  readonly #stopping = new AbortController();
  #isStopped = false;
  #state: ConnectionStateName = 'waiting';
  #run: Promise<void> = Promise.resolve();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#notices = new Notices(parts.context);
  }

  /** Serves until it is stopped or the lease is lost. Never rejects. */
  run(): Promise<void> {
    this.#run = this.#persist();
    return this.#run;
  }

  /** Work waits for this connection: a message, a setting, wanted history. */
  wake(): void {
    this.#duties.wake('work');
    this.#wakes.wake('person');
  }

  /** An event named a conversation that is not stored. The next comparison comes soon, and lists and reads it. */
  compareSoon(): void {
    this.#duties.wake('gap');
  }

  /** Shows the buyer that the shop is writing. Without a session it is dropped. */
  async showTyping(order: TypingOrder): Promise<void> {
    if (this.#serving) await showTyping(this.#parts.context, this.#serving, order);
  }

  /** The session with the network of its pictures; null without a session. */
  get liveSession(): PictureSource | null {
    return this.#serving && this.#bridge && { session: this.#serving, media: this.#bridge.media };
  }

  /** Resolves when no work of this runner is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    this.#endSession({ kind: 'stopped' });
    // A login under way is cut by closing its network. A session that serves ends in an orderly way instead.
    if (this.#serving === null) await this.#bridge?.close();
    for (const name of ['pause', 'person']) this.#wakes.wake(name);
    await this.#run;
  }

  /** Starts over after a fault of Pasar's own (the database is away, a bug), so that the connection stays served. */
  async #persist(): Promise<void> {
    const { context } = this.#parts;
    for (let failures = 0; !this.#isStopped && context.isHeld(); failures += 1) {
      try {
        return await this.#live();
      } catch (error) {
        logFailure(context.log, 'connection_broke_off', error);
        this.#state = 'interrupted';
        await this.#pause(backOff(failures));
      }
    }
  }

  async #live(): Promise<void> {
    const { context } = this.#parts;
    await adoptLeftovers(context);
    // A refusal that only a person can lift still stands after a restart, in another process or under another lease.
    const left = await refusalOfFailed(context);
    if (left !== null && needsPersonAtLogin(left.reason)) {
      this.#state = 'failed';
      await this.#waitForPerson(left);
    }
    for (let failures = 0; !this.#isStopped && context.isHeld(); ) {
      const startedAt = context.clock.now();
      const ending = await this.#session();
      if (ending.kind === 'stopped') return;
      await this.#enter(ending.kind === 'failed' ? 'failed' : 'interrupted', ending.refusal);
      if (ending.kind === 'failed') await this.#waitForPerson(ending.refusal);
      const hasLasted = context.clock.now() - startedAt > OWN_LIMITS.reconnectCapMs;
      failures = hasLasted ? 0 : failures + 1;
      await this.#pause(pauseBeforeLogin(failures, ending.refusal));
    }
  }

  #waitForPerson(reason: Refusal): Promise<void> {
    const { context } = this.#parts;
    return waitForPerson(context, reason, {
      isOver: () => this.#isStopped || !context.isHeld(),
      pause: async (delayMs) => void (await this.#wakes.next('person', delayMs, context.clock)),
    });
  }

  /** From login to the end of the session. */
  async #session(): Promise<Ending> {
    const { context } = this.#parts;
    const stored = await loadConnection(context, this.#parts.secrets);
    // A connection that rests does not try to log in, so its state stays interrupted.
    if (stored.kind !== 'resting' || this.#state !== 'interrupted') await this.#enter('logging_in');
    if (stored.kind === 'refused') return { kind: 'failed', refusal: stored.refusal };
    if (stored.kind === 'resting') return { kind: 'lost', refusal: stored.refusal };
    const ending = await this.#servedBy(stored);
    // A renewal in the middle of a session may meet the demand too. Without a password, nothing was demanded.
    const hasMetDemand =
      stored.mayUsePassword && ending.kind !== 'stopped' && isVerificationDemand(ending.refusal.reason);
    if (hasMetDemand) await rememberOtp(context, 'need');
    return ending;
  }

  async #servedBy(stored: LoadedConnection): Promise<Ending> {
    const { context } = this.#parts;
    const { accountId, connectionId } = context.owner;
    const { marketplace } = context.connector;
    const traveller = { accountId, connectionId, marketplace, country: stored.credentials.country };
    const bridge = await this.#parts.routing.openBridge(traveller, stored.cookies);
    let sender: Sender | null = null;
    this.#bridge = bridge;
    try {
      if (this.#isStopped) return { kind: 'stopped' };
      const turn = () => this.#startSession(bridge, stored);
      const started = await this.#parts.handshakes.take(marketplace, this.#stopping.signal, turn);
      if (started === null) return { kind: 'stopped' };
      if (!started.ok) return endingOfRefusal(started);
      await rememberOtp(context, 'forget');
      const session = started.value;
      const ended = Promise.withResolvers<Ending>();
      this.#endSession = ended.resolve;
      if (this.#isStopped) ended.resolve({ kind: 'stopped' });
      sender = this.#makeSender(session, ended.resolve);
      return await this.#serve(session, sender, ended, `${marketplace} ${stored.credentials.country}`);
    } catch (error) {
      return endingOf(context.log, error);
    } finally {
      this.#bridge = null;
      await bridge.close();
      // Messages on the wire are cut now and become messages in doubt.
      await sender?.stop();
    }
  }

  async #startSession(bridge: NodeBridge, stored: LoadedConnection) {
    const { context, secrets } = this.#parts;
    const { database, clock, log } = context;
    return context.connector.startSession({
      // No person attends this login, so a challenge waits for a sign-in by hand.
      answer: null,
      mayUsePassword: stored.mayUsePassword,
      line: stored.line,
      domainSwitch: await openDomainSwitch(database, context.owner.accountId, () => clock.now(), log),
      notify: (notice) => this.#notice(notice, bridge),
      bridge,
      media: bridge.media,
      shops: stored.shops,
      credentials: stored.credentials,
      storedSession: stored.session,
      saveSession: (session) => storeSession(context, secrets, { cookies: bridge.cookies.serialize(), session }),
    });
  }

  /**
   * A notice that the proxy failed ends the session; the next session uses the proxy's next host, if it has several.
   */
  #notice(notice: ConnectorNotice, bridge: Bridge): void {
    if (this.#stopping.signal.aborted) return;
    this.#notices.tell(notice);
    if (notice.notice !== 'ip_isolation_failed') return;
    const { context, routing } = this.#parts;
    // Remembered now, so that a session that begins while the host is changed is not ended.
    const endSession = this.#endSession;
    routing
      .proxyFailed(bridge)
      .catch((error) => logFailure(context.log, 'proxy_host_not_changed', error))
      .finally(() => endSession({ kind: 'lost', refusal: refusal('ip_isolation_failed') }));
  }

  #makeSender(session: ConnectorSession, end: (ending: Ending) => void): Sender {
    let isLoggedOut = false;
    return new Sender(this.#parts.context, {
      session: () => (isLoggedOut ? null : session),
      onLoggedOut: () => {
        isLoggedOut = true;
        end({ kind: 'lost', refusal: refusal('shop_login_expired') });
      },
    });
  }

  async #serve(
    session: ConnectorSession,
    sender: Sender,
    ended: PromiseWithResolvers<Ending>,
    host: string,
  ): Promise<Ending> {
    const scope = new AbortController();
    this.#serving = session;
    const { context, handshakes, comparisonTurns, lookout } = this.#parts;
    const stopLooking = lookout.watch([...context.owner.shopIds.values()], () => this.#duties.wake('found'));
    const loops = this.#duties.begin({
      context,
      session,
      sender,
      handshakes,
      comparisonTurns,
      host,
      signal: scope.signal,
      isListening: false,
      state: () => this.#state,
      enter: (state, reason) => this.#enter(state, reason),
      wake: (occasion) => this.#duties.wake(occasion),
    });
    // A loop that ends without an error found that the session is over or the lease is lost.
    for (const loop of loops) {
      loop.then(
        () => ended.resolve({ kind: 'stopped' }),
        (error) => ended.resolve(endingOf(context.log, error)),
      );
    }
    try {
      return await ended.promise;
    } finally {
      this.#serving = null;
      stopLooking();
      scope.abort();
      this.#duties.end();
      await Promise.race([sender.stop(), this.#wakes.next('farewell', FAREWELL_MS, context.clock)]);
      await session.close();
      await Promise.allSettled(loops);
    }
  }

  async #enter(state: ConnectionStateName, reason: Refusal | null = null): Promise<void> {
    if (!canMove(this.#state, state)) throw new Error(`a connection cannot go from ${this.#state} to ${state}`);
    // A comparison that finds nothing enters `live` again.
    if (state === 'live' && this.#state === 'live') return;
    if (state === 'live') this.#notices.wayWorks();
    this.#state = state;
    await storeState(this.#parts.context, state, reason);
    if (state === 'live') this.#duties.wake('live');
  }

  #pause(delayMs: number): Promise<boolean> {
    return this.#wakes.next('pause', delayMs, this.#parts.context.clock);
  }
}
