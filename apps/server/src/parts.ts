import { hostname } from 'node:os';
import type { CALLS, CallOutput } from '@pasar/api';
import { type AddressGuard, type Clock, createAddressGuard, systemClock } from '@pasar/bridge';
import { LOCALES, type Marketplace, OWN_LIMITS, PASSWORD_LENGTH } from '@pasar/domain';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createConnectors, marketplaceOrigins } from './connectors.ts';
import { Alerts } from './engine/alerts/alerts.ts';
import type { DeliveryStep, DoubtTiming } from './engine/connection/runner-context.ts';
import { Engine, type EngineParts } from './engine/engine.ts';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from './engine/handshakes.ts';
import { Routing } from './engine/routing.ts';
import { makeIndexer } from './engine/search/indexer.ts';
import { SignIns } from './engine/sign-in/sign-ins.ts';
import { makeTagger } from './engine/tagging/tagger.ts';
import type { TaskStep } from './engine/tasks/perform.ts';
import { Tasks } from './engine/tasks/tasks.ts';
import { WebhookPoster } from './engine/webhooks/post.ts';
import { Webhooks } from './engine/webhooks/webhooks.ts';
import { FailedLogins } from './features/account/failed-logins.ts';
import { LoginLimits } from './features/account/login-limits.ts';
import { SignOnProvider } from './features/security/provider.ts';
import { Model } from './features/suggestions/model.ts';
import { Suggester } from './features/suggestions/suggester.ts';
import { Provider } from './features/translation/provider.ts';
import { Translator } from './features/translation/translator.ts';
import { databaseProbe } from './health.ts';
import { buildApp, PATIENCE } from './http/app.ts';
import { SESSION_COOKIE } from './http/cookies.ts';
import { LARGE_BODIES } from './http/large-bodies.ts';
import { LIVE_TICK_MS, LiveStream } from './http/live.ts';
import { Asker } from './live-session/asker.ts';
import { PeerClient } from './live-session/peer-client.ts';
import { announcePeer } from './live-session/peer-directory.ts';
import { buildPeerServer, listenForPeers } from './live-session/peer-server.ts';
import { PeerSignature } from './live-session/signature.ts';
import type { ProcessLog } from './log.ts';
import { Mailer } from './mail/mailer.ts';
import type { MeasuredParts, Metrics } from './metrics/metrics.ts';
import type { MetricsAddress } from './metrics/serve.ts';
import { freeShareOf, OperatorWatch } from './operator-watch.ts';
import { CODE_LIMITS } from './records/entrance-codes.ts';
import { accountWatch, offerOwnerLink } from './records/owner-link.ts';
import { webhookAddresses } from './records/webhook-address.ts';
import { AliyunSender } from './sms/aliyun-sender.ts';
import { ConsoleSender } from './sms/console-sender.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import { StartupError } from './startup-error.ts';
import type { Stop } from './stop.ts';
import { type Database, openDatabase, type PoolLoad } from './storage/database.ts';
import type { Storage } from './storage/open-storage.ts';
import { noticeOutages } from './storage/outages.ts';
import type { SecretBox } from './storage/secrets.ts';
import { openSnapshot } from './storage/snapshot.ts';

export interface ServerOptions {
  readonly config: Config;
  /** The configuration with what is known only while the database starts: in the demo, where the marketplaces are. */
  readonly wholeConfig?: () => Promise<Config>;
  readonly version: string;
  readonly webFolder: string | null;
  readonly demoLogin: CallOutput<typeof CALLS.account.getUiConfig>['demoLogin'];
  /** Progress while starting, one line each. */
  readonly say: (line: string) => void;
  readonly clock?: Clock;
  readonly doubt?: DoubtTiming;
  /** Watches the durable and wire steps of sending. */
  readonly onStep?: (
    step: DeliveryStep | TaskStep | 'accept.before' | 'accept.after',
    marketplace: Marketplace | null,
  ) => void;
  /** Runs after the schema is migrated and before the server serves. */
  readonly prepare?: (database: pg.ClientConfig, secrets: SecretBox) => Promise<void>;
}

