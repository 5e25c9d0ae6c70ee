/**
 * The login and shop of a seller centre call, and the envelopes of its families of calls (facts 1.7): /api/v3 `{code,
 * message, user_message, data}`, /api/v4 `{error, error_msg, data}`, the wallet the same with `bff_meta`, marketing
 * `{code, message, data}`, ads `{code, msg, debug_detail, validation_error_list, data}`, the figures `{code, msg,
 * result}`.
 */
import type { ShopTrade, TradeChange } from '../world/trade.ts';
import type { Login, Provenance, Shop } from '../world/types.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';

export const FAMILIES = ['v3', 'v4', 'wallet', 'marketing', 'ads', 'figures'] as const;
export type Family = (typeof FAMILIES)[number];

/** The result of a call: data, or a code and words. */
export type Verdict =
  | { readonly isDone: true; readonly data: unknown }
  | { readonly isDone: false; readonly code: number; readonly words: string };
export const done = (data: unknown = {}): Verdict => ({ isDone: true, data });
/** Ours: the codes of refusals, except those that the facts name. */
export const refused = (words: string, code = 1): Verdict => ({ isDone: false, code, words });

/** One shop as seen by one of its logins. */
export interface Desk {
  readonly login: Login;
  readonly shop: Shop;
  readonly trade: ShopTrade;
  /** Applies a change; false when the changed thing does not exist. */
  readonly apply: (change: TradeChange) => boolean;
  /** The time of the next change of an order. */
  readonly nextMoment: () => number;
}

export const openDesk = ({ trade }: ShopeeContext, login: Login, shop: Shop): Desk => ({
  login,
  shop,
  trade: trade.of('shopee', shop.shopId),
  apply: (change) => trade.apply('shopee', shop.shopId, change),
  nextMoment: () => trade.nextMoment('shopee', shop.shopId),
});

function envelopeOf(family: Family, verdict: Verdict): unknown {
  const code = verdict.isDone ? 0 : verdict.code;
  const words = verdict.isDone ? '' : verdict.words;
  const data = verdict.isDone ? verdict.data : null;
  const message = verdict.isDone ? 'success' : words;
  switch (family) {
    case 'v3':
      return { code, message, user_message: words, data };
    case 'v4':
      return { error: code, error_msg: verdict.isDone ? null : words, data };
    case 'wallet':
      return { bff_meta: null, error: code, error_msg: words, data };
    case 'marketing':
      return { code, message, data };
    case 'ads':
      return { code, msg: message, debug_detail: '', validation_error_list: null, data };
    case 'figures':
      return { code, msg: message, result: data };
  }
}

/** Code 2: the session is invalid. */
const SESSION_INVALID = answer({ code: 2, message: 'token not found', user_message: '', data: null }, 403);
const hasCds = ({ query, cookies }: CallInput): boolean =>
  Boolean(query.SPC_CDS) && query.SPC_CDS === cookies.SPC_CDS && query.SPC_CDS_VER === '2';

/** The shop that a sub-account's call names, else the shop it has switched to; a shop account has only one shop. */
function shopAt(context: ShopeeContext, login: Login, { query }: CallInput): Shop | null {
  const shopId =
    login.kind === 'merchant' ? (query.cnsc_shop_id ?? context.accounts.currentShop(login)) : login.shopIds[0];
  if (shopId === undefined || shopId === null || !login.shopIds.includes(shopId)) return null;
  const shop = context.world.shop('shopee', shopId);
  const region = query.cbsc_shop_region;
  return shop !== null && region !== undefined && region.toUpperCase() !== shop.country ? null : shop;
}

export interface SellerCall {
  readonly method: OpenRoute['method'];
  readonly path: string;
  readonly family: Family;
  readonly provenance: Provenance;
  readonly answer: (desk: Desk, input: CallInput, context: ShopeeContext) => Verdict;
}

/** Makes a route of a seller centre call: the login comes from the cookies, the shop from the login and the query. */
export const sellerRoute = ({ method, path, family, provenance, answer: answerTo }: SellerCall): OpenRoute => ({
  method,
  path,
  provenance,
  handle(context, input): Answer {
    const login = context.accounts.session(input.cookies.SPC_EC ?? input.cookies.SPC_CNSC_SESSION);
    if (login === null) return SESSION_INVALID;
    const give = (verdict: Verdict, status = 200): Answer => answer(envelopeOf(family, verdict), status);
    if (!hasCds(input)) return give(refused('invalid SPC_CDS'), 403);
    const shop = shopAt(context, login, input);
    if (shop === null) return give(refused('no shop selected'));
    return give(answerTo(openDesk(context, login, shop), input, context));
  },
});
