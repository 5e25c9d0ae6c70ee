import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

export interface LocalServer {
  readonly origin: string;
  readonly socketOrigin: string;
  readonly server: Server;
  readonly sockets: WebSocketServer;
  close(): Promise<void>;
}

/** A real server on a free port; `answer` is called for every plain request. */
export async function startLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  upgradeHeaders: readonly string[] = [],
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('headers', (headers) => headers.push(...upgradeHeaders));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    socketOrigin: `ws://127.0.0.1:${address.port}`,
    server,
    sockets,
    async close() {
      for (const socket of sockets.clients) if (socket.readyState !== WebSocket.CLOSED) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An origin whose port was free a moment ago, so that no server listens there. */
export async function findDeadOrigin(): Promise<string> {
  const local = await startLocalServer(() => undefined);
  await local.close();
  return local.origin;
}