export interface RunningServer {
  readonly url: string;
  readonly database: pg.ClientConfig;
  readonly secrets: SecretBox;
  /** Where Prometheus scrapes this process; null: nowhere. */
  readonly metricsUrl: string | null;
  stop(): Promise<void>;
}

const POOL_SIZE = 20;
/** In place of a metric where the operator has not asked for metrics. */
const UNMEASURED = (): void => undefined;

/** Starts all parts but the storage, in order; adds to `stops` what has to be stopped again. @throws StartupError */
export async function startParts(
  options: ServerOptions,
  { log, warnings: logWarnings }: ProcessLog,
  { connection, secrets }: Storage,
  stops: Stop[],
): Promise<Omit<RunningServer, 'stop'>> {
  const { config, say } = options;
  if (config.warnings.length > 0) say(config.warnings.join(' '));
  await options.prepare?.(connection, secrets);
  const clock = options.clock ?? systemClock;
  const guard = createAddressGuard({ allowLoopback: config.isLoopbackAllowed });
  const onStep = options.onStep ?? (() => undefined);
  const metrics = config.metrics === null ? null : await makeMetrics();
  const basis = { connection, secrets, clock, guard, log, onStep, onBatch: metrics?.stored ?? UNMEASURED };
  const signature = new PeerSignature(secrets, () => clock.now());
  const mailer = config.mail === null ? null : new Mailer(config.mail, log);
  if (mailer !== null) stops.push(() => mailer.close());
  const client = new PeerClient(signature);
  stops.push(() => client.close());
  const started =
    config.role === 'web' ? null : await prepareEngine(options, { ...basis, signature, client, mailer }, stops);
  const engine = started?.engine ?? null;
  const database = noticeOutages(openPool(connection, 'pasar_app', stops), log, metrics?.databaseAway ?? UNMEASURED);
  const asker = new Asker({ database, engine, client, log });
  const provider = config.translation === null ? null : new Provider({ place: config.translation, guard, clock });
  if (provider !== null) stops.push(() => provider.close());
  const model = config.draftModel === null ? null : new Model({ place: config.draftModel, guard, clock });
  if (model !== null) stops.push(() => model.close());
  const sms = makeSms(config.sms, clock, log, say);
  if (sms !== null) stops.push(() => sms.close());
  const failedLogins = new FailedLogins(database, log);
  stops.push(() => failedLogins.idle());
  const signOn = config.signOn === null ? null : new SignOnProvider(config.signOn, log);
  const answers = databaseProbe(database);
  if (mailer !== null && config.operatorMail !== null) {
    const watch = new OperatorWatch({
      address: config.operatorMail,
      send: (mail) => mailer.send(mail),
      freeDisk: () => freeShareOf(config.dataFolder),
      isDatabaseThere: answers,
      place: `${hostname()}, port ${config.port}`,
      now: () => clock.now(),
      log,
    });
    watch.start();
    stops.push(() => watch.stop());
  }
  const isHealthy = async () => (await answers()) && (engine?.isKeeping() ?? true);
  const { emptyMeansAll } = config;
  const now = () => clock.now();
  const readToken = (header: string) => app.parseCookie(header)[SESSION_COOKIE] ?? null;
  const live = new LiveStream({ database, log, readToken, emptyMeansAll, tickMs: LIVE_TICK_MS, now });
  const app = await buildApp({
    log,
    database,
    secrets,
    pictures: asker,
    openSnapshot: (scope) => openSnapshot(connection, scope),
    onAnswered: metrics?.answered ?? UNMEASURED,
    onStep: (step) => onStep(step, null),
    isHealthy,
    warnings: () => [...config.warnings, ...(started?.routing.warnings() ?? []), ...logWarnings()],
    webFolder: options.webFolder,
    trustedProxies: config.trustedProxies,
    patience: PATIENCE,
    largeBodies: LARGE_BODIES,
    loginLimits: new LoginLimits(() => clock.now()),
    failedLogins,
    sms,
    isRegistrationOpen: config.isRegistrationOpen,
    pictureOrigins: config.marketplaces.pictureOrigins,
    now,
    emptyMeansAll,
    surroundings: {
      clock,
      guard,
      proxyProbe: config.proxyProbe,
      exitProbe: config.exitProbe,
      boostProxy: config.boostProxy,
      hasChatProxies: config.chatProxies !== null,
      originsOf: (marketplace, country) => marketplaceOrigins(config.marketplaces, marketplace, country),
      shopQuota: config.shopQuota,
      webhookAddresses: webhookAddresses(config.isWebhookPrivate),
      hasWindow: (accountId, memberId) => live.hasWindow(accountId, memberId),
      askShop: (scope, connection, method, args) => asker.askShop(scope, connection, method, args),
      translator: new Translator(provider),
      suggester: new Suggester(model),
      mailer,
    },
    publicUrl: config.publicUrl,
    provider: signOn,
    hasAccount: accountWatch(database),
    uiConfig: {
      productName: 'Pasar',
      version: options.version,
      locales: [...LOCALES],
      demoLogin: options.demoLogin,
      features: {
        registerByMobile: config.isRegistrationOpen && sms !== null,
        registerByEmail: config.isRegistrationOpen && mailer !== null,
        resetByMobile: sms !== null,
        resetByEmail: mailer !== null,
      },
      customerGroup: config.customerGroup,
      shopQuota: config.shopQuota,
      limits: { passwordLength: PASSWORD_LENGTH.least, codeSeconds: CODE_LIMITS.lifeSeconds },
      singleSignOn: signOn?.name ?? null,
    },
  });
  stops.push(() => app.close());
  await live.start(app.server);
  stops.push(() => live.stop());
  const url = await listen(app, config);
  // Only who reads the server's own output gets the link, and so not a stranger who finds the port first.
  const token = config.role === 'engine' ? null : await offerOwnerLink(database);
  if (token !== null) say(`No account yet. Make the owner's: ${url}/account/create_owner#${token}`);

  const metricsUrl =
    metrics === null || config.metrics === null
      ? null
      : await openMetrics(metrics, { connection, log, address: config.metrics }, stops, {
          version: options.version,
          role: config.role,
          pools: () => ({ app: database.load(), ...(started === null ? {} : { engine: started.load() }) }),
          liveWindows: () => live.windowCount,
        });
  // Last, because all logins begin now, and would delay everything else of the start.
  await started?.begin();
  return { url, database: connection, secrets, metricsUrl };
}

