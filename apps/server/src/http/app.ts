import { existsSync } from 'node:fs';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import { HEALTH_PATH, OPENAPI_PATH } from '@pasar/api';
import { refusal } from '@pasar/domain';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { logEvent, logFailure } from '../log.ts';
import { DatabaseAwayError } from '../storage/outages.ts';
import { type AccountExportOptions, mountAccountExport } from './account-export.ts';
import { LARGER_BODIES } from './body-sizes.ts';
import { bearerOf } from './credential.ts';
import { requestLocale } from './locale.ts';
import { type MediaOptions, mountMedia } from './media.ts';
import { describeApi } from './openapi.ts';
import { mountOrderExport } from './order-export.ts';
import { isOwnOrigin } from './origin.ts';
import { mountCalls, type RouteOptions, sendRefusal } from './routes.ts';

export interface AppOptions extends RouteOptions, MediaOptions, AccountExportOptions {
  readonly log: Logger;
  /** The built web client; null when another program serves it (development). */
  readonly webFolder: string | null;
  readonly isHealthy: () => Promise<boolean>;
  /** Parts that work with restrictions, one sentence each; the server still counts as healthy. */
  readonly warnings: () => readonly string[];
  /** Origins of pictures beside https, for the page's content policy. */
  readonly pictureOrigins: readonly string[];
  /** Addresses and networks of the reverse proxies whose X-Forwarded headers count. */
  readonly trustedProxies: readonly string[];
  readonly patience: Patience;
  /**
   * An answer below `/api/` has left, so many seconds after its request came. `path` is the pattern of its path, or null
   * where there is none.
   */
  readonly onAnswered: (path: string | null, status: number, seconds: number) => void;
}

/** How long a client may take for its request. Milliseconds. */
export interface Patience {
  readonly headersMs: number;
  /** For the whole request, from its first byte. */
  readonly requestMs: number;
  /** How often slow requests are looked for. */
  readonly lookEveryMs: number;
}
/** A picture of the largest size takes two minutes at 300 kbit a second (our choice). */
export const PATIENCE: Patience = { headersMs: 15_000, requestMs: 120_000, lookEveryMs: 5_000 };

// Typed as Fastify's own logger, so that plugins see the plain instance type. Request lines are not business events.
const requestLogger = (log: Logger): FastifyBaseLogger =>
  log.child({ part: 'http' }, log.isLevelEnabled('info') ? { level: 'warn' } : {});

const MOST_BODY_BYTES = 256 * 1024;

/**
 * Answers of 1 kB and more are compressed. The length of a compressed answer can tell a stranger a secret only where
 * one answer holds the secret beside text that the stranger chose. No answer does: the session is in an http-only
 * cookie (SameSite=Strict, so a foreign page cannot ask in a member's name), and no call answers a password or a
 * marketplace's cookies. A call whose answer holds a secret has to set `compress: false` on its route.
 */
const COMPRESSION = {
  threshold: 1_024,
  encodings: ['br', 'gzip'],
  // A page of a list takes a millisecond or two. As a stream it would cost more, and stay in memory until the next full
  // collection with everything that was read for it.
  syncThreshold: 128 * 1_024,
  // A compressed request could be far larger than the limit of its route.
  globalDecompression: false,
} satisfies FastifyCompressOptions;

/** The HTTP side of the server: calls, health, description, and the web client. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: requestLogger(options.log),
    bodyLimit: MOST_BODY_BYTES,
    forceCloseConnections: true,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    requestTimeout: options.patience.requestMs,
    http: { headersTimeout: options.patience.headersMs, connectionsCheckingInterval: options.patience.lookEveryMs },
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(options.pictureOrigins) },
    // Only where the browser came by https: see below.
    hsts: false,
  });
  await app.register(compress, COMPRESSION);
  await app.register(cookie);
  await app.register(formbody);
  await app.register(rateLimit, { global: false });
  setCommonHeaders(app);
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? null;
    if (request.url.startsWith('/api/')) options.onAnswered(path, reply.statusCode, reply.elapsedTime / 1_000);
  });
  noticeUntrustedProxy(app, options.log);
  guardOrigins(app);
  translateErrors(app);
  mountCalls(app, options);
  mountMedia(app, options);
  mountAccountExport(app, options);
  mountOrderExport(app, options);
  app.get(HEALTH_PATH, async (_request, reply) => {
    const isHealthy = await options.isHealthy();
    const warnings = options.warnings();
    const status = isHealthy ? 'ok' : 'starting';
    return reply.code(isHealthy ? 200 : 503).send({ status, ...(warnings.length === 0 ? {} : { warnings }) });
  });
  // Made when it is first asked for: it takes longer than the rest of this function.
  let description: ReturnType<typeof describeApi> | null = null;
  app.get(OPENAPI_PATH, async () => {
    description ??= describeApi(options.uiConfig.version);
    return description;
  });
  await serveWeb(app, options.webFolder);
  return app;
}

const contentPolicy = (pictureOrigins: readonly string[]) => ({
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:', ...pictureOrigins],
  'media-src': ["'self'", 'blob:', 'https:', ...pictureOrigins],
  // Includes the live stream: for browsers, a socket to the page's own host is of the same origin.
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** One year. Without `includeSubDomains`: other programs may run on the host's other names. */
const HTTPS_ONLY = 'max-age=31536000';

function setCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY);
    // Answers hold data of the member; only pictures set another value.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/**
 * Without PASAR_TRUST_PROXY all clients behind a reverse proxy have its address, and share their limits. Anybody can
 * send the header, so it is logged once and nothing else.
 */
function noticeUntrustedProxy(app: FastifyInstance, log: Logger): void {
  let isNoticed = false;
  app.addHook('onRequest', async (request) => {
    if (isNoticed || request.headers['x-forwarded-for'] === undefined || (request.ips?.length ?? 1) > 1) return;
    isNoticed = true;
    logEvent(log, 'proxy_not_trusted');
  });
}

function guardOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || isOwnOrigin(request.headers)) return;
    // No foreign page can make a browser send a token, and beside a token the cookie does not count.
    if (bearerOf(request) !== null) return;
    return sendRefusal(reply, refusal('origin_refused'), requestLocale(request.headers['accept-language']));
  });
}

function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const locale = requestLocale(request.headers['accept-language']);
    const status = typeof error === 'object' && error && 'statusCode' in error ? error.statusCode : 500;
    if (status === 429) return sendRefusal(reply, refusal('too_frequent'), locale);
    const size = LARGER_BODIES[request.routeOptions.url ?? ''];
    if (status === 413 && size !== undefined) return sendRefusal(reply, refusal(size.refusal), locale);
    if (typeof status === 'number' && status < 500) {
      return sendRefusal(reply, refusal('invalid_request', error instanceof Error ? error.message : null), locale);
    }
    if (error instanceof DatabaseAwayError) return sendRefusal(reply, refusal('database_away'), locale);
    logFailure(request.log, 'call_failed', error, { route: request.routeOptions.url });
    return sendRefusal(reply, refusal('request_exception'), locale);
  });
}

async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const hasClient = folder !== null && existsSync(folder);
  if (hasClient) {
    await app.register(fastifyStatic, {
      root: folder,
      // The build writes a `.br` and a `.gz` beside each file that gains by it.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = hasClient && isRead && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (isPage) return reply.sendFile('index.html');
    return sendRefusal(reply, refusal('not_found'), requestLocale(request.headers['accept-language']));
  });
}
