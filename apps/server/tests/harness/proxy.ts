import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { CALLS, type IpSubjectView } from '@pasar/api';
import type { Visitor } from './web.ts';

/** An HTTP proxy that tunnels to any target for the right credentials, and records its requests. */
export interface TestProxy {
  readonly port: number;
  readonly asked: string[];
  isRefusing: boolean;
  close(): Promise<void>;
}
export const PROXY_LOGIN = { username: 'user', password: 'hush-proxy' } as const;
const WORDS = `Basic ${Buffer.from(`${PROXY_LOGIN.username}:${PROXY_LOGIN.password}`).toString('base64')}`;

export async function openProxy(host = '127.0.0.1', port = 0): Promise<TestProxy> {
  const asked: string[] = [];
  const state = { isRefusing: false };
  const server = createServer();
  server.on('connect', (request, socket, head) => {
    asked.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (state.isRefusing || request.headers['proxy-authorization'] !== WORDS) {
      const status = state.isRefusing ? '502 Bad Gateway' : '407 Proxy Authentication Required';
      socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [name = '', to = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(to), name, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  await listen(server, host, port);
  return {
    port: portOf(server),
    asked,
    get isRefusing() {
      return state.isRefusing;
    },
    set isRefusing(value) {
      state.isRefusing = value;
    },
    close: () => closeServer(server),
  };
}
export const listen = async (server: Server, host: string, port: number): Promise<void> => {
  server.listen(port, host);
  await once(server, 'listening');
};
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
export const closeServer = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

/** The token of a successful test. */
export async function tested(visitor: Visitor, values: object): Promise<string> {
  const answer = await visitor.call(CALLS.routing.testProxy, values);
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
  return CALLS.routing.testProxy.output.parse(answer.data).testToken;
}
/** Tests a proxy and saves it, by default as a platform subject. */
export async function saved(visitor: Visitor, values: object, more: object = { scope: 'platform', name: 'line' }) {
  const testToken = await tested(visitor, values);
  const answer = await visitor.call(CALLS.routing.saveProxy, { ...values, ...more, testToken });
  if (answer.result === 'fail') throw new Error(`${answer.code} ${answer.detail}`);
  return (answer.data as { subject: IpSubjectView }).subject;
}
