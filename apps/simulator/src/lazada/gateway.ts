/**
 * The mtop gateway: `/h5/<api>/<version>/` with signed data (facts 2.1). A wrong or missing signing token is answered
 * with fresh cookies, before anything that depends on the caller is looked at.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Seller } from './accounts.ts';
import { type CallResult, type LazadaContext, refused, strike } from './context.ts';
import { openCookie, readCookies } from './cookies.ts';
import { GATEWAY_ENDPOINTS } from './endpoints.ts';
import { cut, hang, tooManyRequests } from './refusals.ts';
import { signOf } from './sign.ts';
import { readObject, writeJson } from './wire-json.ts';

const querySchema = z.object({
  appKey: z.string().default(''),
  t: z.string().default(''),
  sign: z.string().default(''),
  data: z.string().optional(),
});
const bodySchema = z.object({ data: z.string().optional() });
const pathSchema = z.object({ api: z.string(), version: z.string() });

interface MtopRequest {
  readonly api: string;
  readonly version: string;
  readonly appKey: string;
  readonly t: string;
  readonly sign: string;
  /** The exact text that was signed. */
  readonly data: string;
  readonly cookies: ReadonlyMap<string, string>;
}

function readRequest(request: FastifyRequest): MtopRequest | null {
  const path = pathSchema.safeParse(request.params);
  const query = querySchema.safeParse(request.query);
  const body = bodySchema.safeParse(request.body ?? {});
  if (!path.success || !query.success || !body.success) return null;
  const { appKey, t, sign, data } = query.data;
  return {
    ...path.data,
    appKey,
    t,
    sign,
    data: body.data.data ?? data ?? '',
    cookies: readCookies(request.headers.cookie),
  };
}

type Identified = { readonly seller: Seller } | { readonly refusal: CallResult; readonly isTokenDead: boolean };

/** Checks token, then signature, then session: the order of the real gateway's complaints. */
function identify(context: LazadaContext, request: MtopRequest): Identified {
  const cookie = request.cookies.get('_m_h5_tk');
  if (cookie === undefined || cookie === '') {
    return { refusal: refused('FAIL_SYS_TOKEN_EMPTY', 'token is empty'), isTokenDead: true };
  }
  const token = cookie.split('_')[0] ?? '';
  if (!context.accounts.isSigning(token, request.cookies.get('_m_h5_tk_enc') ?? '')) {
    // The gateway spells it like this.
    return { refusal: refused('FAIL_SYS_TOKEN_EXOIRED', 'token is expired'), isTokenDead: true };
  }
  const isSigned = request.sign === signOf(token, request.t, context.appKey, request.data);
  if (request.appKey !== context.appKey || !isSigned) {
    return { refusal: refused('FAIL_SYS_ILLEGAL_ACCESS', 'illegal request'), isTokenDead: false };
  }
  const seller = context.accounts.sellerOf({
    uid: request.cookies.get('asc_uid') ?? '',
    secret: request.cookies.get('asc_uid_enc') ?? '',
  });
  if (seller === null) {
    return { refusal: refused('FAIL_SYS_SESSION_EXPIRED', 'session is expired'), isTokenDead: false };
  }
  context.accounts.claimSigningToken(token, seller);
  return { seller };
}

function answer(reply: FastifyReply, request: MtopRequest, result: CallResult): FastifyReply {
  if (result.kind === 'cut') return cut(reply);
  const ret = result.kind === 'success' ? 'SUCCESS::success' : `${result.code}::${result.text}`;
  const data = result.kind === 'success' ? result.data : {};
  return reply
    .type('application/json;charset=UTF-8')
    .send(writeJson({ api: request.api.toLowerCase(), data, ret: [ret], v: request.version }));
}

function handle(context: LazadaContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const mtop = readRequest(request);
  if (mtop === null) return reply.code(400).send();
  const identified = identify(context, mtop);
  if ('refusal' in identified) {
    if (identified.isTokenDead) {
      const { token, enc, expiresAt } = context.accounts.issueSigningToken();
      reply.header('set-cookie', [openCookie('_m_h5_tk', `${token}_${expiresAt}`), openCookie('_m_h5_tk_enc', enc)]);
    }
    return answer(reply, mtop, identified.refusal);
  }
  const { seller } = identified;
  const endpoint = GATEWAY_ENDPOINTS.find(
    ({ api, version }) => api.toLowerCase() === mtop.api.toLowerCase() && version === mtop.version,
  );
  if (endpoint === undefined) return answer(reply, mtop, refused('FAIL_SYS_API_NOT_FOUNDED', 'api does not exist'));
  const data = readObject(mtop.data);
  if (data === null) return answer(reply, mtop, refused('FAIL_SYS_BIZPARAM_MISSED', 'data is no JSON object'));

  const { shopId } = seller.shop;
  if (strike(context, 'timeout', shopId) !== null) return hang(reply);
  if (strike(context, 'tooManyRequests', shopId) !== null) return tooManyRequests(reply);
  if (strike(context, 'forbidden', shopId) !== null) return reply.code(403).send();
  return answer(reply, mtop, endpoint.call(context, seller, data));
}

export function registerGateway(app: FastifyInstance, context: LazadaContext): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/h5/:api/:version',
    handler: (request, reply) => handle(context, request, reply),
  });
}
