import type { Bridge, NodeBridge } from '@pasar/bridge';
import type { ConnectorNotice, ConnectorSession, StreamEnd } from '@pasar/connector-kit';
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
import { lookForDoubted } from '../delivery/doubts.ts';
import { adoptLeftovers } from '../delivery/ledger.ts';
import { Sender } from '../delivery/sender.ts';
import type { Handshakes } from '../handshakes.ts';
import type { PictureSource } from '../media.ts';
import type { Routing } from '../routing.ts';
import { backOff, pauseBeforeLogin } from './back-off.ts';
import { type Comparison, catchUp } from './catch-up.ts';
import { type Ending, endingOf, endingOfRefusal } from './endings.ts';
import { HistoryFetcher } from './history.ts';
import type { Lookout } from './lookout.ts';
import { Notices } from './notices.ts';
import { type RunnerContext, SessionLost } from './runner-context.ts';
import { refreshShopFacts, SHOP_FACTS_MS } from './shop-facts.ts';
import {
  type LoadedConnection,
  loadConnection,
  refusalOfFailed,
  rememberOtp,
  storeSession,
  storeState,
} from './store.ts';
import { listenerOf } from './stream-listener.ts';
import { Timetable } from './timetable.ts';
import { showTyping } from './typing.ts';
import { waitForPerson } from './wait-for-person.ts';
import { applySettings } from './wishes.ts';

/** What is on the wire when a connection is given up has this long to end by itself. Ours. */
const FAREWELL_MS = 2_000;

/** What is done at a marketplace when somebody wishes it, each in a loop of its own. */
const WISHES = ['send', 'settings', 'history'] as const;
const WORK = [...WISHES, 'doubts'] as const;
/** Everything that waits inside a session. */
const LOOPS = [...WORK, 'stream', 'compare', 'facts'] as const;
type Loop = (typeof LOOPS)[number];

export interface RunnerParts {
  readonly context: RunnerContext;
  readonly secrets: SecretBox;
  readonly routing: Pick<Routing, 'openBridge' | 'proxyFailed'>;
  /** Shared by all connections of the process. */
  readonly handshakes: Handshakes;
  /** Likewise. */
  readonly lookout: Lookout;
}

/**
 * Serves one connection while its lease is held: logs in, catches up, stays live, carries out what waits, and starts over
 * when something breaks, with full jitter between attempts. A broken connection slows no other.
 */
export class ConnectionRunner {
  readonly #parts: RunnerParts;
  /** Ends the session that is under way. */
  #endSession: (ending: Ending) => void = () => undefined;
  #bridge: NodeBridge | null = null;
  readonly #wakes = new Timetable();
  readonly #notices: Notices;
  #serving: ConnectorSession | null = null;
  readonly #stopping = new AbortController();
  #isStopped = false;
  #isListening = false;
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

  /** Something waits for this connection: a message, a setting, a wish for history. */
  wake(): void {
    for (const name of [...WISHES, 'person']) this.#wakes.wake(name);
  }

  /** Events of a conversation that nobody listed: compare soon, which lists and reads it. */
  compareSoon(): void {
    this.#wakes.wake('compare');
  }

