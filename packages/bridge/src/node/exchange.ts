import type { BridgeErrorCode, Clock } from '../types.ts';

/**
 * One thing that left and what came of it, for statistics: a request, a socket's handshake, or a hop towards a picture up
 * to its first answer (how fast it is read is its reader's). `error` is null for any answer. Nothing of path, query or body.
 */
export interface Exchange {
  readonly host: string;
  readonly ms: number;
  readonly error: BridgeErrorCode | null;
}
/** Called after each exchange, before its outcome is given. */
export type OnExchange = (exchange: Exchange) => void;

/** Starts the watch; call what it gives with what came of it, once. */
export function timeExchange(url: string, clock: Clock, onExchange: OnExchange): (error: Exchange['error']) => void {
  const startedAt = clock.now();
  return (error) => onExchange({ host: URL.parse(url)?.host ?? '', ms: clock.now() - startedAt, error });
}
