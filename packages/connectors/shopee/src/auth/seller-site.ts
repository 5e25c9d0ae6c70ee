/** The seller centre's login family: local accounts and cross-border sub-accounts (facts 1.2). */
import type { Bridge } from '@pasar/bridge';
import type { Credentials, Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer, refusalOf } from '../inbound/answer.ts';
import { toWireInteger, wireId } from '../inbound/wire-json.ts';
import { withRetries } from '../limits/retry.ts';
import type { Pauses } from '../limits/wait.ts';
import { type CallResult, callOnce, type HttpCall, isSuccess } from '../outbound/http-call.ts';
import { toLoginForm } from './credentials.ts';
import { loginRefusalOf } from './login-refusals.ts';

const CNSC_BASE = '/api/cnsc/selleraccount';
const LOGIN_PATH = '/api/v2/login/';
/** The page size that the cross-border page asks for. */
const SHOP_PAGE_SIZE = 50;
/** More than a merchant has; a list that does not end is refused instead of read for ever. */
const MOST_SHOP_PAGES = 20;

/** Both families answer a password login and a session check with this body. */
export const loginBody = z.object({ errcode: z.literal(0), id: wireId });
export const sessionBody = z.object({
  code: z.literal(0),
  sub_account_info: z.object({ account_id: wireId, current_shop_id: wireId.optional() }),
});
const shopRow = z.object({ region: z.string(), shop_id: wireId, user_id: wireId, shop_name: z.string().optional() });
/** One client reads the list under `data.shops`. */
export const shopListBody = z
  .union([
    z.object({ code: z.literal(0), shops: z.array(shopRow) }),
    z.object({ code: z.literal(0), data: z.object({ shops: z.array(shopRow) }) }),
  ])
  .transform((body) => ('data' in body ? body.data.shops : body.shops));
export const doneBody = z.object({ code: z.literal(0) });

/** A shop as the login family knows it. `name` is null where the list does not say. */
export interface SellerShop {
  readonly shopId: string;
  readonly userId: string;
  readonly region: string;
  readonly name: string | null;
}

export class SellerSite {
  readonly #bridge: Bridge;
  readonly #pauses: Pauses;
  readonly #origin: string;
  readonly #isCnsc: boolean;

  constructor(bridge: Bridge, pauses: Pauses, origin: string, isCnsc: boolean) {
    this.#bridge = bridge;
    this.#pauses = pauses;
    this.#origin = origin;
    this.#isCnsc = isCnsc;
  }

  /** Whether the cookies in the jar still open the seller centre; a refusal when that cannot be told. */
  async hasSession(): Promise<Outcome<boolean>> {
    const result = await this.call('GET', this.#isCnsc ? `${CNSC_BASE}/get_session/` : LOGIN_PATH);
    if (result.kind === 'failed' || result.status === 429 || result.status >= 500) return refusalOf(result);
    const schema = this.#isCnsc ? sessionBody : loginBody;
    return { ok: true, value: isSuccess(result.status) && schema.safeParse(result.json).success };
  }

  async logIn(credentials: Credentials): Promise<Outcome<null>> {
    const result = await this.call('POST', this.#isCnsc ? `${CNSC_BASE}/login/` : LOGIN_PATH, {
      type: 'form',
      fields: toLoginForm(credentials),
    });
    const isLoggedIn =
      result.kind === 'answered' && isSuccess(result.status) && loginBody.safeParse(result.json).success;
    return isLoggedIn ? { ok: true, value: null } : loginRefusalOf(result);
  }

  /** Every shop of the cross-border sub-account. */
  async fetchMerchantShops(): Promise<Outcome<readonly SellerShop[]>> {
    const shops: SellerShop[] = [];
    for (let page = 1; page <= MOST_SHOP_PAGES; page += 1) {
      const query = { page_index: String(page), page_size: String(SHOP_PAGE_SIZE) };
      const result = await this.call('GET', `${CNSC_BASE}/get_merchant_shop_list/`, { type: 'none' }, query);
      const rows = readAnswer(result, shopListBody);
      if (!rows.ok) return rows;
      for (const { shop_id, user_id, region, shop_name } of rows.value) {
        shops.push({ shopId: shop_id, userId: user_id, region, name: shop_name ?? null });
      }
      if (rows.value.length < SHOP_PAGE_SIZE) break;
    }
    return { ok: true, value: shops };
  }

  async switchShop(shop: SellerShop): Promise<Outcome<null>> {
    const query = { cnsc_shop_id: shop.shopId, cbsc_shop_region: shop.region };
    const body = { type: 'json', value: { shop_id: toWireInteger(shop.shopId) } } as const;
    const done = readAnswer(await this.call('POST', `${CNSC_BASE}/switch_merchant_shop/`, body, query), doneBody);
    return done.ok ? { ok: true, value: null } : done;
  }

  /** SPC_CDS is a UUID of the client's own: a cookie, and repeated in the query of every call. */
  private call(
    method: HttpCall['method'],
    path: string,
    body: HttpCall['body'] = { type: 'none' },
    query: HttpCall['query'] = {},
  ): Promise<CallResult> {
    const cds = this.#bridge.cookies.get(this.#origin, 'SPC_CDS') ?? this.#bridge.uuid();
    this.#bridge.cookies.set(this.#origin, 'SPC_CDS', cds);
    return withRetries(this.#pauses, () =>
      callOnce(this.#bridge.http, {
        method,
        origin: this.#origin,
        path,
        query: { ...query, SPC_CDS: cds, SPC_CDS_VER: '2' },
        headers: {},
        body,
        timeoutMs: LIMITS.loginTimeoutMs,
      }),
    );
  }
}
