import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { portOf, type TestCertificate } from './proxies.ts';

/** A server in the role of the marketplace, which records its peers and requests. */
export interface Target {
  readonly port: number;
  /** Remote address of each TCP connection, in order. */
  readonly peers: string[];
  readonly requests: IncomingMessage[];
  readonly sockets: WebSocketServer;
  /** Resolves at the next request for `/hang`. */
  nextHanging(): Promise<ServerResponse>;
  close(): Promise<void>;
}

/** `/hang` sends its head and half a body and then nothing; everything else answers `ok <path>`. Sockets echo. */
export async function startTarget(certificate: TestCertificate | null = null): Promise<Target> {
  const peers: string[] = [];
  const requests: IncomingMessage[] = [];
  const open = new Set<Socket>();
  let onHanging: (response: ServerResponse) => void = () => undefined;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(request);
    request.resume();
    if (request.url !== '/hang') return void response.end(`ok ${request.url}`);
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => onHanging(response));
  };
  const server = certificate === null ? createServer(answer) : createTlsServer({ ...certificate }, answer);
  server.on('connection', (socket: Socket) => {
    peers.push(socket.remoteAddress ?? '');
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (ws, request) => {
    requests.push(request);
    ws.on('error', () => undefined);
    ws.on('message', (data) => ws.send(`echo ${data.toString()}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.address()),
    peers,
    requests,
    sockets,
    nextHanging: () =>
      new Promise((resolve) => {
        onHanging = resolve;
      }),
    async close() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
