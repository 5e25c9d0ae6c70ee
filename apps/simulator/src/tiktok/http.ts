/** The HTTP side: passport, the chat pages' JSON calls, CSRF, and the chat protocol's protobuf calls. */
import formbody from '@fastify/formbody';
import { COMMANDS, encodeHttpReply, ImProtocolError, type Request, readHttpRequest } from '@pasar/im-protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Login } from '../world/types.ts';
import { AFFILIATE_ENDPOINTS } from './affiliate-api.ts';
import { callFault } from './call-faults.ts';
import { CHAT_ENDPOINTS, type ChatEndpoint } from './chat-api.ts';
import type { TiktokContext } from './context.ts';
import { CODES, failure } from './envelope.ts';
import { serveMedia } from './media-api.ts';
import type { Cookie } from './passport.ts';
import { type LoginEndpoint, PASSPORT_ENDPOINTS } from './passport-api.ts';
import { MOST_PICTURE_BYTES, servePictures } from './pictures.ts';
import { handleRequest } from './requests.ts';
import { SHOP_ENDPOINTS } from './shop-api.ts';
import { SSO_ENDPOINTS } from './sso-api.ts';
import { serveVisitors } from './visitor-api.ts';

const PROTOBUF = 'application/x-protobuf';
const MAX_BODY_BYTES = 1_048_576;

export async function createHttp(context: TiktokContext): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true, exposeHeadRoutes: false });
  await app.register(formbody);
  app.addContentTypeParser(PROTOBUF, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const endpoint of [...PASSPORT_ENDPOINTS, ...SSO_ENDPOINTS]) {
    app.post(endpoint.path, (request, reply) => answerLogin(context, endpoint, request, reply));
  }
  serveVisitors(app, context, cookieIn);
  for (const endpoint of [...CHAT_ENDPOINTS, ...SHOP_ENDPOINTS, ...AFFILIATE_ENDPOINTS]) {
    app.route({
      bodyLimit: MOST_PICTURE_BYTES,
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => answerChat(context, endpoint, request, reply),
    });
    app.head(endpoint.path, (request, reply) => answerCsrf(context, request, reply));
  }
  for (const command of Object.values(COMMANDS)) {
    app.post(`/${command.path}`, (request, reply) => answerProtobuf(context, command.number, request, reply));
  }
  await serveMedia(app, context.im.server.media);
  servePictures(app, context.pictures);
  await app.ready();
  return app;
}

function answerLogin(
  context: TiktokContext,
  endpoint: LoginEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isStruck(context, reply, null)) return reply;
  const { cookies, body } = endpoint.answer(context, request.body, (name) => cookieOf(request, name));
  if (cookies.length > 0) reply.header('set-cookie', cookies.map(cookieLine));
  return reply.send(body);
}

const cookieLine = ({ name, value }: Cookie): string => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`;

function cookieIn({ cookie = '' }: { readonly cookie?: string | undefined }, name: string): string {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}
const cookieOf = (request: FastifyRequest, name: string): string => cookieIn(request.headers, name);

/** True when a fault took over the reply. */
function isStruck(context: TiktokContext, reply: FastifyReply, shopId: string | null): boolean {
  switch (callFault(context, shopId)) {
    case 'timeout':
      reply.hijack();
      return true;
    case 'tooManyRequests':
      reply.code(429).send(failure(429, 'too many requests'));
      return true;
    case 'forbidden':
      reply.code(403).send(failure(403, 'forbidden'));
      return true;
    case null:
      return false;
  }
}

const queryOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URL(request.url, 'http://seller.invalid').searchParams);

function answerChat(
  context: TiktokContext,
  endpoint: ChatEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const query = queryOf(request);
  if (isStruck(context, reply, query.oec_seller_id ?? null)) return reply;
  const sessionId = cookieOf(request, 'sessionid');
  const login = context.accounts.loginOf(sessionId);
  if (login === null) return reply.send(failure(CODES.notLoggedIn, 'not login'));
  if (endpoint.method === 'POST' && !context.accounts.isCsrf(sessionId, csrfOf(request))) {
    return reply.code(403).send(failure(CODES.csrf, 'csrf token invalid'));
  }
  const shop = shopNamed(context, login, query.oec_seller_id);
  if (shop === null) return reply.send(failure(CODES.noPermission, 'no permission for this shop'));
  return reply.send(endpoint.answer({ context, login, shop, query, body: request.body }));
}

const shopNamed = (context: TiktokContext, login: Login, shopId: string | undefined) =>
  context.accounts.shopsOf(login).find((shop) => shopId === undefined || shop.shopId === shopId) ?? null;

const csrfOf = (request: FastifyRequest): string => {
  const header = request.headers['x-csrf-token'];
  return typeof header === 'string' ? header : '';
};

/**
 * HEAD answers `x-ware-csrf-token: 0,<token>,<life in ms>,success,<session>`; seen in public clients of this vendor's
 * sites.
 */
function answerCsrf(context: TiktokContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isStruck(context, reply, null)) return reply;
  const sessionId = cookieOf(request, 'sessionid');
  if (context.accounts.loginOf(sessionId) === null) {
    return reply.header('x-ware-csrf-token', '1,,0,not login,').send();
  }
  const { token, lifeMs } = context.accounts.issueCsrf(sessionId);
  return reply.header('x-ware-csrf-token', `0,${token},${lifeMs},success,${sessionId}`).send();
}

function answerProtobuf(
  context: TiktokContext,
  command: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const arrivedAt = context.now();
  const asked = readBody(request.body);
  if (asked === null) return reply.code(400).send();
  const handled = handleRequest(context, asked, command);
  switch (handled.kind) {
    case 'answer': {
      const bytes = encodeHttpReply({ ...handled.answer, request: asked, arrivedAt, doneAt: context.now() });
      return reply.type(PROTOBUF).send(Buffer.from(bytes));
    }
    case 'silence':
      return reply.hijack();
    case 'cut':
      reply.hijack();
      reply.raw.socket?.destroy();
      handled.carryOut();
      return reply;
  }
}

function readBody(body: unknown): Request | null {
  if (!(body instanceof Uint8Array)) return null;
  try {
    return readHttpRequest(body);
  } catch (error) {
    if (error instanceof ImProtocolError) return null;
    throw error;
  }
}
