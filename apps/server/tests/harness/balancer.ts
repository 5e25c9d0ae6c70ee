import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Balancer {
  readonly origin: string;
  close(): void;
}

/** A plain load balancer: each request and each WebSocket goes to the next server, whoever asks. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  let turn = 0;
  const next = (): URL => {
    turn += 1;
    return new URL(origins[turn % origins.length] ?? '');
  };
  const server = createServer((request, response) => {
    const { hostname, port } = next();
    const onward = ask(
      { hostname, port, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, socket, head) => {
    const { hostname, port } = next();
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
      onward.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
