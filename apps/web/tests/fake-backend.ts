import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { AUTHORIZATION_EXPIRED_CODE, CALLS, type Call, failAnswer, type LiveFrame, MEDIA_PATH } from '@pasar/api';
import { bodyOf, refused } from '@pasar/sync/testing/model/answers';
import { ModelServer } from '@pasar/sync/testing/model/model-server';
import { WebSocketServer } from 'ws';
import { MEMBER } from './builders.ts';

const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; connect-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};
/** The files of the built client, which does not change while the tests run: every window asks for some eighty. */
const READ = new Map<string, Promise<Buffer | null>>();
const ALL_CALLS: readonly Call[] = Object.values(CALLS).flatMap((feature) => Object.values(feature));

/**
 * A backend for the client's own tests: the contract's calls and live stream over a desk in memory, and the built
 * client with the policy that the real server sets. The test breaks it on purpose.
 */
export class FakeBackend {
  readonly model = new ModelServer({ member: MEMBER, fate: 'confirmed' });
  /** Calls that are answered by cutting the connection, by path. */
  readonly broken = new Set<string>();
  /** Calls whose answer breaks off in its middle, by path. */
  readonly brokenOff = new Set<string>();
  /** Paths whose answers wait until the test lets them go. */
  readonly held = new Map<string, (() => void)[]>();
  /** Pictures that were asked for. */
  readonly media: string[] = [];
  /** How many bytes of a file's body went over the wire, by path. */
  readonly sentBytes = new Map<string, number>();
  /** Every call in the order it came. */
  readonly calls: { readonly path: string; readonly input: unknown; readonly language: string }[] = [];
  isSocketRefused = false;
  /** False for a window whose clock a test moves, which the backend's would correct. */
  isTimeTold = true;
  /** A window is signed in by the first call that it makes. */
  isSignedInAtOnce = false;
  isExpired = false;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch((error) => response.destroy(error));
    });
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.isSocketRefused) return void socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        const since = Number(new URL(request.url ?? '/', 'http://desk').searchParams.get('since'));
        client.on(
          'close',
          this.#follow(since, (frame) => client.send(JSON.stringify(frame))),
        );
      });
    });
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((done) => this.#http.listen(port, '127.0.0.1', done));
    const address = this.#http.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.cut();
    for (const path of [...this.held.keys()]) this.release(path);
    this.#http.closeAllConnections();
    await new Promise((done) => this.#http.close(done));
  }

  /** Ends every live socket, as a network does. */
  cut(): void {
    for (const client of this.#sockets.clients) client.terminate();
  }

  send(frame: LiveFrame): void {
    for (const client of this.#sockets.clients) client.send(JSON.stringify(frame));
  }

  /** Answers of this path wait from now on. */
  hold(path: string): void {
    this.held.set(path, []);
  }
  release(path: string): void {
    const waiting = this.held.get(path) ?? [];
    this.held.delete(path);
    for (const go of waiting) go();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://desk');
    const call = ALL_CALLS.find((item) => item.path === url.pathname);
    if (url.pathname.startsWith(MEDIA_PATH)) return this.#media(url.pathname, response);
    if (call === undefined) return this.#file(url.pathname, request, response);
    const raw = request.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(await textOf(request));
    this.calls.push({ path: call.path, input: raw, language: request.headers['accept-language'] ?? '' });
    if (this.broken.has(call.path)) return void request.socket.destroy();
    const body = this.#bodyOf(call, raw, request.headers.cookie ?? '');
    await new Promise<void>((go) => {
      const waiting = this.held.get(call.path);
      if (waiting === undefined) go();
      else waiting.push(go);
    });
    for (const cookie of this.#cookiesOf(call, body)) response.appendHeader('set-cookie', cookie);
    response.setHeader('content-type', 'application/json');
    const answer = JSON.stringify(body);
    if (!this.brokenOff.has(call.path)) return void response.end(answer);
    response.setHeader('content-length', Buffer.byteLength(answer));
    response.write(answer.slice(0, -1), () => request.socket.destroy());
  }

  #bodyOf(call: Call, raw: unknown, cookies: string): unknown {
    const isSignedIn = cookies.includes('session=fake');
    if (call.access.kind !== 'public' && (!isSignedIn || this.isExpired)) {
      return failAnswer.parse({ result: 'fail', code: AUTHORIZATION_EXPIRED_CODE, reason: 'expired', detail: null });
    }
    const input = call.input.safeParse(raw);
    return bodyOf(input.success ? this.model.answer(call, raw) : refused('invalid_request', input.error.message));
  }

  #cookiesOf(call: Call, body: unknown): readonly string[] {
    if (call === CALLS.account.loginOut) return ['session=; Max-Age=0; Path=/; HttpOnly'];
    const signsIn = call === CALLS.account.login || (this.isSignedInAtOnce && call === CALLS.account.getUiConfig);
    if (!signsIn || failAnswer.safeParse(body).success) return [];
    return ['session=fake; Path=/; HttpOnly', `accountId=${this.model.member.accountId}; Path=/`];
  }

  #follow(since: number, send: (frame: LiveFrame) => void): () => void {
    let sent = since;
    const push = () => {
      const changes = this.model.changesAfter(sent);
      sent = this.model.seq;
      if (changes.length > 0) send({ type: 'changes', changes: [...changes], upTo: sent });
    };
    push();
    send({ type: 'moment', moment: { kind: 'present', windows: [], gone: [] } });
    if (this.isTimeTold) send({ type: 'tick', serverTime: Date.now() });
    return this.model.onChange(push);
  }

  /** The newest picture that was sent, whatever message asks. */
  #media(path: string, response: ServerResponse): void {
    this.media.push(path);
    const bytes = [...this.model.chat.pictures.values()].at(-1);
    response.statusCode = bytes === undefined ? 404 : 200;
    response.setHeader('content-type', 'image/png');
    response.end(bytes ?? '');
  }

  /** As the real server: the precompressed file, where the build has written it. */
  async #file(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = extname(path) === '' ? 'index.html' : normalize(path).replace(/^(\.\.[/\\])+/, '');
    const read = (name: string) => readOnce(join(this.#folder, name));
    const isBrotliTaken = /\bbr\b/.test(String(request.headers['accept-encoding']));
    const packed = isBrotliTaken ? await read(`${file}.br`) : null;
    const content = packed ?? (await read(file));
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (packed !== null) response.setHeader('content-encoding', 'br');
    if (content === null) response.statusCode = 404;
    else this.sentBytes.set(path, content.length);
    response.end(content ?? 'not found');
  }
}

/** The content of a file; null where there is none. */
function readOnce(path: string): Promise<Buffer | null> {
  const read = READ.get(path) ?? readFile(path).catch(() => null);
  READ.set(path, read);
  return read;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8') || '{}';
}
