/**
 * The seller's web site: signing in, and starring a session. Only the steps are known (login page init, submit of
 * {userInput, password, device token}, session init, seller id on the IM window page); paths and bodies are ours.
 */

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Seller } from './accounts.ts';
import { conversationOf } from './calls/messagebox.ts';
import { type LazadaContext, strike } from './context.ts';
import { openCookie, readCookies, secretCookie } from './cookies.ts';
import { SELLER_SITE_PATHS } from './endpoints.ts';
import { hang, tooManyRequests } from './refusals.ts';

const failure = (errorCode: string, errorMessage: string) => ({ success: false, errorCode, errorMessage });
const done = (data: Readonly<Record<string, unknown>>) => ({ success: true, data });

/** Faults that strike any page of a shop; true when the reply is taken care of. */
function isStruck(context: LazadaContext, reply: FastifyReply, shopId: string): boolean {
  if (strike(context, 'timeout', shopId) !== null) hang(reply);
  else if (strike(context, 'tooManyRequests', shopId) !== null) tooManyRequests(reply);
  else if (strike(context, 'forbidden', shopId) !== null) reply.code(403).send();
  else return false;
  return true;
}

function sellerOf(context: LazadaContext, request: FastifyRequest): Seller | null {
  const cookies = readCookies(request.headers.cookie);
  return context.accounts.sellerOf({ uid: cookies.get('asc_uid') ?? '', secret: cookies.get('asc_uid_enc') ?? '' });
}

const submitSchema = z.object({ userInput: z.string(), password: z.string(), deviceToken: z.string().min(1) });

function registerLogin(app: FastifyInstance, context: LazadaContext): void {
  app.get(SELLER_SITE_PATHS.loginPage, (_request, reply) => {
    const id = () => randomBytes(16).toString('hex');
    return reply
      .header('set-cookie', [secretCookie('t_sid', id()), openCookie('TID', id()), openCookie('CSRFT', id())])
      .type('text/html')
      .send('<!doctype html><title>Seller login</title><main id="login"></main>');
  });

  app.post(SELLER_SITE_PATHS.loginSubmit, (request, reply) => {
    const cookies = readCookies(request.headers.cookie);
    const isOurPage = cookies.has('t_sid') && cookies.get('CSRFT') === request.headers['x-csrf-token'];
    const form = submitSchema.safeParse(request.body);
    if (!isOurPage || !form.success) return reply.send(failure('ILLEGAL_REQUEST', 'reload the page and try again'));
    const seller = context.accounts.authenticate(form.data.userInput, form.data.password);
    if (seller === null) return reply.send(failure('INCORRECT_ACCOUNT_OR_PASSWORD', 'incorrect username or password'));
    if (isStruck(context, reply, seller.shop.shopId)) return reply;
    return reply.send(done({ ticket: context.accounts.openTicket(seller) }));
  });

  app.get(SELLER_SITE_PATHS.sessionInit, (request, reply) => {
    const query = z.object({ ticket: z.string() }).safeParse(request.query);
    const seller = query.success ? context.accounts.redeemTicket(query.data.ticket) : null;
    if (seller === null) return reply.send(failure('AUTHORIZATION_FAILED', 'failed to get authorization'));
    const { uid, secret } = context.accounts.openSession(seller);
    return reply
      .header('set-cookie', [openCookie('asc_uid', uid), secretCookie('asc_uid_enc', secret)])
      .send(done({ userId: uid }));
  });
}

function registerPages(app: FastifyInstance, context: LazadaContext): void {
  app.get(SELLER_SITE_PATHS.imWindow, (request, reply) => {
    const seller = sellerOf(context, request);
    if (seller === null) return reply.redirect(SELLER_SITE_PATHS.loginPage, 302);
    if (isStruck(context, reply, seller.shop.shopId)) return reply;
    const config = { sellerId: seller.shop.userId, country: seller.shop.country, accountType: 2 };
    return reply
      .type('text/html')
      .send(`<!doctype html><title>Messages</title><script>window.__IM_CONFIG__ = ${JSON.stringify(config)};</script>`);
  });

  app.get(SELLER_SITE_PATHS.star, (request, reply) => {
    const seller = sellerOf(context, request);
    if (seller === null) return reply.send(failure('FAIL_SYS_SESSION_EXPIRED', 'session is expired'));
    const query = z.object({ sessionId: z.string(), star: z.enum(['true', 'false']) }).safeParse(request.query);
    if (!query.success) return reply.send(failure('PARAM_INVALID', 'illegal parameter'));
    if (isStruck(context, reply, seller.shop.shopId)) return reply;
    const conversation = conversationOf(context, seller, query.data.sessionId);
    if (conversation === null) return reply.send(failure('SESSION_NOT_EXIST', 'session does not exist'));
    context.world.pin('lazada', conversation.conversationId, query.data.star === 'true');
    return reply.send(done({}));
  });
}

export function registerSellerSite(app: FastifyInstance, context: LazadaContext): void {
  registerLogin(app, context);
  registerPages(app, context);
}
