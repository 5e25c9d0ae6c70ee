/**
 * Login at the seller's web site. Known are only the steps (login page init, submit of {userInput, password, device
 * token}, session init, seller id on the IM window page). ours: paths and bodies.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { USER_ID_MISSING } from './calls/account.ts';
import type { LazadaContext } from './context.ts';
import { openCookie, readCookies, secretCookie } from './cookies.ts';
import { createLoginDemands, failure, type LoginDemands } from './login-demands.ts';
import { done, isStruck, sellerOf } from './seller-site.ts';
import { LOGIN_PATHS } from './site-paths.ts';

/** Refusals that strike a later step; every other refusal is the answer of the submit. */
const AUTHORIZATION_FAILED = 'AUTHORIZATION_FAILED';
const SELLER_ID_MISSING = 'SELLER_ID_MISSING';
const LATER_REFUSALS: readonly string[] = [AUTHORIZATION_FAILED, SELLER_ID_MISSING, USER_ID_MISSING];

/** An error code as words: `ACCOUNT_NOT_EXIST` becomes `account not exist`. */
const inWords = (errorCode: string): string => errorCode.toLowerCase().replaceAll('_', ' ');

const submitSchema = z.object({
  userInput: z.string(),
  password: z.string(),
  deviceToken: z.string().min(1),
  captchaId: z.string().optional(),
  captcha: z.string().optional(),
  vcode: z.string().optional(),
  emailCode: z.string().optional(),
  otp: z.string().optional(),
  resend: z.literal('true').optional(),
});

function registerSubmit(app: FastifyInstance, context: LazadaContext, loginDemands: LoginDemands): void {
  const { accounts, demands } = context;
  app.post(LOGIN_PATHS.loginSubmit, (request, reply) => {
    const cookies = readCookies(request.headers.cookie);
    const isOurPage = cookies.has('t_sid') && cookies.get('CSRFT') === request.headers['x-csrf-token'];
    const form = submitSchema.safeParse(request.body);
    if (!isOurPage || !form.success) return reply.send(failure('ILLEGAL_REQUEST', 'reload the page and try again'));
    const { userInput, password, deviceToken, captchaId, captcha, vcode, emailCode, otp, resend } = form.data;
    const seller = accounts.authenticate(userInput, password);
    if (seller === null) return reply.send(failure('INCORRECT_ACCOUNT_OR_PASSWORD', 'incorrect username or password'));
    if (isStruck(context, reply, seller.shop.shopId)) return reply;
    const { identifier } = seller.login;
    const { refusal } = demands.of('lazada', identifier);
    if (refusal !== null && !LATER_REFUSALS.includes(refusal)) return reply.send(failure(refusal, inWords(refusal)));
    const refused = loginDemands.check({
      identifier,
      deviceToken,
      captcha: captchaId === undefined || captcha === undefined ? null : { captchaId, text: captcha },
      code: vcode ?? emailCode ?? otp ?? null,
      isResend: resend !== undefined,
    });
    if (refused !== null) return reply.send(refused);
    demands.loggedIn('lazada', identifier);
    return reply.send(done({ ticket: accounts.openTicket(seller) }));
  });
}

/** The verification page: pressing its button is enough to pass. */
function registerVerification(app: FastifyInstance, loginDemands: LoginDemands): void {
  const querySchema = z.object({ token: z.string() });
  app.get(LOGIN_PATHS.verify, (request, reply) => {
    const query = querySchema.safeParse(request.query);
    const token = query.success ? encodeURIComponent(query.data.token) : '';
    return reply
      .type('text/html')
      .send(
        `<!doctype html><title>Verification</title><form method="post" action="${LOGIN_PATHS.verify}?token=${token}"><button>It is me</button></form>`,
      );
  });
  app.post(LOGIN_PATHS.verify, (request, reply) => {
    const query = querySchema.safeParse(request.query);
    const isKnown = query.success && loginDemands.passPage(query.data.token);
    return reply
      .code(isKnown ? 200 : 404)
      .type('text/html')
      .send(isKnown ? '<!doctype html><title>Verified</title>Thank you.' : '<!doctype html><title>Unknown</title>');
  });
}

export function registerLogin(app: FastifyInstance, context: LazadaContext): void {
  const { accounts, demands } = context;
  const refusalOf = (identifier: string): string | null => demands.of('lazada', identifier).refusal;
  const loginDemands = createLoginDemands(context);

  app.get(LOGIN_PATHS.loginPage, (_request, reply) => {
    const id = () => randomBytes(16).toString('hex');
    return reply
      .header('set-cookie', [secretCookie('t_sid', id()), openCookie('TID', id()), openCookie('CSRFT', id())])
      .type('text/html')
      .send('<!doctype html><title>Seller login</title><main id="login"></main>');
  });
  registerSubmit(app, context, loginDemands);
  registerVerification(app, loginDemands);

  app.get(LOGIN_PATHS.sessionInit, (request, reply) => {
    const query = z.object({ ticket: z.string() }).safeParse(request.query);
    const seller = query.success ? accounts.redeemTicket(query.data.ticket) : null;
    if (seller === null || refusalOf(seller.login.identifier) === AUTHORIZATION_FAILED) {
      return reply.send(failure(AUTHORIZATION_FAILED, 'failed to get authorization'));
    }
    const { uid, secret } = accounts.openSession(seller);
    return reply
      .header('set-cookie', [openCookie('asc_uid', uid), secretCookie('asc_uid_enc', secret)])
      .send(done({ userId: uid }));
  });

  app.get(LOGIN_PATHS.imWindow, (request, reply) => {
    const seller = sellerOf(context, request);
    if (seller === null) return reply.redirect(LOGIN_PATHS.loginPage, 302);
    if (isStruck(context, reply, seller.shop.shopId)) return reply;
    const { country, userId } = seller.shop;
    const isMissing = refusalOf(seller.login.identifier) === SELLER_ID_MISSING;
    const config = { ...(isMissing ? {} : { sellerId: userId }), country, accountType: 2 };
    return reply
      .type('text/html')
      .send(`<!doctype html><title>Messages</title><script>window.__IM_CONFIG__ = ${JSON.stringify(config)};</script>`);
  });
}
