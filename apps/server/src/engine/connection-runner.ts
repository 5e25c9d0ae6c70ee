import type { Bridge } from '@pasar/bridge';
import type { ConnectorSession, StreamEnd, StreamListener } from '@pasar/connector-kit';
import { type ConnectionStateName, canMove, OWN_LIMITS, type Refusal, refusal } from '@pasar/domain';
import type { SecretBox } from '../storage/secrets.ts';
import { catchUp } from './catch-up.ts';
import { loadConnection, type StoredConnection, storeSession, storeState } from './connection-store.ts';
import { lookForDoubted } from './delivery/doubts.ts';
import { adoptLeftovers } from './delivery/ledger.ts';
import { refuseWaiting, Sender } from './delivery/sender.ts';
import { fetchWantedHistory } from './history.ts';
import { setAside } from './ingest/batcher.ts';
import { event, type RunnerContext, SessionLost, submit } from './runner-context.ts';
import { applySettings } from './settings.ts';
import { Timetable } from './timetable.ts';

/** What is on the wire when a connection is given up has this long to end by itself. Ours. */
const FAREWELL_MS = 2_000;

export interface RunnerParts {
  readonly context: RunnerContext;
  readonly secrets: SecretBox;
  readonly openBridge: (storedCookies: string | null) => Bridge;
}

/** Why a session's life ended. */
type Ending =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/**
 * Serves one connection while its lease is held: logs in, catches up, stays live, carries out what waits, and starts over
 * when something breaks, with full jitter between attempts. A broken connection slows no other.
 */
