/** The seller's web site for signed-in sellers: its calls, and the media that it serves. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { drawPicture, PICTURE_TYPE } from '../control/pictures.ts';
import type { Seller } from './accounts.ts';
import { MEDIA_PATHS } from './calls/media.ts';
import { type LazadaContext, strike } from './context.ts';
import { readCookies } from './cookies.ts';
import { SITE_ENDPOINTS } from './endpoints.ts';
import type { StoredMedium } from './media-store.ts';
import { cut, hang, tooManyRequests } from './refusals.ts';
import { writeJson } from './wire-json.ts';

export const done = (data: Readonly<Record<string, unknown>>) => ({ success: true, data });

/** Applies the faults that strike any page of a shop; true when one of them took over the reply. */
export function isStruck(context: LazadaContext, reply: FastifyReply, shopId: string): boolean {
  if (strike(context, 'timeout', shopId) !== null) hang(reply);
  else if (strike(context, 'tooManyRequests', shopId) !== null) tooManyRequests(reply);
  else if (strike(context, 'forbidden', shopId) !== null) reply.code(403).send();
  else return false;
  return true;
}

export function sellerOf(context: LazadaContext, request: FastifyRequest): Seller | null {
  const cookies = readCookies(request.headers.cookie);
  return context.accounts.sellerOf({ uid: cookies.get('asc_uid') ?? '', secret: cookies.get('asc_uid_enc') ?? '' });
}

const fieldsSchema = z.record(z.string(), z.unknown());
/** Large enough for a form with a picture of 10 MB, in base64 and escaped. */
const MAX_FORM_BYTES = 48 * 1024 * 1024;

function registerCalls(app: FastifyInstance, context: LazadaContext): void {
  for (const { path, method, call } of SITE_ENDPOINTS) {
    app.route({
      method,
      url: path,
      bodyLimit: MAX_FORM_BYTES,
      handler(request, reply) {
        const json = reply.type('application/json;charset=UTF-8');
        const seller = sellerOf(context, request);
        if (seller === null) {
          const expired = { errorCode: 'FAIL_SYS_SESSION_EXPIRED', errorMessage: 'session is expired' };
          return json.send(writeJson({ success: false, ...expired }));
        }
        if (isStruck(context, reply, seller.shop.shopId)) return reply;
        const fields = fieldsSchema.safeParse(method === 'GET' ? request.query : request.body);
        const result = call(context, seller, fields.success ? fields.data : {});
        if (result.kind === 'cut') return cut(reply);
        return json.send(
          writeJson(
            result.kind === 'success'
              ? done(result.data)
              : { success: false, errorCode: result.code, errorMessage: result.text },
          ),
        );
      },
    });
  }
}

function registerMedia(app: FastifyInstance, { media }: LazadaContext): void {
  const keySchema = z.object({ objectKey: z.string() });
  const find = (request: FastifyRequest): StoredMedium | null => {
    const params = keySchema.safeParse(request.params);
    return params.success ? media.get(params.data.objectKey) : null;
  };
  const serve = (reply: FastifyReply, { bytes, contentType }: StoredMedium): FastifyReply =>
    reply.type(contentType).header('access-control-allow-origin', '*').send(Buffer.from(bytes));

  app.get(`${MEDIA_PATHS.open}/:objectKey`, (request, reply) => {
    const medium = find(request);
    return medium === null ? reply.code(404).send() : serve(reply, medium);
  });
  app.get(`${MEDIA_PATHS.private}/:objectKey`, (request, reply) => {
    const medium = find(request);
    const token = z.object({ token: z.string() }).safeParse(request.query);
    if (medium === null) return reply.code(404).send();
    const isAllowed = token.success && media.isDownloadToken(token.data.token, medium.objectKey);
    return isAllowed ? serve(reply, medium) : reply.code(403).send();
  });
  // Serves pictures of products and emoji, drawn from their names.
  app.get('/sim/pictures/:name', (request, reply) => {
    const params = z.object({ name: z.string().regex(/^[0-9]+\.png$/) }).safeParse(request.params);
    if (!params.success) return reply.code(404).send();
    return reply.type(PICTURE_TYPE).send(Buffer.from(drawPicture(params.data.name.replace('.png', ''))));
  });
}

export function registerSellerSite(app: FastifyInstance, context: LazadaContext): void {
  registerCalls(app, context);
  registerMedia(app, context);
}
