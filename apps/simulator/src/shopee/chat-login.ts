/** Webchat login: the JSON body is empty; the identity comes from the seller's cookies (facts 1.3, current shape). */
import { z } from 'zod';
import type { Login } from '../world/types.ts';
import { numericId, uidOf } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

/** The body was seen. ours: HTTP 401 with it. */
export const TOKEN_NOT_FOUND: Answer = answer({ message: 'token not found' }, 401);

/** The newest web build that was seen. */
const WEB_VERSION = '9.1.17';

/** Ours: the chat login's answers while the login is not finished; `reason` and `error` are the names of spec 2 §8. */
const CHAT_ANSWERS: Readonly<Record<string, Answer>> = {
  chat_login_pending: answer({ status: 'processing' }),
  chat_error_perm: answer({ reason: 1 }),
  chat_login_error: answer({ error: 2 }),
  chat_need_ivs: answer({ error: 3 }),
  chat_account_abnormal: answer({ error: 'error_account_abnormal' }),
  chat_not_matched: answer({ error: 'error_not_matched' }),
};
function refusedChat({ demands }: ShopeeContext, { identifier }: Login): Answer | null {
  const told = CHAT_ANSWERS[demands.of('shopee', identifier).refusal ?? ''] ?? null;
  if (told !== null) demands.loggedIn('shopee', identifier);
  return told;
}

function openChat(context: ShopeeContext, login: Login | null): Answer {
  if (login === null) return TOKEN_NOT_FOUND;
  const shop = context.world.shop('shopee', context.accounts.currentShop(login) ?? '');
  // Ours: a sub-account that has not switched to a shop yet cannot open the chat.
  if (shop === null) return answer({ error: 'user_is_unauthorized' }, 403);
  const refused = refusedChat(context, login);
  if (refused !== null) return refused;
  const isMerchant = login.kind === 'merchant';
  return answer({
    token: context.accounts.openToken(login),
    version: WEB_VERSION,
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

const sessionsBody = z.object({ username: z.string().optional(), password: z.string().optional() });
/** The login of 2019: with a name and password hash, or without them by the session in the cookies. */
function openSession(context: ShopeeContext, { body, cookies }: CallInput): Answer {
  const parsed = sessionsBody.safeParse(body);
  const { username, password } = parsed.success ? parsed.data : {};
  const login =
    username !== undefined && password !== undefined
      ? (context.accounts.check(username, password, 'shop') ?? context.accounts.check(username, password, 'merchant'))
      : (context.accounts.session(cookies.SPC_EC) ?? context.accounts.session(cookies.SPC_CNSC_SESSION));
  if (login === null) return TOKEN_NOT_FOUND;
  const shop = context.world.shop('shopee', login.shopIds[0] ?? '');
  const token = context.accounts.openToken(login);
  const uid = uidOf(context.world, login);
  return answer({
    status: 'verified',
    token,
    p_token: token,
    user: {
      id: BigInt(uid.slice(2)),
      uid,
      username: login.identifier,
      shop_id: numericId(shop?.shopId ?? '0'),
      country: shop?.country ?? login.country,
      status: 'normal',
      type: 'seller',
      avatar: '',
    },
  });
}

export const CHAT_LOGIN_ROUTES: readonly OpenRoute[] = [
  { method: 'POST', path: '/webchat/api/v1.2/sessions', provenance: 'seen', handle: openSession },
  { method: 'POST', path: '/webchat/api/coreapi/v1.2/mini/login', provenance: 'seen', handle: logInShop },
  { method: 'POST', path: '/webchat/api/coreapi/v1.2/mini/cbsc/login', provenance: 'seen', handle: logInMerchant },
];
