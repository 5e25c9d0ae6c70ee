/** `/api/cnsc/selleraccount/`: the cross-border sub-account with its server-side current shop (facts 1.2). */
import { z } from 'zod';
import type { Login } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';
import { checkLogin } from './seller-login.ts';

const BASE = '/api/cnsc/selleraccount';
const TOKEN_NOT_FOUND = { errcode: 2, message: 'token not found' };
const id = z.union([z.number(), z.bigint(), z.string()]).transform(String);
const switchBody = z.object({ shop_id: id });
const merchantBody = z.object({ merchant_id: id });
const confirmBody = z.object({ shop_id: id, merchant_id: id });

const merchantOf = (context: ShopeeContext, { cookies }: CallInput): Login | null => {
  const login = context.accounts.session(cookies.SPC_CNSC_SESSION);
  return login?.kind === 'merchant' ? login : null;
};
/** Ours: the world has one merchant for each sub-account. */
const merchantIdOf = (login: Login): bigint => numericId(`merchant of ${login.loginId}`);

function logIn(context: ShopeeContext, input: CallInput): Answer {
  const login = checkLogin(context, input, 'merchant');
  if (!('loginId' in login)) return login;
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
  // Ours: the inner fields, which were never seen.
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

/** Ours: the twin of switch_merchant_shop; the world's sub-accounts have one merchant each. */
function switchMerchant(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  const body = merchantBody.safeParse(input.body);
  const isOwn = body.success && body.data.merchant_id === String(merchantIdOf(login));
  return isOwn ? answer({ code: 0, message: 'success' }) : answer({ code: 1, message: 'param error' });
}

/** Ours: answers the shop and the merchant of the sub-account; other ids than the current ids are refused. */
function getOrSetShop(context: ShopeeContext, input: CallInput): Answer {
  const login = merchantOf(context, input);
  if (login === null) return answer(TOKEN_NOT_FOUND, 403);
  const body = confirmBody.safeParse(input.body);
  const shop = context.world.shop('shopee', context.accounts.currentShop(login) ?? '');
  const isConfirmed =
    body.success && body.data.shop_id === shop?.shopId && body.data.merchant_id === String(merchantIdOf(login));
  if (!isConfirmed) return answer({ code: 1, message: 'param error' });
  const merchant = { merchant_id: merchantIdOf(login) };
  return answer({ code: 0, data: { shop_id: numericId(shop.shopId), ...merchant, shop_region: shop.country } });
}

export const CNSC_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: `${BASE}/login`, provenance: 'seen', handle: logIn },
  { method: 'GET', path: `${BASE}/get_session`, provenance: 'seen', handle: getSession },
  { method: 'GET', path: `${BASE}/get_merchant_list`, provenance: 'ours', handle: getMerchantList },
  { method: 'GET', path: `${BASE}/get_merchant_shop_list`, provenance: 'seen', handle: getMerchantShopList },
  { method: 'POST', path: `${BASE}/switch_merchant`, provenance: 'ours', handle: switchMerchant },
  { method: 'POST', path: `${BASE}/get_or_set_shop`, provenance: 'ours', handle: getOrSetShop },
  { method: 'POST', path: `${BASE}/switch_merchant_shop`, provenance: 'seen', handle: switchMerchantShop },
];
