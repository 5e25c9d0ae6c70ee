/** `/api/v2/login/`: password login and session check of a shop account (facts 1.2). */
import { z } from 'zod';
import type { Login } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

export const loginForm = z.object({
  username: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password_hash: z.string(),
});

/** HTTP 200 and 403 are both seen for this body. */
const NOT_LOGGED_IN = { errcode: 1, fields: null };

/** The words are known; which errcode and status go with them is ours. */
export const loginRefused = (message: string): Answer => answer({ errcode: 2, message }, 403);

function accountBody(context: ShopeeContext, login: Login, session: string): unknown {
  const shop = context.world.shop('shopee', login.shopIds[0] ?? '');
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
  };
}

function logIn(context: ShopeeContext, { query, body }: CallInput): Answer {
  const form = loginForm.safeParse(body);
  if (!form.success || !query.SPC_CDS) return loginRefused('error_params');
  const identifier = form.data.username ?? form.data.email ?? form.data.phone ?? '';
  const login = context.accounts.check(identifier, form.data.password_hash, 'shop');
  if (login === null) {
    const isMerchant = context.accounts.isKnown(identifier, 'merchant');
    return loginRefused(isMerchant ? 'error_shop_binded2merchant' : 'error_name_or_password_incorrect');
  }
  const session = context.accounts.openSession(login);
  const userId = context.world.shop('shopee', login.shopIds[0] ?? '')?.userId ?? login.loginId;
  return answer(accountBody(context, login, session), 200, { SPC_EC: session, SPC_SC_TK: session, SPC_U: userId });
}

function checkSession(context: ShopeeContext, { cookies }: CallInput): Answer {
  const session = cookies.SPC_EC ?? '';
  const login = context.accounts.session(session);
  return login?.kind === 'shop' ? answer(accountBody(context, login, session)) : answer(NOT_LOGGED_IN, 403);
}

export const SELLER_LOGIN_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: '/api/v2/login', provenance: 'seen', handle: logIn },
  { method: 'GET', path: '/api/v2/login', provenance: 'seen', handle: checkSession },
];
