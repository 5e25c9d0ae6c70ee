import type { CALLS, Call, CallInput, FailAnswer } from '@pasar/api';
import { createAddressGuard, type ProxyConfig, systemClock } from '@pasar/bridge';
import { type Logger, pino } from 'pino';
import WebSocket from 'ws';
import { unavailable } from '../../src/engine/media.ts';
import { FailedLogins } from '../../src/features/account/failed-logins.ts';
import { LoginLimits } from '../../src/features/account/login-limits.ts';
import type { SignOnProvider } from '../../src/features/security/provider.ts';
import { Model, type ModelPlace } from '../../src/features/suggestions/model.ts';
import { Suggester } from '../../src/features/suggestions/suggester.ts';
import { Provider } from '../../src/features/translation/provider.ts';
import { Translator } from '../../src/features/translation/translator.ts';
import { buildApp, PATIENCE, type Patience } from '../../src/http/app.ts';
import { ATTEMPT_COOKIE, SESSION_COOKIE } from '../../src/http/cookies.ts';
import { type BodyLimits, LARGE_BODIES } from '../../src/http/large-bodies.ts';
import { LIVE_TICK_MS, LiveStream } from '../../src/http/live.ts';
import type { PictureFetcher } from '../../src/http/media.ts';
import { Mailer, type MailPlace } from '../../src/mail/mailer.ts';
import type { AskShop } from '../../src/records/ask-shop.ts';
import { accountWatch } from '../../src/records/owner-link.ts';
import { webhookAddresses } from '../../src/records/webhook-address.ts';
import type { SmsSender } from '../../src/sms/sms-sender.ts';
import { noticeOutages } from '../../src/storage/outages.ts';
import { openSnapshot } from '../../src/storage/snapshot.ts';
import type { TestDatabase } from './database.ts';

/** Only the HTTP side, on a free port, over a test database. */
export interface TestWeb {
  readonly origin: string;
  /** The paths of all routes, as the HTTP application has mounted them. */
  readonly routes: readonly string[];
  close(): Promise<void>;
}

export interface TestWebOptions {
  readonly now?: () => number;
  readonly publicUrl?: string;
  readonly provider?: SignOnProvider;
  readonly isLoopbackAllowed?: boolean;
  readonly proxyProbe?: string;
  readonly exitProbe?: string;
  readonly boostProxy?: ProxyConfig;
  readonly hasChatProxies?: boolean;
  readonly shopQuota?: number;
  readonly emptyMeansAll?: boolean;
  readonly isWebhookPrivate?: boolean;
  readonly tickMs?: number;
  readonly trustedProxies?: readonly string[];
  readonly patience?: Patience;
  readonly largeBodies?: BodyLimits;
  readonly log?: Logger;
  /** The built web client; by default there is none. */
  readonly webFolder?: string;
  /** Answers calls by shops' sessions; by default no process serves a connection. */
  readonly askShop?: AskShop;
  /** The translation service; by default the server has none. */
  readonly translation?: { readonly url: string; readonly key: string | null };
  /** The model that writes suggestions; by default the server has none. */
  readonly draftModel?: ModelPlace;
  /** The SMTP server; by default the server has none. */
  readonly mail?: MailPlace;
  /** Sends codes to mobile numbers; by default nobody does. */
  readonly sms?: SmsSender;
  readonly isRegistrationOpen?: boolean;
  /** Conversations can be assigned to members who have no window open; by default they cannot. */
  readonly isEverybodyOnline?: boolean;
}

const NOBODY: PictureFetcher = { fetchPicture: async () => unavailable('nobody serves connections') };

