/** The routes on Fastify: cookies, bodies without loss, and answers that may be a cut connection or silence. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uidOf } from './accounts.ts';
import type { TextOf } from './body-parsers.ts';
import { TOKEN_NOT_FOUND } from './chat-login.ts';
import {
  type Answer,
  answer,
  type CallInput,
  type ChatRoute,
  type OpenRoute,
  type ShopeeContext,
  strike,
} from './context.ts';
import { writeJson } from './json.ts';
import { checkSignature } from './signature.ts';

const stringMap = z.record(z.string(), z.string());
const namesShop = z.object({ shop_id: z.union([z.number(), z.bigint(), z.string()]).transform(String) });

/** The statuses are known (spec 2 §8). ours: the bodies. */
const TOO_MANY_REQUESTS = answer({ error: 'too many requests' }, 429);
const FORBIDDEN = answer({ error: 'forbidden' }, 403);
const SILENCE: Answer = { kind: 'silence' };
/** Ours: the answer to a request with a wrong x-s, or without x-s where the chat demands it. */
const WRONG_SIGNATURE = answer({ error_code: 'invalid_signature', message: 'invalid signature' }, 403);

export function registerOpenRoutes(
  app: FastifyInstance,
  context: ShopeeContext,
  textOf: TextOf,
  routes: readonly OpenRoute[],
): void {
  for (const { method, path, handle } of routes) {
    app.route({
      method,
      url: path,
      handler(request, reply) {
        const fault = callFault(context, null);
        // A person's browser sends no signature, so only a wrong signature is refused here.
        const isForged = signatureOf(context, textOf, request) === 'wrong';
        return give(reply, fault ?? (isForged ? WRONG_SIGNATURE : handle(context, inputOf(request))));
      },
    });
  }
}

export function registerChatRoutes(
  app: FastifyInstance,
  context: ShopeeContext,
  textOf: TextOf,
  routes: readonly ChatRoute[],
): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => give(reply, callChat(context, textOf, route, request)),
    });
  }
}

const signatureOf = (context: ShopeeContext, textOf: TextOf, request: FastifyRequest) => {
  const { method, url, headers } = request;
  return checkSignature(context.signatureKey, { method, url, headers, body: textOf(request) }, context.now());
};

function callChat(context: ShopeeContext, textOf: TextOf, route: ChatRoute, request: FastifyRequest): Answer {
  const input = inputOf(request);
  const body = namesShop.safeParse(input.body);
  const shopId = input.query.shop_id ?? (body.success ? body.data.shop_id : null);
  const fault = callFault(context, shopId);
  if (fault !== null) return fault;
  if (signatureOf(context, textOf, request) !== 'right') return WRONG_SIGNATURE;
  const login = context.accounts.token(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]);
  if (login === null) return TOKEN_NOT_FOUND;
  // Ours: a call in another user's name is refused.
  if (input.query._uid !== uidOf(context.world, login)) return answer({ error: 'user_is_unauthorized' }, 403);
  if (shopId !== null && !login.shopIds.includes(shopId)) return answer({ error: 'user_is_unauthorized' }, 403);
  return route.handle(context, { login, shopId }, input);
}

function callFault(context: ShopeeContext, shopId: string | null): Answer | null {
  if (strike(context, 'timeout', shopId) !== null) return SILENCE;
  if (strike(context, 'tooManyRequests', shopId) !== null) return TOO_MANY_REQUESTS;
  if (strike(context, 'forbidden', shopId) !== null) return FORBIDDEN;
  return null;
}

function inputOf(request: FastifyRequest): CallInput {
  const query = stringMap.safeParse(request.query);
  const params = stringMap.safeParse(request.params);
  return {
    query: query.success ? query.data : {},
    params: params.success ? params.data : {},
    cookies: readCookies(request.headers.cookie),
    origin: `http://${request.headers.host ?? '127.0.0.1'}`,
    body: request.body ?? {},
  };
}

export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const pairs = (header ?? '').split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

function give(reply: FastifyReply, result: Answer): FastifyReply {
  switch (result.kind) {
    case 'json': {
      const cookies = Object.entries(result.setCookies).map(([name, value]) => `${name}=${value}; Path=/; HttpOnly`);
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      return reply.code(result.status).type('application/json; charset=utf-8').send(writeJson(result.body));
    }
    case 'empty':
      return reply.code(204).send();
    case 'file':
      return reply.code(200).type(result.type).send(Buffer.from(result.bytes));
    case 'cut':
      reply.hijack();
      reply.raw.destroy();
      return reply;
    case 'silence':
      return reply.hijack();
  }
}