export class ConnectionRunner {
  readonly #parts: RunnerParts;
  readonly #stopping = Promise.withResolvers<Ending>();
  readonly #wakes = new Timetable();
  #isStopped = false;
  #isListening = false;
  #state: ConnectionStateName = 'waiting';
  #run: Promise<void> | null = null;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#run = this.#persist();
  }

  /** Something waits for this connection: a message, a setting, a wish for history. */
  wake(): void {
    this.#wakes.wake('work');
  }

  /** Events of a conversation that nobody listed: compare soon, which lists and reads it. */
  compareSoon(): void {
    this.#wakes.wake('compare');
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.resolve({ kind: 'stopped' });
    this.#wakes.wake('work');
    await this.#run;
  }

  /** A fault of our own (the database away, a bug) must not leave a held connection unserved. */
  async #persist(): Promise<void> {
    const { context } = this.#parts;
    for (let failures = 0; !this.#isStopped; failures += 1) {
      try {
        return await this.#live();
      } catch (error) {
        context.log.error({ error: String(error) }, 'a connection broke off and starts over');
        this.#state = 'interrupted';
        await this.#pause(backOff(failures));
      }
    }
  }

  async #live(): Promise<void> {
    const { context } = this.#parts;
    await adoptLeftovers(context);
    for (let failures = 0; !this.#isStopped && context.isHeld(); ) {
      const startedAt = context.clock.now();
      const ending = await this.#session();
      if (ending.kind === 'stopped') return;
      await this.#enter(ending.kind === 'failed' ? 'failed' : 'interrupted', ending.refusal);
      if (ending.kind === 'failed') return this.#waitForPerson(ending.refusal);
      const hasLasted = context.clock.now() - startedAt > OWN_LIMITS.reconnectCapMs;
      failures = hasLasted ? 0 : failures + 1;
      await this.#pause(backOff(failures));
    }
  }

  /** A failed login does not heal by itself; meanwhile nothing may be forgotten in pending. */
  async #waitForPerson(reason: Refusal): Promise<void> {
    while (!this.#isStopped && this.#parts.context.isHeld()) {
      await refuseWaiting(this.#parts.context, reason);
      await this.#wakes.next('work', OWN_LIMITS.reconcileIntervalMs, this.#parts.context.clock);
    }
  }

  /** From login to the end of the session. */
  async #session(): Promise<Ending> {
    const { context } = this.#parts;
    const stored = await loadConnection(context, this.#parts.secrets);
    if (stored.kind === 'refused') return { kind: 'failed', refusal: stored.refusal };
    await this.#enter('logging_in');
    const bridge = this.#parts.openBridge(stored.cookies);
    let sender: Sender | null = null;
    try {
      const started = await this.#startSession(bridge, stored);
      if (!started.ok) return { kind: started.canRetry ? 'lost' : 'failed', refusal: started.refusal };
      const session = started.value;
      const ended = Promise.withResolvers<Ending>();
      sender = this.#makeSender(session, ended.resolve);
      return await this.#serve(session, sender, ended);
    } catch (error) {
      context.log.error({ error: String(error) }, 'a session broke off');
      return endingOf(error);
    } finally {
      await bridge.close();
      // what was on the wire is cut now, and settles as in doubt.
      await sender?.stop();
    }
  }

  #startSession(bridge: Bridge, stored: Extract<StoredConnection, { kind: 'loaded' }>) {
    const { context, secrets } = this.#parts;
    return context.connector.startSession({
      bridge,
      shops: stored.shops,
      credentials: stored.credentials,
      storedSession: stored.session,
      saveSession: (session) => storeSession(context, secrets, { cookies: bridge.cookies.serialize(), session }),
    });
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
    const loops = [
      this.#stream(session, scope.signal),
      this.#compare(session, scope.signal),
      this.#work(session, sender, scope.signal),
    ];
    for (const loop of loops) loop.catch((error) => ended.resolve(endingOf(error)));
    try {
      return await Promise.race([ended.promise, this.#stopping.promise]);
    } finally {
      scope.abort();
      for (const name of ['stream', 'compare', 'work']) this.#wakes.wake(name);
      const { clock } = this.#parts.context;
      await Promise.race([sender.stop(), this.#wakes.next('farewell', FAREWELL_MS, clock)]);
      await session.close();
      await Promise.allSettled(loops);
    }
  }

  /** Keeps a socket open: a lost one is opened again with the same login, while sending goes on. @throws SessionLost */
  async #stream(session: ConnectorSession, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    for (let failures = 0; !signal.aborted && context.isHeld(); failures += 1) {
      const ended = Promise.withResolvers<StreamEnd>();
      const stream = await session.listen(this.#listener(ended.resolve));
      if (stream.ok) {
        failures = 0;
        this.#isListening = true;
        this.#wakes.wake('compare');
        const aborted = new Promise<null>((done) => signal.addEventListener('abort', () => done(null), { once: true }));
        const end = signal.aborted ? null : await Promise.race([ended.promise, aborted]);
        this.#isListening = false;
        stream.value.close();
        if (end === null) return;
        if (end.kind === 'loggedOut') throw new SessionLost({ ok: false, refusal: end.refusal, canRetry: true });
        const reason = end.kind === 'lost' ? end.refusal : refusal('marketplace_unreachable');
        await this.#enter('interrupted', reason);
      } else {
        if (!stream.canRetry) throw new SessionLost(stream);
        await this.#enter('interrupted', stream.refusal);
      }
      await this.#wakes.next('stream', backOff(failures), context.clock);
    }
  }

  #listener(ended: (end: StreamEnd) => void): StreamListener {
    const { context } = this.#parts;
    const report = (what: string) => (error: unknown) => context.log.error({ error: String(error) }, what);
    return {
      events: (batch) => {
        const items = batch.map((item) => event(context, item));
        submit(context, items).catch(report('live events could not be stored'));
      },
      unreadable: (item) => {
        const shopId = item.platformShopId === null ? undefined : context.owner.shopIds.get(item.platformShopId);
        setAside(context.database, context.owner.accountId, {
          connectionId: context.owner.connectionId,
          reason: item.reason,
          bytes: item.bytes,
          ...(shopId === undefined ? {} : { shopId }),
        }).catch(report('an unreadable item could not be set aside'));
      },
      gap: () => this.compareSoon(),
      ended,
    };
  }

  /** First to catch up, then again and again: a frame can be lost without a sign. @throws SessionLost */
  async #compare(session: ConnectorSession, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    for (let failures = 0; !signal.aborted && context.isHeld(); ) {
      const refused = this.#isListening ? await this.#compareOnce(session, signal) : null;
      if (refused && !refused.canRetry) throw new SessionLost(refused);
      if (refused) await this.#enter('interrupted', refused.refusal);
      failures = refused ? failures + 1 : 0;
      const waitMs = refused ? backOff(failures) : OWN_LIMITS.reconcileIntervalMs;
      await this.#wakes.next('compare', waitMs, context.clock);
    }
  }

  async #compareOnce(session: ConnectorSession, signal: AbortSignal): Promise<SessionLost['outcome'] | null> {
    const { context } = this.#parts;
    if (this.#state !== 'live') await this.#enter('catching_up');
    try {
      for (const shop of context.owner.shopIds.keys()) {
        if (signal.aborted) return null;
        await catchUp(context, session, shop);
      }
    } catch (error) {
      if (error instanceof SessionLost) return error.outcome;
      throw error;
    }
    if (!signal.aborted && this.#isListening) await this.#enter('live');
    return null;
  }

  async #work(session: ConnectorSession, sender: Sender, signal: AbortSignal): Promise<void> {
    const { context } = this.#parts;
    let lookedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted && context.isHeld()) {
      void sender.pump().catch((error) => context.log.error({ error: String(error) }, 'claiming failed'));
      await applySettings(context, session);
      await fetchWantedHistory(context, session);
      if (context.clock.now() - lookedAt >= context.doubt.lookIntervalMs) {
        lookedAt = context.clock.now();
        await lookForDoubted(context, session);
      }
      await this.#wakes.next('work', context.doubt.lookIntervalMs, context.clock);
    }
  }

  async #enter(state: ConnectionStateName, reason: Refusal | null = null): Promise<void> {
    if (!canMove(this.#state, state)) throw new Error(`a connection cannot go from ${this.#state} to ${state}`);
    this.#state = state;
    await storeState(this.#parts.context, state, reason);
  }

  #pause(delayMs: number): Promise<void> {
    return this.#wakes.next('pause', delayMs, this.#parts.context.clock, this.#stopping.promise);
  }
}

/** Full jitter over a doubling, capped time. */
const backOff = (failures: number): number =>
  Math.random() * Math.min(OWN_LIMITS.reconnectCapMs, OWN_LIMITS.reconnectBaseMs * 2 ** failures);

const endingOf = (error: unknown): Ending => ({
  kind: 'lost',
  refusal: error instanceof SessionLost ? error.outcome.refusal : refusal('unexpected_answer', String(error)),
});
