/** `/api/cnsc/selleraccount/`: the cross-border sub-account with its server-side current shop (facts 1.2). */
import { z } from 'zod';
import type { Login } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';
import { loginForm, loginRefused } from './seller-login.ts';

const BASE = '/api/cnsc/selleraccount';
const TOKEN_NOT_FOUND = { errcode: 2, message: 'token not found' };
const switchBody = z.object({ shop_id: z.union([z.number(), z.bigint(), z.string()]).transform(String) });

const merchantOf = (context: ShopeeContext, { cookies }: CallInput): Login | null => {
  const login = context.accounts.session(cookies.SPC_CNSC_SESSION);
  return login?.kind === 'merchant' ? login : null;
};
/** ours: the world has one merchant for each sub-account. */
const merchantIdOf = (login: Login): bigint => numericId(`merchant of ${login.loginId}`);

function logIn(context: ShopeeContext, { query, body }: CallInput): Answer {
  const form = loginForm.safeParse(body);
  if (!form.success || !query.SPC_CDS) return loginRefused('error_params');
  const identifier = form.data.username ?? form.data.email ?? form.data.phone ?? '';
  const login = context.accounts.check(identifier, form.data.password_hash, 'merchant');
  if (login === null) return loginRefused('error_name_or_password_incorrect');
  const session = context.accounts.openSession(login);
  const accountId = numericId(login.loginId);
  return answer(
    {
      errcode: 0,
      id: accountId,
      username: login.identifier,
      shopid: 0,
      email: '',
      phone: '*****00',
      portrait: '',
      language: 'zh-Hans',
      sso: session,
      token: session,
      cs_token: session,
      sub_account_token: session,
    },
    200,
    { SPC_CNSC_SESSION: session, SPC_CNSC_TK: session, SPC_CNSC_UD: String(accountId) },
  );
}

function getSession(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  const currentShop = context.accounts.currentShop(login);
  return answer({
    code: 0,
    sub_account_info: {
      account_id: numericId(login.loginId),
      current_merchant_id: merchantIdOf(login),
      ...(currentShop === null ? {} : { current_shop_id: numericId(currentShop) }),
    },
  });
}

function getMerchantList(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  // The inner fields were never seen; these are ours.
  const merchant = { merchant_id: merchantIdOf(login), merchant_name: login.identifier, region: 'CN' };
  return answer({ code: 0, merchants: [merchant] });
}

function getMerchantShopList(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  const size = Number(input.query.page_size ?? '50');
  const index = Number(input.query.page_index ?? '1');
  if (!Number.isInteger(size) || size < 1 || size > 200 || !Number.isInteger(index) || index < 1) {
    return answer({ code: 1, message: 'invalid page' }, 400);
  }
  const shops = login.shopIds.flatMap((shopId) => context.world.shop('shopee', shopId) ?? []);
  return answer({
    code: 0,
    account_type: 'main_merchant',
    shops: shops.slice((index - 1) * size, index * size).map((shop) => ({
      region: shop.country,
      shop_id: numericId(shop.shopId),
      user_id: numericId(shop.userId),
      cb_option: shop.isCb ? 1 : 0,
      shop_name: shop.name,
    })),
    region_count: new Set(shops.map(({ country }) => country)).size,
  });
}

function switchMerchantShop(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  const body = switchBody.safeParse(input.body);
  const shopId = body.success ? body.data.shop_id : '';
  if (!input.query.SPC_CDS || !login.shopIds.includes(shopId)) return answer({ code: 1, message: 'param error' });
  context.accounts.switchShop(login, shopId);
  return answer({ code: 0, message: 'success' });
}

export const CNSC_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: `${BASE}/login`, provenance: 'seen', handle: logIn },
  { method: 'GET', path: `${BASE}/get_session`, provenance: 'seen', handle: getSession },
  { method: 'GET', path: `${BASE}/get_merchant_list`, provenance: 'ours', handle: getMerchantList },
  { method: 'GET', path: `${BASE}/get_merchant_shop_list`, provenance: 'seen', handle: getMerchantShopList },
  { method: 'POST', path: `${BASE}/switch_merchant_shop`, provenance: 'seen', handle: switchMerchantShop },
];
