/** The seller centre's shop info call, with its own envelope (spec 2 §7.2, facts 1.7). */
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

/** Code 2: the session is invalid. */
const SESSION_INVALID = { code: 2, message: 'token not found', user_message: '', data: null };

/** The client makes SPC_CDS, keeps it as a cookie and repeats it in the query of every call. */
const hasCds = ({ query, cookies }: CallInput): boolean =>
  Boolean(query.SPC_CDS) && query.SPC_CDS === cookies.SPC_CDS && query.SPC_CDS_VER === '2';

function getShop(context: ShopeeContext, input: CallInput): Answer {
  const login = context.accounts.session(input.cookies.SPC_EC ?? input.cookies.SPC_CNSC_SESSION);
  if (login === null) return answer(SESSION_INVALID, 403);
  if (!hasCds(input)) return answer({ code: 1, message: 'invalid SPC_CDS', user_message: '', data: null }, 403);
  // A sub-account may name one of its shops; otherwise the shop it has switched to is meant.
  const named = login.shopIds.find((shopId) => shopId === input.query.cnsc_shop_id);
  const shop = context.world.shop('shopee', named ?? context.accounts.currentShop(login) ?? '');
  if (shop === null) return answer({ code: 1, message: 'no shop selected', user_message: '', data: null });
  return answer({
    code: 0,
    message: 'success',
    user_message: '',
    // Ours: the inner fields of this call, which were not captured.
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
