/** `/api/v2/login/`: password login, session check (facts 1.2), and a call that sends another code. */
import { z } from 'zod';
import { CODE_RULES } from '../world/demands.ts';
import type { Login } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';
import { CHAT_REFUSAL, loginRefused, MERCHANT_ACCOUNT, refusalOf } from './login-demands.ts';

const loginForm = z.object({
  username: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password_hash: z.string(),
  captcha: z.string().optional(),
  captcha_key: z.string().optional(),
  vcode: z.string().optional(),
});

/** HTTP 200 and 403 are both seen for this body. */
const NOT_LOGGED_IN = { errcode: 1, fields: null };

/** The login of the form when every demand is met; otherwise the marketplace's answer. */
export function checkLogin(context: ShopeeContext, input: CallInput, kind: Login['kind']): Login | Answer {
  const form = loginForm.safeParse(input.body);
  if (!form.success || !input.query.SPC_CDS) return loginRefused('error_params');
  const identifier = form.data.username ?? form.data.email ?? form.data.phone ?? '';
  const login = context.accounts.check(identifier, form.data.password_hash, kind);
  if (login === null) {
    const isMerchant = kind === 'shop' && context.accounts.isKnown(identifier, 'merchant');
    return loginRefused(isMerchant ? 'error_shop_binded2merchant' : 'error_name_or_password_incorrect');
  }
  const account = context.demands.of('shopee', identifier);
  const refusal = refusalOf(account);
  if (refusal !== null) {
    context.demands.loggedIn('shopee', identifier);
    return loginRefused(refusal);
  }
  const demanded = context.progress.demand(identifier, form.data, input.origin);
  if (demanded !== null) return demanded;
  context.progress.finish(identifier);
  // A refusal of the chat's login is counted by the chat's login.
  if (account.refusal?.startsWith(CHAT_REFUSAL) !== true) context.demands.loggedIn('shopee', identifier);
  return login;
}

function accountBody(context: ShopeeContext, login: Login, session: string): unknown {
  const shop = context.world.shop('shopee', login.shopIds[0] ?? '');
  const isMerchant = context.demands.of('shopee', login.identifier).refusal === MERCHANT_ACCOUNT;
  return {
    errcode: 0,
    id: numericId(shop?.userId ?? login.loginId),
    username: login.identifier,
    shopid: numericId(shop?.shopId ?? '0'),
    email: '',
    phone: '*****00',
    portrait: '',
    language: 'en',
    sso: session,
    token: session,
    cs_token: session,
    sub_account_token: null,
    // Ours: `account_type` uses the shop list's name for the kind of account (facts 1.2).
    ...(isMerchant ? { account_type: 'main_merchant' } : {}),
  };
}

function logIn(context: ShopeeContext, input: CallInput): Answer {
  const login = checkLogin(context, input, 'shop');
  if (!('loginId' in login)) return login;
  const session = context.accounts.openSession(login);
  const userId = context.world.shop('shopee', login.shopIds[0] ?? '')?.userId ?? login.loginId;
  return answer(accountBody(context, login, session), 200, { SPC_EC: session, SPC_SC_TK: session, SPC_U: userId });
}

function checkSession(context: ShopeeContext, { cookies }: CallInput): Answer {
  const session = cookies.SPC_EC ?? '';
  const login = context.accounts.session(session);
  return login?.kind === 'shop' ? answer(accountBody(context, login, session)) : answer(NOT_LOGGED_IN, 403);
}

const resendForm = loginForm.extend({ channel: z.enum(['sms', 'email', 'app']) });
/** Sends another code. Too early or too often in an hour: error_api, the answer to too many requests for an OTP. */
function resend(context: ShopeeContext, { body }: CallInput): Answer {
  const form = resendForm.safeParse(body);
  if (!form.success) return loginRefused('error_params');
  const identifier = form.data.username ?? form.data.email ?? form.data.phone ?? '';
  const { password_hash: passwordHash, channel } = form.data;
  const isThere = (['shop', 'merchant'] as const).some((kind) =>
    context.accounts.check(identifier, passwordHash, kind),
  );
  if (!isThere) return loginRefused('error_name_or_password_incorrect');
  if (context.demands.sendCode('shopee', identifier, channel) === null) return loginRefused('error_api');
  return answer({ errcode: 0, resend_after: CODE_RULES.resendAfterMs / 1_000 });
}

/** Calls of a local sub-account: its identity, and the one shop it works in. ours: the fields of the identity. */
function userInfo(context: ShopeeContext, { cookies }: CallInput): Answer {
  const login = context.accounts.session(cookies.SPC_EC);
  const shop = context.world.shop('shopee', login?.shopIds[0] ?? '');
  if (login === null || shop === null) return answer({ errcode: 2, message: 'token not found' }, 403);
  return answer({
    code: 0,
    data: { user_id: numericId(shop.userId), username: login.identifier, account_type: 'normal' },
  });
}
function shopInfo(context: ShopeeContext, { cookies }: CallInput): Answer {
  const login = context.accounts.session(cookies.SPC_EC);
  const shop = context.world.shop('shopee', login?.shopIds[0] ?? '');
  if (login === null || shop === null) return answer({ errcode: 2, message: 'token not found' }, 403);
  return answer({ data: { shop_id: numericId(shop.shopId), shop_region: shop.country } });
}

export const SELLER_LOGIN_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: '/api/v2/login', provenance: 'seen', handle: logIn },
  { method: 'GET', path: '/api/v2/login', provenance: 'seen', handle: checkSession },
  { method: 'POST', path: '/api/v2/vcode/resend', provenance: 'ours', handle: resend },
  { method: 'GET', path: '/api/selleraccount/user_info', provenance: 'ours', handle: userInfo },
  { method: 'GET', path: '/api/selleraccount/shop_info', provenance: 'seen', handle: shopInfo },
];