interface EngineBasis {
  readonly connection: pg.ClientConfig;
  readonly secrets: SecretBox;
  readonly signature: PeerSignature;
  readonly client: PeerClient;
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly mailer: Mailer | null;
  readonly log: Logger;
  readonly onStep: NonNullable<ServerOptions['onStep']>;
  readonly onBatch: EngineParts['onBatch'];
}

interface PreparedEngine {
  readonly engine: Engine;
  readonly routing: Routing;
  readonly load: () => PoolLoad;
  readonly begin: () => Promise<void>;
}

/**
 * Makes all that talks with marketplaces: the connections' runners and the sign-ins; also timed and long work. `begin`
 * starts it.
 */
async function prepareEngine(
  { config, doubt }: ServerOptions,
  { connection, secrets, signature, client, clock, guard, mailer, log, onStep, onBatch }: EngineBasis,
  stops: Stop[],
): Promise<PreparedEngine> {
  const database = openPool(connection, 'pasar_engine', stops);
  const routing = new Routing({
    database,
    secrets,
    clock,
    log,
    guard,
    socksFrontPort: config.socksFrontPort,
    boostProxy: config.boostProxy,
    chatProxies: config.chatProxies,
  });
  stops.push(() => routing.close());
  const connectors = createConnectors(config.marketplaces);
  const handshakes = new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE);
  const engine = new Engine({
    database,
    secrets,
    clock,
    log,
    onStep,
    onBatch,
    doubt: doubt ?? { windowMs: OWN_LIMITS.doubtWindowMs, lookIntervalMs: OWN_LIMITS.doubtLookIntervalMs },
    connectors,
    routing,
    handshakes,
  });
  // Other processes may ask about a connection as soon as this one holds its lease, so the peer server starts first.
  const peers = buildPeerServer({ engine, signature, log });
  stops.push(() => peers.close());
  const origin = await listenForPeers(peers, config);
  stops.push(await announcePeer(database, log, engine.holder, origin));
  stops.push(() => engine.stop());
  const { shopQuota } = config;
  const signIns = new SignIns({
    database,
    secrets,
    connectors,
    routing,
    handshakes,
    now: () => clock.now(),
    log,
    shopQuota,
  });
  stops.push(() => signIns.stop());
  const asker = new Asker({ database, engine, client, log });
  const tasks = new Tasks({
    connection,
    database,
    askShop: (scope, shopConnection, method, args) => asker.askShop(scope, shopConnection, method, args),
    now: () => clock.now(),
    log,
    onStep: (step) => onStep(step, null),
  });
  stops.push(() => tasks.stop());
  const poster = new WebhookPoster(webhookAddresses(config.isWebhookPrivate));
  const webhooks = new Webhooks({ database, secrets, poster, log });
  stops.push(() => webhooks.stop());
  const isTaking = () => engine.isTaking();
  const indexer = makeIndexer({ database, log, isTaking });
  stops.push(() => indexer.stop());
  const tagger = makeTagger({ database, log, isTaking, now: () => clock.now() });
  stops.push(() => tagger.stop());
  const alerts = new Alerts({ database, mailer, now: () => clock.now(), log });
  stops.push(() => alerts.stop());
  const begin = async () => {
    await engine.start();
    await signIns.start();
    await webhooks.start();
    tasks.start();
    indexer.start();
    tagger.start();
    alerts.start();
  };
  return { engine, routing, load: () => database.load(), begin };
}

