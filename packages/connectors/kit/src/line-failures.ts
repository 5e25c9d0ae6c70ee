/** What failures on the way say of the line to a marketplace (spec 2 §8), for requests and sockets alike. */
import { BridgeError, type Socket, type SocketFactory, type SocketOptions } from '@pasar/bridge';
import type { ConnectorNotice } from './sign-in.ts';

export type Notify = (notice: ConnectorNotice) => void;

/** After the last attempt: a proxy that stays away is an isolated IP that failed, a connection not made in time an IP tip. */
export function tellLineFailure({ code, mayHaveReachedServer }: BridgeError, url: string, notify: Notify): void {
  // A server that was reached and is slow says nothing of the line.
  if (code === 'unreachable' || (code === 'timeout' && !mayHaveReachedServer))
    notify({ notice: 'ip_tip', host: new URL(url).host });
  if (code === 'proxy') notify({ notice: 'ip_isolation_failed' });
}

/** A second attempt where the proxy gave no way to the first: not a byte had left. Every other failure stands. */
export async function againPastProxy<Value>(attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BridgeError && error.code === 'proxy') return attempt();
    throw error;
  }
}

/** Opens a socket, or says why not, which has been told then. Never rejects for what a network may do. */
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
