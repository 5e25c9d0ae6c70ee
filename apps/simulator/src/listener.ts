/**
 * Takes a loopback port before anything else starts, so that a second simulator fails before it touches the first one's
 * files.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Duplex } from 'node:stream';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export interface Listener {
  /** For example http://127.0.0.1:4100. */
  readonly origin: string;
  readonly port: number;
  /** Sets the request handler; until then every request is answered 503. */
  serve(handler: Handler): void;
  /** Sets the upgrade handler; until then Node refuses upgrades by itself. */
  serveSockets(upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  /** Closes the port and cuts open connections. */
  close(): Promise<void>;
}

const notYet: Handler = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"code":"starting","message":"the simulator is starting"}');
};

/** `port` 0: any free port. Rejects with the system's error, usually EADDRINUSE. */
export async function listenOnLoopback(port: number): Promise<Listener> {
  let handler = notYet;
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has an address with a port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    serve(next) {
      handler = next;
    },
    serveSockets: (upgrade) => void server.on('upgrade', upgrade),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
