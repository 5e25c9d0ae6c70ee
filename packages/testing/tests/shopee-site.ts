import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bridge,
  createAddressGuard,
  createBridge,
  type HttpBody,
  type HttpRequest,
  type Socket,
  systemClock,
} from '@pasar/bridge';
import { startSimulator } from '@pasar/simulator';
import { z } from 'zod';
import { type Place, SimulatorControl, type SimulatorLogin } from '../src/control.ts';
import { within } from '../src/wait.ts';

export const CNSC = '/api/cnsc/selleraccount';
export const CHAT_LOGIN = '/webchat/api/coreapi/v1.2/mini/login';
const CHAT = '/webchat/api/v1.2';
const KEYS = { appKey: 'app', salt: 'salt' };
const chatLogin = z.object({ token: z.string(), user: z.object({ uid: z.string() }) });
const toJson = (value: unknown): HttpBody => ({ type: 'json', value });

interface LosslessJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}
const lossless = JSON as LosslessJson & typeof JSON;

/** Parses JSON with integers beyond 2^53 as `bigint`; the test's own parser, independent of the product's code. */
export const parseJson = (text: string): unknown =>
  lossless.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(source ?? '')
      ? BigInt(source ?? '')
      : value,
  );

export interface Answer {
  readonly status: number;
  readonly json: unknown;
}
export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  readonly token?: string;
  /** Headers that replace the default headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface SignedCall {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: HttpBody;
  readonly token: string;
}
/** x-s of version 4; the test's own signature. */
function signatureOf({ method, path, search, body, token }: SignedCall): Readonly<Record<string, string>> {
  const ts = String(Date.now());
  const isBroken = body.type === 'bytes' && body.contentType === 'application/json';
  const text = body.type === 'json' ? JSON.stringify(body.value) : isBroken ? new TextDecoder().decode(body.bytes) : '';
  const digest = createHash('sha256').update(text).digest('hex');
  const lines = [method, path, search, digest, token, ts].join('\n');
  return { ts, 'x-v': '4', 'x-s': createHmac('sha256', KEYS.appKey).update(lines).digest('hex') };
}

/** The simulated Shopee, called directly and without the connector. */
export class ShopeeSite {
  readonly origin: string;
  readonly control: SimulatorControl;
  readonly logins: readonly SimulatorLogin[];
  readonly #places: readonly Place[];
  readonly #bridges: Bridge[] = [];
  readonly #stop: () => Promise<void>;

  private constructor(
    origin: string,
    control: SimulatorControl,
    logins: readonly SimulatorLogin[],
    places: readonly Place[],
    stop: () => Promise<void>,
  ) {
    this.origin = origin;
    this.control = control;
    this.logins = logins;
    this.#places = places;
    this.#stop = stop;
  }

  static async open(tokenLifeMs: number): Promise<ShopeeSite> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'pasar-shopee-'));
    const simulator = await startSimulator({ port: 0, dataDirectory, seed: 'shopee', tokenLifeMs, keys: KEYS });
    const control = new SimulatorControl(simulator.controlOrigin);
    const shops = await control.shops('shopee');
    const places = shops.flatMap(({ shopId, buyers }) =>
      buyers.map(({ buyerId }) => ({ marketplace: 'shopee' as const, shopId, buyerId })),
    );
    return new ShopeeSite(simulator.origins.shopee, control, await control.logins('shopee'), places, async () => {
      await simulator.close();
      await rm(dataDirectory, { recursive: true, force: true });
    });
  }

  login(kind: SimulatorLogin['kind']): SimulatorLogin {
    const login = this.logins.find((each) => each.kind === kind);
    if (login === undefined) throw new Error(`no ${kind} login`);
    return login;
  }
  place(shopId: string, index: number): Place {
    const place = this.#places.filter((each) => each.shopId === shopId)[index];
    if (place === undefined) throw new Error(`shop ${shopId} has no buyer ${index}`);
    return place;
  }

  browser(): Browser {
    const bridge = createBridge({
      route: { kind: 'direct' },
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
      guard: createAddressGuard({ allowLoopback: true }),
    });
    this.#bridges.push(bridge);
    return new Browser(this.origin, bridge);
  }
  async close(): Promise<void> {
    for (const bridge of this.#bridges) await bridge.close();
    await this.#stop();
  }
}

/** One person's browser: a cookie jar and calls. */
export class Browser {
  readonly bridge: Bridge;
  readonly #origin: string;
  readonly #cds = randomUUID();

