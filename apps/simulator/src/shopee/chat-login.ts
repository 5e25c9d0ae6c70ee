/** Webchat login: an empty JSON body, the identity comes from the seller's cookies (facts 1.3, current shape). */
import type { Login } from '../world/types.ts';
import { numericId, uidOf } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

/** The body is seen; HTTP 401 with it is ours. */
export const TOKEN_NOT_FOUND: Answer = answer({ message: 'token not found' }, 401);

function openChat(context: ShopeeContext, login: Login | null): Answer {
  if (login === null) return TOKEN_NOT_FOUND;
  const shop = context.world.shop('shopee', context.accounts.currentShop(login) ?? '');
  // ours: a sub-account that has switched to no shop yet cannot open the chat.
  if (shop === null) return answer({ error: 'user_is_unauthorized' }, 403);
  const isMerchant = login.kind === 'merchant';
  return answer({
    token: context.accounts.openToken(login),
    user: {
      id: numericId(isMerchant ? login.loginId : shop.userId),
      uid: uidOf(context.world, login),
      name: isMerchant ? login.identifier : shop.name,
      type: isMerchant ? 'subaccount' : 'seller',
    },
    shop: { id: numericId(shop.shopId), user_id: numericId(shop.userId), country: shop.country, name: shop.name },
  });
}

const logInShop = (context: ShopeeContext, { cookies }: CallInput): Answer =>
  openChat(context, context.accounts.session(cookies.SPC_EC));
const logInMerchant = (context: ShopeeContext, { cookies }: CallInput): Answer =>
  openChat(context, context.accounts.session(cookies.SPC_CNSC_SESSION));

export const CHAT_LOGIN_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: '/webchat/api/coreapi/v1.2/mini/login', provenance: 'seen', handle: logInShop },
  { method: 'POST', path: '/webchat/api/coreapi/v1.2/mini/cbsc/login', provenance: 'seen', handle: logInMerchant },
];
