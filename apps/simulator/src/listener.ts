/** A loopback port that is held before anything else starts, so that a second simulator touches nothing of the first. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Duplex } from 'node:stream';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export interface Listener {
  /** e.g. http://127.0.0.1:4100 */
  readonly origin: string;
  readonly port: number;
  /** Who answers from now on; until the first call everything is answered 503. */
  serve(handler: Handler): void;
  /** Who takes over sockets; before, they are refused by the system's own default. */
  serveSockets(upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  /** Open connections are cut. */
  close(): Promise<void>;
}

const notYet: Handler = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"code":"starting","message":"the simulator is starting"}');
};

/** `port` 0: any free one. Rejects with what the system says, EADDRINUSE above all. */
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
