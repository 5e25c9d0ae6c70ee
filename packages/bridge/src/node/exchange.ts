import type { BridgeErrorCode, Clock } from '../types.ts';

/**
 * One exchange and its result, for statistics: a request, a socket's handshake, or one hop of a media fetch up to its
 * first answer (reading the body depends on the reader's speed). `error` is null for any answer. Never holds a path,
 * query or body.
 */
export interface Exchange {
  readonly host: string;
  readonly ms: number;
  readonly error: BridgeErrorCode | null;
}
/** Called after each exchange, before the caller gets its result. */
export type OnExchange = (exchange: Exchange) => void;

/** Starts timing; call the returned function once, with the result. */
export function timeExchange(url: string, clock: Clock, onExchange: OnExchange): (error: Exchange['error']) => void {
  const startedAt = clock.now();
  return (error) => onExchange({ host: URL.parse(url)?.host ?? '', ms: clock.now() - startedAt, error });
}