function makeSms(place: Config['sms'], clock: Clock, log: Logger, say: ServerOptions['say']): SmsSender | null {
  if (place === null) return null;
  return place === 'console' ? new ConsoleSender(say) : new AliyunSender({ place, now: () => clock.now(), log });
}

/** Loaded only where the operator asks for metrics. */
async function makeMetrics(): Promise<Metrics> {
  const { Metrics } = await import('./metrics/metrics.ts');
  return new Metrics();
}

/** Serves the metrics of the parts, which run by now. Returns the address. @throws StartupError */
async function openMetrics(
  metrics: Metrics,
  { connection, log, address }: { connection: pg.ClientConfig; log: Logger; address: MetricsAddress },
  stops: Stop[],
  parts: Omit<MeasuredParts, 'database'>,
): Promise<string> {
  const database = openDatabase(connection, 'pasar_engine', 1);
  stops.push(() => database.close());
  metrics.start({ ...parts, database });
  stops.push(async () => metrics.stop());
  const { serveMetrics } = await import('./metrics/serve.ts');
  const served = await serveMetrics(metrics, address, log);
  stops.push(served.stop);
  return served.url;
}

function openPool(config: pg.ClientConfig, role: 'pasar_app' | 'pasar_engine', stops: Stop[]): Database {
  const database = openDatabase(config, role, POOL_SIZE);
  stops.push(() => database.close());
  return database;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${config.port} is taken. Set PASAR_PORT to another.`, cause);
    if (code === 'EACCES')
      throw new StartupError(`Port ${config.port} needs a permission. Set PASAR_PORT to another.`, cause);
    throw cause;
  }
}
