import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ProxyConfig } from '../src/index.ts';

/** The source address of every proxy in these tests: a target that sees another peer was reached without the proxy. */
export const PROXY_SOURCE = '127.0.0.2';
const LISTEN_TIMEOUT_MS = 10_000;
const CERTIFICATE_MAKER = 'openssl';

export interface RunningProxy {
  readonly config: ProxyConfig;
  /** The whole log so far. */
  log(): string;
  /** Kills the proxy at once, and with it every connection through it. */
  kill(): Promise<void>;
}
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Debian package `tinyproxy`, found on the PATH. */
export async function startTinyproxy(credentials: Credentials | null): Promise<RunningProxy> {
  const port = await findFreePort();
  const directory = mkdtempSync(join(tmpdir(), 'pasar-tinyproxy-'));
  const file = join(directory, 'tinyproxy.conf');
  const auth = credentials === null ? '' : `BasicAuth ${credentials.username} ${credentials.password}\n`;
  writeFileSync(
    file,
    `Port ${port}\nListen 127.0.0.1\nBind ${PROXY_SOURCE}\nTimeout 60\nMaxClients 50\nLogLevel Connect\n${auth}`,
  );
  const proxy = await startProcess('tinyproxy', ['-d', '-c', file], port);
  return {
    ...proxy,
    config: { protocol: 'http', host: '127.0.0.1', port, ...(credentials ?? NO_CREDENTIALS) },
    async kill() {
      await proxy.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Debian package `microsocks`, found on the PATH. */
export async function startMicrosocks(credentials: Credentials | null): Promise<RunningProxy> {
  const port = await findFreePort();
  const auth = credentials === null ? [] : ['-u', credentials.username, '-P', credentials.password];
  const proxy = await startProcess(
    'microsocks',
    ['-i', '127.0.0.1', '-p', `${port}`, '-b', PROXY_SOURCE, ...auth],
    port,
  );
  return { ...proxy, config: { protocol: 'socks5', host: '127.0.0.1', port, ...(credentials ?? NO_CREDENTIALS) } };
}

const NO_CREDENTIALS = { username: null, password: null } as const;

async function startProcess(command: string, args: readonly string[], port: number) {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exited = once(child, 'exit');
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${command} did not start; apt-get install ${command}`, { cause: error })),
    );
    child.once('exit', () => reject(new Error(`${command} ended:\n${Buffer.concat(chunks).toString('utf8')}`)));
  });
  failed.catch(() => undefined);
  await Promise.race([untilListening(port), failed]);
  return {
    log: () => Buffer.concat(chunks).toString('utf8'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + LISTEN_TIMEOUT_MS;
  while (!(await canConnect(port))) {
    if (Date.now() > deadline) throw new Error(`nobody listens on ${port}`);
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export async function findFreePort(): Promise<number> {
  const server = await listenTcp(() => undefined);
  await server.close();
  return server.port;
}

export interface TcpListener {
  readonly port: number;
  /** Remote addresses of every connection so far. */
  readonly peers: string[];
  close(): Promise<void>;
}

/** A bare TCP listener that records its peers. */
export async function listenTcp(onConnection: (socket: Socket) => void, host = '127.0.0.1'): Promise<TcpListener> {
  const open = new Set<Socket>();
  const peers: string[] = [];
  const server: Server = createServer((socket) => {
    peers.push(socket.remoteAddress ?? '');
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: portOf(server.address()),
    peers,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * A self-signed certificate for localhost and 127.0.0.1, trusted by this process from now on. Needs `openssl` on the
 * PATH.
 */
export function makeCertificate(): TestCertificate {
  const directory = mkdtempSync(join(tmpdir(), 'pasar-tls-'));
  try {
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const names = 'subjectAltName=DNS:localhost,DNS:shop.pasar.test,IP:127.0.0.1';
    const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(
      CERTIFICATE_MAKER,
      [
        'req',
        '-x509',
        ...algorithm,
        '-keyout',
        key,
        '-out',
        cert,
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        names,
      ],
      { stdio: 'pipe' },
    );
    const certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
    return certificate;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * A CONNECT proxy that speaks TLS to its clients. It alone can resolve `names`; the resolver of this machine cannot.
 */
export async function startTlsProxy(
  certificate: TestCertificate,
  credentials: Credentials | null,
  names: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  const open = new Set<Socket>();
  const lines: string[] = [];
  const server = createTlsServer({ key: certificate.key, cert: certificate.cert }, (_request, response) => {
    response.writeHead(405).end();
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const expected =
    credentials === null
      ? null
      : `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  server.on('connect', (request, client) => {
    client.on('error', () => client.destroy());
    lines.push(`CONNECT ${request.url ?? ''}`);
    if (expected !== null && request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const upstream = connect({ host: names[hostname] ?? hostname, port: Number(port), localAddress: PROXY_SOURCE });
    open.add(upstream);
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    config: {
      protocol: 'https',
      host: 'localhost',
      port: portOf(server.address()),
      ...(credentials ?? NO_CREDENTIALS),
    },
    log: () => lines.join('\n'),
    async kill() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