  constructor(origin: string, bridge: Bridge) {
    this.#origin = origin;
    this.bridge = bridge;
    bridge.cookies.set(origin, 'SPC_CDS', this.#cds);
  }

  async call(method: HttpRequest['method'], path: string, options: CallOptions = {}): Promise<Answer> {
    const { query = {}, body = { type: 'none' }, token, headers: extra = {} } = options;
    const search = String(new URLSearchParams({ SPC_CDS: this.#cds, SPC_CDS_VER: '2', ...query }));
    const auth: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const signed = token === undefined ? {} : signatureOf({ method, path, search, body, token });
    const headers = { ...auth, ...signed, ...extra };
    const url = `${this.#origin}${path}?${search}`;
    const { status, text } = await this.bridge.http.request({ method, url, headers, body, timeoutMs: 5_000 });
    return { status, json: text === '' ? null : parseJson(text) };
  }

  logIn(path: string, { identifier, password }: { readonly identifier: string; readonly password: string }) {
    const md5 = createHash('md5').update(password).digest('hex');
    const fields = { username: identifier, password_hash: createHash('sha256').update(md5).digest('hex') };
    return this.call('POST', path, { body: { type: 'form', fields } });
  }
}

/** A person in the chat of a shop account, or of a cross-border account. */
export class Chatter {
  readonly site: ShopeeSite;
  readonly browser: Browser;
  readonly login: SimulatorLogin;
  readonly #token: string;
  readonly #uid: string;
  private constructor(site: ShopeeSite, browser: Browser, login: SimulatorLogin, token: string, uid: string) {
    this.site = site;
    this.browser = browser;
    this.login = login;
    this.#token = token;
    this.#uid = uid;
  }
  static async enter(site: ShopeeSite, kind: SimulatorLogin['kind']): Promise<Chatter> {
    const login = site.login(kind);
    const browser = site.browser();
    await browser.logIn(kind === 'shop' ? '/api/v2/login/' : `${CNSC}/login/`, login);
    if (kind === 'merchant') await switchShop(browser, login);
    const path = kind === 'shop' ? CHAT_LOGIN : CHAT_LOGIN.replace('/login', '/cbsc/login');
    const { token, user } = chatLogin.parse((await browser.call('POST', path, { body: toJson({}) })).json);
    return new Chatter(site, browser, login, token, user.uid);
  }
  get shopId(): string {
    return this.login.shopIds[0] ?? '';
  }
  place(index: number): Place {
    return this.site.place(this.shopId, index);
  }
  /** Makes a call; gives the answer's body and status. */
  ask(method: HttpRequest['method'], path: string, options: CallOptions = {}): Promise<Answer> {
    return this.browser.call(method, `${CHAT}/${path}`, {
      token: this.#token,
      ...options,
      query: { _uid: this.#uid, ...options.query },
    });
  }
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return (await this.ask('GET', path, { query: { shop_id: this.shopId, ...query } })).json;
  }
  async post(path: string, value: Readonly<Record<string, unknown>>): Promise<unknown> {
    return (await this.ask('POST', path, { body: toJson({ shop_id: this.shopId, ...value }) })).json;
  }
  put(path: string, value: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.ask('PUT', path, { body: toJson({ shop_id: this.shopId, ...value }) });
  }
  async send(place: Place, requestId: string = randomUUID(), text = 'hello'): Promise<unknown> {
    const content = { text, uid: requestId };
    return this.post('messages', { request_id: requestId, to_id: place.buyerId, type: 'text', content });
  }

  /** Opens a socket, after the server has confirmed the connection. */
  async listen(): Promise<ChatStream> {
    const url = `${this.site.origin.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket`;
    const options = { url, protocols: [], headers: {}, connectTimeoutMs: 5_000 };
    const stream = new ChatStream(await this.browser.bridge.sockets.open(options));
    await stream.waitFor((frames) => frames.includes('40'), 'the server to connect us');
    return stream;
  }
}

/** The text frames of one socket. */
export class ChatStream {
  readonly frames: string[] = [];
  readonly socket: Socket;
  #look: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.onMessage((message) => {
      this.frames.push(message.type === 'text' ? message.text : '(binary)');
      this.#look();
    });
  }
  /** The payloads of the event frames. */
  get events(): readonly unknown[] {
    return this.frames.flatMap((frame) => (frame.startsWith('42') ? [parseJson(frame.slice(2))] : []));
  }
  async waitFor(isThere: (frames: readonly string[]) => boolean, what: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#look = () => {
      if (isThere(this.frames)) resolve();
    };
    this.#look();
    await within(promise, what);
  }
  async waitForEvents(count: number): Promise<readonly unknown[]> {
    await this.waitFor(() => this.events.length >= count, `${count} events`);
    return this.events;
  }
}

export const switchShop = (browser: Browser, login: SimulatorLogin): Promise<Answer> =>
  browser.call('POST', `${CNSC}/switch_merchant_shop/`, { body: toJson({ shop_id: login.shopIds[0] }) });