  /** Lets the buyer see that the shop is writing. Of the moment: without a session it is forgotten. */
  async showTyping(order: TypingOrder): Promise<void> {
    if (this.#serving) await showTyping(this.#parts.context, this.#serving, order);
  }

  /** The session with the way out of its media; null without a session. */
  get liveSession(): PictureSource | null {
    return this.#serving && this.#bridge && { session: this.#serving, media: this.#bridge.media };
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    this.#endSession({ kind: 'stopped' });
    // a login that is under way is cut; a session takes its farewell first.
    if (this.#serving === null) await this.#bridge?.close();
    for (const name of ['pause', 'person']) this.#wakes.wake(name);
    await this.#run;
  }

  /** A fault of our own (the database away, a bug) must not leave a held connection unserved. */
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
    // what a person has to mend is not mended by a restart, another process or another lease.
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
      pause: (delayMs) => this.#wakes.next('person', delayMs, context.clock),
    });
  }

  /** From login to the end of the session. */
  async #session(): Promise<Ending> {
    const { context } = this.#parts;
    const stored = await loadConnection(context, this.#parts.secrets);
    // one that rests stays interrupted: it does not begin to log in again and again.
    if (stored.kind !== 'resting' || this.#state !== 'interrupted') await this.#enter('logging_in');
    if (stored.kind === 'refused') return { kind: 'failed', refusal: stored.refusal };
    if (stored.kind === 'resting') return { kind: 'lost', refusal: stored.refusal };
    const ending = await this.#servedBy(stored);
    // also where a renewal in the middle of a session met it; a password that stayed here met nothing.
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
      return await this.#serve(session, sender, ended);
    } catch (error) {
      return endingOf(context.log, error);
    } finally {
      this.#bridge = null;
      await bridge.close();
      // what was on the wire is cut now, and settles as in doubt.
      await sender?.stop();
    }
  }

  async #startSession(bridge: NodeBridge, stored: LoadedConnection) {
    const { context, secrets } = this.#parts;
    const { database, clock, log } = context;
    return context.connector.startSession({
      // nobody sits before it: what the marketplace demands waits for a sign-in by hand.
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

  /** A proxy that gives no way ends the session: the next one leaves by the next host, where the proxy has several. */
  #notice(notice: ConnectorNotice, bridge: Bridge): void {
    if (this.#stopping.signal.aborted) return;
    this.#notices.tell(notice);
    if (notice.notice !== 'ip_isolation_failed') return;
    const { context, routing } = this.#parts;
    // the session of now, not one that may have begun when the host is changed.
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

  async #serve(session: ConnectorSession, sender: Sender, ended: PromiseWithResolvers<Ending>): Promise<Ending> {
    const scope = new AbortController();
    this.#serving = session;
    const stopLooking = this.#parts.lookout.watch([...this.#parts.context.owner.shopIds.values()], () => {
      for (const name of WORK) this.#wakes.wake(name);
    });
    const loops = [
      this.#stream(session, scope.signal),
      this.#compare(session, scope.signal),
      ...this.#work(session, sender, scope.signal),
    ];
    // a loop that ends by itself found the lease lost.
    for (const loop of loops) {
      loop.then(
        () => ended.resolve({ kind: 'stopped' }),
        (error) => ended.resolve(endingOf(this.#parts.context.log, error)),
      );
    }
    try {
      return await ended.promise;
    } finally {
      this.#serving = null;
      stopLooking();
      scope.abort();
      for (const name of LOOPS) this.#wakes.wake(name);
      const { clock } = this.#parts.context;
      await Promise.race([sender.stop(), this.#wakes.next('farewell', FAREWELL_MS, clock)]);
      await session.close();
      await Promise.allSettled(loops);
    }
  }

  /** Keeps a socket open: a lost one is opened again with the same login, while sending goes on. @throws SessionLost */
  async #stream(session: ConnectorSession, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    const { clock } = context;
    for (let failures = 0; !signal.aborted && context.isHeld(); failures += 1) {
      const ended = Promise.withResolvers<StreamEnd>();
      const listener = listenerOf(context, { gap: () => this.compareSoon(), ended: ended.resolve });
      const turn = () => session.listen(listener);
      const stream = await this.#parts.handshakes.take(context.connector.marketplace, signal, turn);
      if (stream === null) return;
      if (stream.ok) {
        const openedAt = clock.now();
        this.#isListening = true;
        this.#wakes.wake('compare');
        const close = () => stream.value.close();
        signal.addEventListener('abort', close, { once: true });
        if (signal.aborted) close();
        const end = await ended.promise;
        signal.removeEventListener('abort', close);
        this.#isListening = false;
        if (signal.aborted) return;
        // one that opens and drops at once is no success: the pauses grow.
        if (clock.now() - openedAt > OWN_LIMITS.reconnectCapMs) failures = 0;
        if (end.kind === 'loggedOut') throw new SessionLost({ ok: false, refusal: end.refusal, canRetry: true });
        const reason = end.kind === 'lost' ? end.refusal : refusal('marketplace_unreachable');
        await this.#enter('interrupted', reason);
      } else {
        if (!stream.canRetry || stream.refusal.reason === 'ip_isolation_failed') throw new SessionLost(stream);
        await this.#enter('interrupted', stream.refusal);
      }
      await this.#wakes.next('stream', backOff(failures), clock);
    }
  }

  /** First to catch up, then again and again: a frame can be lost without a sign. @throws SessionLost */
  async #compare(session: ConnectorSession, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    const unreadClaims: Comparison['unreadClaims'] = new Map();
    for (let failures = 0; !signal.aborted && context.isHeld(); ) {
      const comparison: Comparison = { skipped: 0, unreadClaims };
      const refused = this.#isListening ? await this.#compareOnce(session, signal, comparison) : null;
      if (refused && (!refused.canRetry || refused.refusal.reason === 'ip_isolation_failed')) {
        throw new SessionLost(refused);
      }
      if (refused) await this.#enter('interrupted', refused.refusal);
      const isToRepeat = refused !== null || comparison.skipped > 0;
      failures = isToRepeat ? failures + 1 : 0;
      const waitMs = isToRepeat ? backOff(failures) : OWN_LIMITS.reconcileIntervalMs;
      await this.#wakes.next('compare', waitMs, context.clock);
    }
  }

  async #compareOnce(
    session: ConnectorSession,
    signal: AbortSignal,
    comparison: Comparison,
  ): Promise<SessionLost['outcome'] | null> {
    const { context } = this.#parts;
    if (this.#state !== 'live') await this.#enter('catching_up');
    try {
      for (const shop of context.owner.shopIds.keys()) {
        if (signal.aborted) return null;
        await catchUp(context, session, shop, comparison);
      }
    } catch (error) {
      if (error instanceof SessionLost) return error.outcome;
      throw error;
    }
    if (!signal.aborted && this.#isListening) await this.#enter('live');
    return null;
  }

  /** What waits at the shops, each kind at its own pace: a slow setting holds up no message. */
  #work(session: ConnectorSession, sender: Sender, signal: AbortSignal): Promise<void>[] {
    const { context } = this.#parts;
    const history = new HistoryFetcher(context);
    return [
      this.#repeat('send', null, signal, () => sender.pump()),
      this.#repeat('settings', null, signal, () => applySettings(context, session, signal)),
      this.#repeat('history', null, signal, () => history.fetchWanted(session)),
      this.#repeat('facts', SHOP_FACTS_MS, signal, () => refreshShopFacts(context, session, signal)),
      this.#repeat('doubts', null, signal, () => lookForDoubted(context, session)),
    ];
  }

  /** On every wake, and again after this time if there is one. @throws SessionLost */
  async #repeat(name: Loop, everyMs: number | null, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
    const { context } = this.#parts;
    while (!signal.aborted && context.isHeld()) {
      await run();
      await this.#wakes.next(name, everyMs, context.clock);
    }
  }

  async #enter(state: ConnectionStateName, reason: Refusal | null = null): Promise<void> {
    if (!canMove(this.#state, state)) throw new Error(`a connection cannot go from ${this.#state} to ${state}`);
    // a comparison that finds nothing leaves a live connection live.
    if (state === 'live' && this.#state === 'live') return;
    if (state === 'live') this.#notices.wayWorks();
    this.#state = state;
    await storeState(this.#parts.context, state, reason);
  }

  #pause(delayMs: number): Promise<void> {
    return this.#wakes.next('pause', delayMs, this.#parts.context.clock);
  }
}
