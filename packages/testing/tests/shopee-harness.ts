/** A simulated Shopee, connectors that log in, and the actions of the account's owner. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAddressGuard, createBridge, systemClock } from '@pasar/bridge';
import type {
  ChallengeAnswer,
  ConnectionContext,
  Connector,
  ConnectorNotice,
  Credentials,
  SignIn,
} from '@pasar/connector-kit';
import { createShopeeConnector, createSigner, ShopeeSession, type SignatureVersion } from '@pasar/connector-shopee';
import type { Country, DomainSwitchResult, RoutingLine } from '@pasar/domain';
import { startSimulator } from '@pasar/simulator';
import { z } from 'zod';
import { SimulatorControl, type SimulatorLogin } from '../src/control.ts';

const KEYS = { appKey: 'app', salt: 'salt' };

export interface EnterOptions {
  readonly country?: Country;
  readonly identifier?: string;
  readonly answer?: ChallengeAnswer | null;
  /** Cookies that continue another attempt's jar. */
  readonly cookies?: string;
  readonly signatureKey?: string;
  readonly signatureVersion?: SignatureVersion;
  /** How far this machine's clock is ahead of the marketplace's. */
  readonly aheadMs?: number;
  readonly mayUsePassword?: boolean;
  readonly line?: RoutingLine;
  readonly alternateOrigin?: string;
  readonly known?: DomainSwitchResult;
  /** Whether an address in an answer may be on this machine, where the simulator runs. */
  readonly isLoopbackAllowed?: boolean;
}
/** One login attempt. */
export interface Attempt {
  readonly signIn: SignIn;
  readonly notices: readonly ConnectorNotice[];
  readonly switched: ReadonlyMap<Country, DomainSwitchResult>;
  /** Hosts and paths of the requests, in order. */
  readonly asked: readonly string[];
  readonly cookies: () => string;
  readonly resend: (continuation: string) => ReturnType<Connector['resendCode']>;
}

export class ShopeeHarness {
  readonly control: SimulatorControl;
  readonly controlOrigin: string;
  readonly origin: string;
  readonly #closers: (() => Promise<void>)[];

  private constructor(controlOrigin: string, origin: string, stop: () => Promise<void>) {
    this.controlOrigin = controlOrigin;
    this.origin = origin;
    this.control = new SimulatorControl(controlOrigin);
    this.#closers = [stop];
  }
  static async open(): Promise<ShopeeHarness> {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'pasar-shopee-harness-'));
    const simulator = await startSimulator({
      port: 0,
      dataDirectory,
      seed: 'harness',
      tokenLifeMs: 60_000,
      keys: KEYS,
    });
    return new ShopeeHarness(simulator.controlOrigin, simulator.origins.shopee, async () => {
      await simulator.close();
      await rm(dataDirectory, { recursive: true, force: true });
    });
  }

  async login(kind: SimulatorLogin['kind'], index = 0): Promise<SimulatorLogin> {
    const login = (await this.control.logins('shopee')).filter((each) => each.kind === kind)[index];
    if (login === undefined) throw new Error(`no ${kind} login ${index}`);
    return login;
  }

  async enter(login: SimulatorLogin, options: EnterOptions = {}): Promise<Attempt> {
    const notices: ConnectorNotice[] = [];
    const asked: string[] = [];
    const country = options.country ?? login.country;
    const switched = new Map<Country, DomainSwitchResult>(
      options.known === undefined ? [] : [[country, options.known] as const],
    );
    const origin = () => this.origin;
    const connector = createShopeeConnector({
      sellerOrigin: origin,
      alternateSellerOrigin: () => options.alternateOrigin ?? null,
      socketOrigin: origin,
      mallOrigin: origin,
      imageOrigin: () => 'https://pictures.example',
      signer: createSigner(options.signatureKey ?? KEYS.appKey, options.signatureVersion),
    });
    const real = createBridge({
      route: { kind: 'direct' },
      storedCookies: options.cookies ?? null,
      clock: { ...systemClock, now: () => systemClock.now() + (options.aheadMs ?? 0) },
      uuid: randomUUID,
      guard: createAddressGuard({ allowLoopback: options.isLoopbackAllowed ?? true }),
    });
    this.#closers.push(() => real.close());
    const http: typeof real.http = {
      request(request) {
        const { host, pathname } = new URL(request.url);
        asked.push(`${request.method} ${host}${pathname}`);
        return real.http.request(request);
      },
    };
    const credentials: Credentials = {
      identifier: options.identifier ?? login.identifier,
      password: login.password,
      country,
    };
    const context: ConnectionContext = {
      bridge: { ...real, http },
      media: real.media,
      shops: [],
      credentials,
      saveSession: async () => undefined,
      storedSession: options.cookies ?? null,
      mayUsePassword: options.mayUsePassword ?? true,
      line: options.line ?? 'auto',
      answer: options.answer ?? null,
      domainSwitch: { get: (of) => switched.get(of) ?? null, set: (of, result) => void switched.set(of, result) },
      notify: (notice) => void notices.push(notice),
    };
    const signIn = await connector.startSession(context);
    if (signIn.ok) this.#closers.push(() => signIn.value.close());
    const cookies = () => real.cookies.serialize();
    const resend = (continuation: string) => connector.resendCode(context, continuation);
    return { signIn, notices, switched, asked, cookies, resend };
  }
  async session(login: SimulatorLogin, options: EnterOptions = {}): Promise<ShopeeSession> {
    const { signIn } = await this.enter(login, options);
    if (!signIn.ok) throw new Error(`not let in: ${signIn.refusal.reason} (${signIn.refusal.detail})`);
    if (!(signIn.value instanceof ShopeeSession)) throw new TypeError('no session of Shopee');
    return signIn.value;
  }

  /** Sets the demands of the account. */
  async demand(
    { identifier }: SimulatorLogin,
    changes: { readonly demands?: readonly string[]; readonly remaining?: number; readonly refusal?: string },
  ): Promise<void> {
    await this.ask('PUT', '/sim/demands', { marketplace: 'shopee', identifier, ...changes });
  }
  /** The newest code on the phone or in the mailbox of the account. */
  async code({ identifier }: SimulatorLogin): Promise<{ readonly code: string; readonly channel: string }> {
    const query = new URLSearchParams({ marketplace: 'shopee', identifier });
    const inbox = z.object({ codes: z.array(z.object({ code: z.string(), channel: z.string() })) });
    const [newest] = inbox.parse(await this.ask('GET', `/sim/codes?${query}`)).codes;
    if (newest === undefined) throw new Error('no code was sent');
    return newest;
  }
  async codeCount({ identifier }: SimulatorLogin): Promise<number> {
    const query = new URLSearchParams({ marketplace: 'shopee', identifier });
    return z.object({ codes: z.array(z.unknown()) }).parse(await this.ask('GET', `/sim/codes?${query}`)).codes.length;
  }
  async captchaSolution(captchaId: string): Promise<string> {
    const answer = await this.ask('GET', `/sim/captchas/${captchaId}`);
    return z.object({ solution: z.string() }).parse(answer).solution;
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.controlOrigin}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}
