import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const PROXIES = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** The name of the desk in `docs/operations.md`. */
export const DESK_HOST = 'desk.example.com';
const READY_WITHIN_MS = 10_000;

export interface ReverseProxy {
  /** As a browser knows it: `https://desk.example.com:port`. */
  readonly origin: string;
  readonly certificate: string;
  stop(): Promise<void>;
}

/**
 * Debian's Caddy or nginx with the example of `docs/operations.md`, as it stands there but for the ports, and for a
 * certificate of the test's own.
 */
export async function startReverseProxy(name: ProxyName, desk: string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `pasar-${name}-`));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${DESK_HOST}`, '-addext', `subjectAltName=DNS:${DESK_HOST}`];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...names], { stdio: 'pipe' });
  const port = await findFreePort();
  const file = join(folder, 'config');
  writeFileSync(file, CONFIGS[name](exampleOf(name), { port, desk: new URL(desk).host, key, certificate, folder }));
  const words = name === 'caddy' ? ['run', '--adapter', 'caddyfile', '--config', file] : ['-e', 'stderr', '-c', file];
  // nginx lies where an ordinary user does not look. Caddy keeps files in the home of its user.
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(name, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const exited = once(child, 'exit');
  const ended = exited.then(() => Promise.reject(new Error(`${name} ended:\n${errors}`)));
  ended.catch(() => undefined);
  await Promise.race([untilListening(port), ended]);
  return {
    origin: `https://${DESK_HOST}:${port}`,
    certificate: readFileSync(certificate, 'utf8'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The example of the page in the language of this proxy. */
function exampleOf(name: ProxyName): string {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const example = new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\``, 'ms').exec(page)?.[1];
  if (example === undefined) throw new Error(`docs/operations.md has no example for ${name}`);
  return example;
}

interface Place {
  readonly port: number;
  /** Host and port of the server behind the proxy. */
  readonly desk: string;
  readonly key: string;
  readonly certificate: string;
  readonly folder: string;
}

/** @throws when the example lacks the words, so that nothing else than the example is tested */
function replaced(example: string, words: readonly (readonly [string, string])[]): string {
  return words.reduce((sofar, [from, to]) => {
    if (!sofar.includes(from)) throw new Error(`the example lacks "${from}"`);
    return sofar.replaceAll(from, to);
  }, example);
}

const CONFIGS: Readonly<Record<ProxyName, (example: string, place: Place) => string>> = {
  // The certificate of its own keeps Caddy from asking for one.
  caddy: (example, { port, desk, key, certificate }) =>
    `{
	admin off
	auto_https disable_redirects
}
${replaced(example, [
  [`${DESK_HOST} {`, `https://${DESK_HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
  ['127.0.0.1:4000', desk],
])}`,
  nginx: (example, { port, desk, key, certificate, folder }) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return `daemon off;
master_process off;
pid ${join(folder, 'pid')};
events {}
http {
access_log off;
${temporary.map((each) => `${each}_temp_path ${join(folder, each)};`).join('\n')}
${replaced(example, [
  ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
  [`/etc/ssl/${DESK_HOST}.pem`, certificate],
  [`/etc/ssl/${DESK_HOST}.key`, key],
  ['127.0.0.1:4000', desk],
])}
}`;
  },
};

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; ; ) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true));
      socket.once('error', () => done(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error('the reverse proxy does not listen');
    await new Promise((again) => setTimeout(again, 20));
  }
}

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

const toThisMachine: LookupFunction = (_host, { all }, found) =>
  all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);

/** How a browser at this address of the test's machine reaches the proxy. */
export const asBrowser = ({ certificate }: ReverseProxy, localAddress: string) => ({
  ca: certificate,
  localAddress,
  lookup: toThisMachine,
});

/** Posts JSON from an address of this machine, through the proxy. */
export async function post(
  proxy: ReverseProxy,
  path: string,
  { from, input, headers = {} }: { from: string; input: unknown; headers?: Readonly<Record<string, string>> },
): Promise<ProxyAnswer> {
  const asked = request(`${proxy.origin}${path}`, {
    ...asBrowser(proxy, from),
    agent: false,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: proxy.origin, ...headers },
  });
  asked.end(JSON.stringify(input));
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) };
}
