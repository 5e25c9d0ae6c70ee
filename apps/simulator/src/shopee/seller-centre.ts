/** The seller centre's own envelope, by the one call that names the shop (spec 2 §7.2, facts 1.7). */
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

/** Code 2: the session is invalid. */
const SESSION_INVALID = { code: 2, message: 'token not found', user_message: '', data: null };

/** SPC_CDS is made by the client, kept as a cookie and repeated in the query of every call. */
const hasCds = ({ query, cookies }: CallInput): boolean =>
  Boolean(query.SPC_CDS) && query.SPC_CDS === cookies.SPC_CDS && query.SPC_CDS_VER === '2';

function getShop(context: ShopeeContext, input: CallInput): Answer {
  const login = context.accounts.session(input.cookies.SPC_EC ?? input.cookies.SPC_CNSC_SESSION);
  if (login === null) return answer(SESSION_INVALID, 403);
  if (!hasCds(input)) return answer({ code: 1, message: 'invalid SPC_CDS', user_message: '', data: null }, 403);
  // a sub-account may name one of its shops; else it is the one it has switched to.
  const named = login.shopIds.find((shopId) => shopId === input.query.cnsc_shop_id);
  const shop = context.world.shop('shopee', named ?? context.accounts.currentShop(login) ?? '');
  if (shop === null) return answer({ code: 1, message: 'no shop selected', user_message: '', data: null });
  return answer({
    code: 0,
    message: 'success',
    user_message: '',
    // The inner fields of this call were not captured; these are ours.
    data: {
      shop_id: numericId(shop.shopId),
      user_id: numericId(shop.userId),
      name: shop.name,
      region: shop.country,
      cb_option: shop.isCb ? 1 : 0,
    },
  });
}

export const SELLER_CENTRE_ROUTES: readonly OpenRoute[] = [
  { method: 'GET', path: '/api/v3/general/get_shop', provenance: 'ours', handle: getShop },
];