/** `pictures` fetches pictures; by default no process serves connections. */
export async function openTestWeb(
  database: TestDatabase,
  pictures: PictureFetcher | null = null,
  options: TestWebOptions = {},
): Promise<TestWeb> {
  const log = options.log ?? pino({ level: 'silent' });
  const emptyMeansAll = options.emptyMeansAll ?? false;
  const pool = noticeOutages(database.app, log, () => undefined);
  const guard = createAddressGuard({ allowLoopback: options.isLoopbackAllowed ?? true });
  const provider =
    options.translation === undefined ? null : new Provider({ place: options.translation, guard, clock: systemClock });
  const model =
    options.draftModel === undefined ? null : new Model({ place: options.draftModel, guard, clock: systemClock });
  const mailer = options.mail === undefined ? null : new Mailer(options.mail, log);
  const failedLogins = new FailedLogins(pool, log);
  const live = new LiveStream({
    database: pool,
    log,
    readToken: (header) => app.parseCookie(header)[SESSION_COOKIE] ?? null,
    emptyMeansAll,
    tickMs: options.tickMs ?? LIVE_TICK_MS,
    now: Date.now,
  });
  const app = await buildApp({
    log,
    database: pool,
    secrets: database.secrets,
    pictures: pictures ?? NOBODY,
    openSnapshot: (scope) => openSnapshot(database.config, scope),
    emptyMeansAll,
    now: options.now ?? (() => Date.now()),
    surroundings: {
      clock: systemClock,
      guard,
      proxyProbe: options.proxyProbe ?? null,
      exitProbe: options.exitProbe ?? null,
      boostProxy: options.boostProxy ?? null,
      hasChatProxies: options.hasChatProxies ?? false,
      originsOf: () => ['https://seller.example'],
      hasWindow: async (accountId, memberId) =>
        options.isEverybodyOnline === true || live.hasWindow(accountId, memberId),
      askShop: options.askShop ?? (async () => null),
      shopQuota: options.shopQuota ?? null,
      webhookAddresses: webhookAddresses(options.isWebhookPrivate ?? false),
      translator: new Translator(provider),
      suggester: new Suggester(model),
      mailer,
    },
    onStep: () => undefined,
    onAnswered: () => undefined,
    webFolder: options.webFolder ?? null,
    pictureOrigins: [],
    trustedProxies: options.trustedProxies ?? [],
    patience: options.patience ?? PATIENCE,
    largeBodies: options.largeBodies ?? LARGE_BODIES,
    loginLimits: new LoginLimits(() => Date.now()),
    failedLogins,
    sms: options.sms ?? null,
    isRegistrationOpen: options.isRegistrationOpen ?? false,
    isHealthy: async () => true,
    warnings: () => [],
    publicUrl: options.publicUrl ?? null,
    provider: options.provider ?? null,
    hasAccount: accountWatch(pool),
    uiConfig: {
      productName: 'Pasar',
      version: '0.0.0',
      locales: [],
      demoLogin: null,
      features: { registerByMobile: false, registerByEmail: false, resetByMobile: false, resetByEmail: false },
      customerGroup: null,
      shopQuota: null,
      limits: { passwordLength: 6, codeSeconds: 600 },
      singleSignOn: options.provider?.name ?? null,
    },
  });
  await live.start(app.server);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    origin,
    routes: pathsOf(app.printRoutes({ commonPrefix: false })),
    close: async () => {
      await live.stop();
      await app.close();
      await failedLogins.idle();
      await provider?.close();
      await model?.close();
      await mailer?.close();
    },
  };
}

/** The paths in Fastify's picture of its routes, without the patterns of their parameters. */
const pathsOf = (picture: string): string[] => {
  const open: string[] = [];
  return picture.split('\n').flatMap((line) => {
    const found = /^(?<indent>[│ ]*)[├└]── (?<part>\S+)(?<methods> \(.+\))?/.exec(line)?.groups;
    if (found === undefined) return [];
    const depth = (found.indent ?? '').length / 4;
    open.splice(depth, open.length, found.part ?? '');
    return found.methods === undefined ? [] : [open.join('').replaceAll(/\(.*?\)(?=\/|$)/g, '')];
  });
};

export type AnyAnswer = { result: 'success'; data: unknown } | FailAnswer;

/** A browser with a person: keeps the session cookie. */
export class Visitor {
  readonly origin: string;
  cookie = '';
  /** The cookie of an attempt that this browser has begun. */
  attempt = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** `leaving`: breaks the request off. */
  async call<C extends Call>(
    call: C,
    input: unknown = {},
    headers: Record<string, string> = {},
    leaving: AbortSignal | null = null,
  ): Promise<AnyAnswer> {
    const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const response = await fetch(`${this.origin}${call.path}${query}`, {
      method: call.method,
      signal: leaving,
      headers: {
        'accept-language': 'en',
        cookie: `${this.cookie}; ${this.attempt}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(call.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
    const set = response.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`));
    if (set) this.cookie = set.split(';')[0] ?? '';
    const begun = response.headers.getSetCookie().find((line) => line.startsWith(`${ATTEMPT_COOKIE}=`));
    if (begun) this.attempt = begun.split(';')[0] ?? '';
    return (await response.json()) as AnyAnswer;
  }

  logIn(login: typeof CALLS.account.login, mobile: string, password: string): Promise<AnyAnswer> {
    const input: CallInput<typeof login> = { mobile, password };
    return this.call(login, input);
  }

  /** Opens the live stream and collects its frames. */
  async live(since: number): Promise<LiveWindow> {
    const socket = new WebSocket(`${this.origin.replace('http', 'ws')}/api/live?since=${since}`, {
      headers: { cookie: this.cookie },
    });
    const window = new LiveWindow(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
    });
    return window;
  }
}

interface Frame {
  readonly type: string;
  readonly upTo?: number;
  readonly moment?: { readonly kind: string; readonly [key: string]: unknown };
  readonly changes?: readonly { readonly kind: string; readonly seq: number; readonly [key: string]: unknown }[];
}

export class LiveWindow {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;
  #notice: () => void = () => undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      this.#notice();
    });
  }

  get changes() {
    return this.frames.flatMap((frame) => frame.changes ?? []);
  }

  get moments() {
    return this.frames.flatMap((frame) => (frame.moment ? [frame.moment] : []));
  }

  /** Resolves when the frames so far satisfy `isThere`; rejects after ten seconds with the frames that came. */
  async until(isThere: (window: LiveWindow) => boolean): Promise<void> {
    const deadline = AbortSignal.timeout(10_000);
    while (!isThere(this)) {
      await new Promise<void>((resolve, reject) => {
        this.#notice = resolve;
        deadline.addEventListener('abort', () => reject(new Error(`never came; got ${JSON.stringify(this.frames)}`)));
      });
    }
  }

  /** Says a text to the server. */
  say(text: string): void {
    this.#socket.send(text);
  }

  /** Reads and answers nothing any more, like a line that is cut without a sign. */
  freeze(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.terminate();
  }
}
