import type { Stream, StreamEnd } from '@pasar/connector-kit';
import { isAboutProxy, OWN_LIMITS, refusal } from '@pasar/domain';
import { backOff } from '../back-off.ts';
import { SessionLost } from '../runner-context.ts';
import { listenerOf } from '../stream-listener.ts';
import type { LiveSession, Round } from './duty.ts';

/** Frames that cannot be read cause a comparison at most this often (our choice). */
const MISSED_EVERY_MS = 20_000;

/** Keeps a socket open. A lost socket is opened again with the same login; sending goes on meanwhile. */
export function keepListening(live: LiveSession): Round {
  const { context, handshakes, signal } = live;
  let failures = 0;
  let missedAt = Number.NEGATIVE_INFINITY;
  /** Frames that cannot be read may come one after another. */
  const missed = () => {
    const now = context.clock.now();
    if (now - missedAt < MISSED_EVERY_MS) return;
    missedAt = now;
    live.wake('gap');
  };
  return async () => {
    const ended = Promise.withResolvers<StreamEnd>();
    const listener = listenerOf(context, { gap: () => live.wake('gap'), ended: ended.resolve, missed });
    const turn = () => live.session.listen(listener);
    const stream = await handshakes.take(context.connector.marketplace, signal, turn);
    if (stream === null) return null;
    if (stream.ok) {
      const openedAt = context.clock.now();
      const end = await listenUntilEnd(live, stream.value, ended.promise);
      if (signal.aborted) return null;
      // A socket that opens and closes at once counts as a failure, so that the pauses grow.
      if (context.clock.now() - openedAt > OWN_LIMITS.reconnectCapMs) failures = 0;
      if (end.kind === 'loggedOut') throw new SessionLost({ ok: false, refusal: end.refusal, canRetry: true });
      await live.enter('interrupted', end.kind === 'lost' ? end.refusal : refusal('marketplace_unreachable'));
    } else {
      if (!stream.canRetry || isAboutProxy(stream.refusal.reason)) throw new SessionLost(stream);
      await live.enter('interrupted', stream.refusal);
    }
    const waitMs = backOff(failures);
    failures += 1;
    return waitMs;
  };
}

async function listenUntilEnd(live: LiveSession, stream: Stream, ended: Promise<StreamEnd>): Promise<StreamEnd> {
  const { signal } = live;
  live.isListening = true;
  live.wake('gap');
  const close = () => stream.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  const end = await ended;
  signal.removeEventListener('abort', close);
  live.isListening = false;
  return end;
}
