/** What failures of the network say about the line to a marketplace (spec 2 §8), for requests and sockets alike. */
import { BridgeError, type Socket, type SocketFactory, type SocketOptions } from '@pasar/bridge';
import type { ConnectorNotice } from './sign-in.ts';

export type Notify = (notice: ConnectorNotice) => void;

/**
 * Tells the failure of the last attempt: a failed proxy as failed IP isolation, a connection not made in time as an IP
 * tip.
 */
export function tellLineFailure({ code, mayHaveReachedServer }: BridgeError, url: string, notify: Notify): void {
  // A slow server was reached, so its timeout says nothing about the line.
  if (code === 'unreachable' || (code === 'timeout' && !mayHaveReachedServer))
    notify({ notice: 'ip_tip', host: new URL(url).host });
  if (code === 'proxy') notify({ notice: 'ip_isolation_failed' });
}

/** Makes a second attempt when the proxy failed: no byte of the first had left. Every other failure is thrown. */
export async function againPastProxy<Value>(attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BridgeError && error.code === 'proxy') return attempt();
    throw error;
  }
}

/** Opens a socket, or returns the failure after it has told it. Never rejects for a network failure. */
export async function openSocket(
  sockets: SocketFactory,
  options: SocketOptions,
  notify: Notify,
): Promise<Socket | BridgeError> {
  try {
    return await againPastProxy(() => sockets.open(options));
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    tellLineFailure(error, options.url, notify);
    return error;
  }
}
