import { CALLS, type Change, type ShopImportView, type SignInView, signInView } from '@pasar/api';
import { systemClock } from '@pasar/bridge';
import type { Challenge, ShopFacts, SignIn } from '@pasar/connector-kit';
import { asPlatformShopId, type Marketplace, type PermissionKey, type Refusal, refusal } from '@pasar/domain';
import { pino } from 'pino';
import { vi } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from '../../src/engine/handshakes.ts';
import { SignIns } from '../../src/engine/sign-in/sign-ins.ts';
import { SIGN_IN_CHANNEL } from '../../src/records/change-feed.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './database.ts';
import { DIRECT } from './routing.ts';
import { ScriptedConnector } from './scripted-connector.ts';
import { type LiveWindow, openTestWeb, type TestWeb, Visitor } from './web.ts';

export const PATIENT = { timeout: 15_000, interval: 20 };

export const shopFacts = (id: string): ShopFacts => ({
  platformShopId: asPlatformShopId(id),
  userId: null,
  name: `shop ${id}`,
  country: 'SG',
  isCb: false,
  merchantId: null,
  accountId: null,
});
export const captcha = (captchaId: string): Challenge => ({
  kind: 'captcha',
  captchaId,
  captchaType: 'text',
  image: { type: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
  background: null,
  continuation: `secret thread of ${captchaId}`,
});
export const code = (target: string, resendAfterMs: number | null = 60_000): Challenge => ({
  kind: 'code',
  channel: 'sms',
  target,
  resendAfterMs,
  continuation: `secret thread of ${target}`,
});
export const demands = (challenge: Challenge, why: Refusal = refusal('verification_needed')): SignIn => ({
  ok: false,
  refusal: why,
  canRetry: false,
  challenge,
});
export const refuses = (why: Refusal, canRetry = false): SignIn => ({
  ok: false,
  refusal: why,
  canRetry,
  challenge: null,
});

/** `SignIns` that signs shops in at scripted marketplaces, with its log and a clock that the test moves. */
export interface SignInHarness {
  readonly database: TestDatabase;
  readonly web: TestWeb;
  readonly shopee: ScriptedConnector;
  readonly lines: readonly string[];
  turnClock(ms: number): void;
  now(): number;
  /** Wakes every `SignIns`, as a notification of the database does. */
  wakeSignIns(): Promise<void>;
  /** Another process that signs in. */
  openSignIns(options?: {
    readonly shopee?: ScriptedConnector;
    readonly shopQuota?: number;
    readonly handshakes?: Handshakes;
  }): Promise<SignIns>;
  openEngine(): Promise<Engine>;
  /** A seller with one login for each entry of `shops`, whose window is closed after the test. */
  seller(shops?: readonly (readonly string[])[], sub?: SubAccount): Promise<Seller>;
  /** Closes everything that the test opened, and clears the scripts. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** The turns of one process, with its own limits. */
export const turns = (): Handshakes => new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE);

export async function openSignInHarness(): Promise<SignInHarness> {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const web = await openTestWeb(database, null, { now });
  const shopee = new ScriptedConnector();
  const connectorsWith = (own: ScriptedConnector): Readonly<Record<Marketplace, ScriptedConnector>> => ({
    shopee: own,
    lazada: new ScriptedConnector(20, 'lazada'),
    tiktok: new ScriptedConnector(20, 'tiktok'),
  });
  const forSignIns = ({ shopee, lazada, tiktok }: ReturnType<typeof connectorsWith>) => ({
    shopee: shopee.forSignIns(),
    lazada: lazada.forSignIns(),
    tiktok: tiktok.forSignIns(),
  });
  const handshakes = turns();
  const open: { stop(): Promise<void> }[] = [];
  const sellers: Seller[] = [];
  const harness: SignInHarness = {
    database,
    web,
    shopee,
    lines,
    now,
    turnClock: (ms) => {
      ahead += ms;
    },
    async wakeSignIns() {
      await database.owner.query('select pg_notify($1, $2)', [SIGN_IN_CHANNEL, '']);
    },
    async openSignIns(options = {}) {
      const signIns = new SignIns({
        database: database.engine,
        secrets: database.secrets,
        connectors: forSignIns(connectorsWith(options.shopee ?? shopee)),
        routing: DIRECT,
        handshakes: options.handshakes ?? handshakes,
        now,
        log,
        shopQuota: options.shopQuota ?? null,
      });
      open.push(signIns);
      await signIns.start();
      return signIns;
    },
    async openEngine() {
      const engine = new Engine({
        onBatch: () => undefined,
        database: database.engine,
        secrets: database.secrets,
        connectors: connectorsWith(shopee),
        routing: DIRECT,
        handshakes,
        clock: { ...systemClock, now },
        log,
        onStep: () => undefined,
        doubt: { windowMs: 1_000, lookIntervalMs: 100 },
      });
      open.push(engine);
      await engine.start();
      return engine;
    },
    async seller(shops, sub) {
      const seller = await Seller.open(harness, shops, sub);
      sellers.push(seller);
      return seller;
    },
    async clean() {
      for (const seller of sellers.splice(0)) seller.close();
      for (const part of open.splice(0).reverse()) await part.stop();
      // The next test must not serve the connections of this one.
      await database.owner.query("update connection_lease set holder = gen_random_uuid(), expires_at = 'infinity'");
      shopee.onSignIn = null;
      shopee.onResend = () => ({ ok: false, refusal: refusal('verification_code_not_sent'), canRetry: false });
      shopee.refusedLogin = null;
      shopee.shops = [];
      shopee.asked.logins = 0;
      shopee.asked.closes = 0;
      shopee.asked.contexts.length = 0;
    },
    async close() {
      await web.close();
      await database.close();
    },
  };
  return harness;
}

export interface SubAccount {
  readonly permissionCodeList: readonly PermissionKey[];
  readonly shops: readonly string[];
}

let tenants = 0;

/** A separate seller with an open window. */
export class Seller {
  readonly tenant: TestTenant;
  readonly username: string;
  readonly visitor: Visitor;
  readonly window: LiveWindow;
  readonly #harness: SignInHarness;

  private constructor(
    harness: SignInHarness,
    tenant: TestTenant,
    username: string,
    visitor: Visitor,
    window: LiveWindow,
  ) {
    this.#harness = harness;
    this.tenant = tenant;
    this.username = username;
    this.visitor = visitor;
    this.window = window;
  }

  static async open(
    harness: SignInHarness,
    shops: readonly (readonly string[])[] = [],
    sub: SubAccount | null = null,
  ): Promise<Seller> {
    tenants += 1;
    const username = `seller-${tenants}@x`;
    const subs = sub
      ? [
          {
            username: `${username}:sub`,
            password: 'right',
            name: 'sub',
            permissionCodeList: sub.permissionCodeList,
            shops: sub.shops.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId })),
          },
        ]
      : [];
    const tenant = await makeTenant(harness.database, username, shops, subs);
    return new Seller(harness, tenant, username, ...(await look(harness, username)));
  }

  /** The sub-account's own browser. */
  async sub(): Promise<{ readonly visitor: Visitor; readonly window: LiveWindow }> {
    const [visitor, window] = await look(this.#harness, `${this.username}:sub`);
    return { visitor, window };
  }

  async start(
    identifier: string,
    password = 'marketplace password',
    visitor = this.visitor,
    marketplace: Marketplace = 'shopee',
  ): Promise<SignInView> {
    const input = { marketplace, country: 'SG', identifier, password };
    return toSignIn(await visitor.call(CALLS.signIn.startSignIn, input));
  }

  async answer(signInId: string, answer: object): Promise<SignInView> {
    return toSignIn(await this.visitor.call(CALLS.signIn.answerChallenge, { signInId, ...answer }));
  }

  /** The newest change of a sign-in, once it is in this state. */
  async until(
    signInId: string,
    state: SignInView['state'],
    isIt: (view: SignInView) => boolean = () => true,
    window: LiveWindow = this.window,
  ): Promise<SignInView> {
    const newest = () => told(window, 'signIn', (change) => change.signIn.signInId === signInId).at(-1)?.signIn;
    await window.until(() => {
      const view = newest();
      return view?.state === state && isIt(view);
    });
    const view = newest();
    if (!view) throw new Error('nothing was told');
    return view;
  }

  async connection(identifier: string) {
    const found = await this.#harness.database.owner.query(
      'select * from connection where account_id = $1 and identifier = $2',
      [this.tenant.accountId, identifier],
    );
    return found.rows[0] ?? null;
  }

  async shopIds(): Promise<string[]> {
    const found = await this.#harness.database.owner.query<{ platform_shop_id: string }>(
      'select platform_shop_id from shop where account_id = $1 order by 1',
      [this.tenant.accountId],
    );
    return found.rows.map((row) => row.platform_shop_id);
  }

  /** The secret fields that are stored for an owner. */
  async secretsOf(ownerId: string): Promise<string[]> {
    const found = await this.#harness.database.owner.query<{ field: string }>(
      'select field from secret where owner_id = $1 order by 1',
      [ownerId],
    );
    return found.rows.map((row) => row.field);
  }

  untilConnection(identifier: string, state: string): Promise<void> {
    return vi.waitFor(async () => {
      const row = await this.connection(identifier);
      if (row?.state !== state) throw new Error(`${identifier} is ${row?.state}`);
    }, PATIENT);
  }

  close(): void {
    this.window.close();
  }
}

async function look(harness: SignInHarness, username: string): Promise<[Visitor, LiveWindow]> {
  const visitor = new Visitor(harness.web.origin);
  const answer = await visitor.logIn(CALLS.account.login, username, 'right');
  if (answer.result !== 'success') throw new Error(`no login: ${answer.reason}`);
  return [visitor, await visitor.live(0)];
}

type Told<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;
/** The changes of one kind that a window was told, in order. */
export const told = <Kind extends 'signIn' | 'shop' | 'shopImport' | 'purge'>(
  window: LiveWindow,
  kind: Kind,
  isIt: (change: Told<Kind>) => boolean = () => true,
): Told<Kind>[] => (window.changes as unknown as Change[]).filter((c): c is Told<Kind> => c.kind === kind).filter(isIt);

export const newestImport = (window: LiveWindow): ShopImportView | null =>
  told(window, 'shopImport').at(-1)?.shopImport ?? null;

export function toSignIn(answer: Awaited<ReturnType<Visitor['call']>>): SignInView {
  if (answer.result === 'fail') throw new Error(`${answer.code}: ${answer.reason} ${answer.detail}`);
  return signInView.parse((answer.data as { signIn: unknown }).signIn);
}
