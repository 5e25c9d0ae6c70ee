/**
 * The sub-account family: cross-border under `/api/cnsc/selleraccount/`, local under `/api/selleraccount/` (facts 1.2).
 */
import type { Outcome, Page, WireAnswer } from '@pasar/connector-kit';
import { isUnexplained, refusal } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer, wordsOf } from '../wire/answer.ts';
import type { ShopeeCall } from '../wire/scope.ts';
import { toWireInteger, wireId } from '../wire/wire-json.ts';
import { toLoginForm } from './credentials.ts';
import { mapOutcome, toGet, toPost } from './definition.ts';
import { fromWireLogin, isMerchantType, type LoggedIn, type PasswordLogin, readSession } from './login.ts';
import { readRows } from './reading/page.ts';
import type { Reading } from './reading/reading.ts';

const BASE = '/api/cnsc/selleraccount';
const LOCAL_BASE = '/api/selleraccount';
/** Spec 2 §9, merchant shop list. */
const MERCHANT_SHOP_PAGE_SIZE = 200;

/** Response code 0 means success (spec 2 §5). */
const coded = z.object({ code: z.number() });
function readCoded<Schema extends z.ZodType>(answer: WireAnswer, schema: Schema): Outcome<z.output<Schema>> {
  const code = coded.safeParse(answer.json);
  if (answer.status < 400 && code.success && code.data.code !== 0) {
    return { ok: false, refusal: refusal('marketplace_error', wordsOf(answer.status, answer.json)), canRetry: false };
  }
  return readAnswer(answer, schema);
}
export const doneBody = z.object({ code: z.literal(0) });

/**
 * A shop as the login family returns it. Fields that a list leaves out are null; a switch to the shop needs user and
 * merchant.
 */
export interface SellerShop {
  readonly shopId: string;
  readonly userId: string | null;
  readonly merchantId: string | null;
  readonly region: string;
  readonly name: string | null;
  /** A cross-border shop. */
  readonly isCb: boolean;
}

export const subaccountLogin: ShopeeCall<PasswordLogin, LoggedIn> = {
  key: 'shopee-login POST subaccount/login',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ credentials, proof }) => ({
    ...toGet(`${BASE}/login/`),
    method: 'POST',
    body: { type: 'form', fields: toLoginForm(credentials, proof) },
  }),
  fromWire: fromWireLogin,
};

export const sessionBody = z.object({
  code: z.literal(0),
  sub_account_info: z.object({
    account_id: wireId,
    current_merchant_id: wireId.nullish(),
    current_shop_id: wireId.nullish(),
  }),
});
/** Spec 2 §3, sub-account info. */
export interface SubAccountInfo {
  readonly accountId: string;
  readonly currentMerchantId: string | null;
  readonly currentShopId: string | null;
}
/** Null: these cookies open no session. */
export const getSession: ShopeeCall<null, SubAccountInfo | null> = {
  key: 'shopee-login GET subaccount/get_session',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet(`${BASE}/get_session/`),
  fromWire: (answer) => {
    const hasSession = readSession(answer, sessionBody);
    if (!hasSession.ok) return hasSession;
    if (!hasSession.value) return { ok: true, value: null };
    return mapOutcome(readAnswer(answer, sessionBody), ({ sub_account_info: info }) => ({
      accountId: info.account_id,
      currentMerchantId: info.current_merchant_id ?? null,
      currentShopId: info.current_shop_id ?? null,
    }));
  },
};

export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
}
const merchantRow = z.object({ merchant_id: wireId, merchant_name: z.string().nullish() });
function fromWireMerchant(raw: unknown): Reading<Merchant> {
  const row = merchantRow.safeParse(raw);
  if (!row.success) return { ok: false, reason: z.prettifyError(row.error) };
  return { ok: true, value: { merchantId: row.data.merchant_id, name: row.data.merchant_name ?? '' } };
}
export const merchantListBody = z.object({ code: z.literal(0), merchants: z.array(z.unknown()) });

/** Ours: the inner fields, which were never seen. */
export const getMerchantList: ShopeeCall<null, Page<Merchant>> = {
  key: 'shopee-login GET subaccount/get_merchant_list',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(`${BASE}/get_merchant_list/`),
  fromWire: (answer) =>
    mapOutcome(readCoded(answer, merchantListBody), ({ merchants }) => readRows(merchants, fromWireMerchant, null)),
};

/** Ours: the counterpart of switch_merchant_shop. */
export const switchMerchant: ShopeeCall<{ merchantId: string }, null> = {
  key: 'shopee-login POST subaccount/switch_merchant',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ merchantId }) => toPost(`${BASE}/switch_merchant/`, { merchant_id: toWireInteger(merchantId) }),
  fromWire: (answer) => switched(answer),
};

const shopRow = z.object({
  region: z.string(),
  shop_id: wireId,
  user_id: wireId.nullish(),
  merchant_id: wireId.nullish(),
  shop_name: z.string().nullish(),
  cb_option: z.number().nullish(),
});
/** One known client reads the list under `data.shops`. */
export const shopListBody = z
  .union([
    z.object({ code: z.literal(0), shops: z.array(z.unknown()) }),
    z.object({ code: z.literal(0), data: z.object({ shops: z.array(z.unknown()) }) }),
  ])
  .transform((body) => ('data' in body ? body.data.shops : body.shops));
function fromWireShop(raw: unknown): Reading<SellerShop> {
  const parsed = shopRow.safeParse(raw);
  if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error) };
  const { region, shop_id, user_id, merchant_id, shop_name, cb_option: cb } = parsed.data;
  const ids = { shopId: shop_id, userId: user_id ?? null, merchantId: merchant_id ?? null };
  return { ok: true, value: { ...ids, region, name: shop_name ?? null, isCb: cb === 1 } };
}
/** The value of `next` while there is another page. */
const MORE = 'more';

/** The shops of the login's current merchant; `page` counts from 1. */
export const getMerchantShopList: ShopeeCall<{ readonly page: number }, Page<SellerShop>> = {
  key: 'shopee-login GET subaccount/get_merchant_shop_list',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ page }) =>
    toGet(`${BASE}/get_merchant_shop_list/`, {
      page_index: String(page),
      page_size: String(MERCHANT_SHOP_PAGE_SIZE),
    }),
  fromWire: (answer) =>
    mapOutcome(readCoded(answer, shopListBody), (rows) =>
      readRows(rows, fromWireShop, rows.length < MERCHANT_SHOP_PAGE_SIZE ? null : MORE),
    ),
};

/**
 * The marketplace refused the switch: its words are the detail, and the reason follows spec 2 §8 (failed to switch
 * shop).
 */
function switched(answer: WireAnswer): Outcome<null> {
  const read = readCoded(answer, doneBody);
  if (read.ok) return { ok: true, value: null };
  const isForGood = isUnexplained(read.refusal.reason) && !read.canRetry;
  return isForGood ? { ...read, refusal: refusal('switch_shop_failed', read.refusal.detail) } : read;
}

/** The login's current shop, as the marketplace stores it. */
export const switchMerchantShop: ShopeeCall<{ shopId: string; region: string }, null> = {
  key: 'shopee-login POST subaccount/switch_merchant_shop',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ shopId, region }) =>
    toPost(
      `${BASE}/switch_merchant_shop/`,
      { shop_id: toWireInteger(shopId) },
      { cnsc_shop_id: shopId, cbsc_shop_region: region },
    ),
  fromWire: (answer) => switched(answer),
};

const currentShopBody = z.object({
  code: z.literal(0),
  data: z.object({ shop_id: wireId, merchant_id: wireId.nullish(), shop_region: z.string().nullish() }),
});
export interface CurrentShopFacts {
  readonly shopId: string;
  readonly merchantId: string | null;
}
/** Confirms shop and merchant (spec 2 §4). The path family was seen; ours: the inner fields. */
export const getOrSetShop: ShopeeCall<{ shopId: string; merchantId: string }, CurrentShopFacts> = {
  key: 'shopee-login POST subaccount/get_or_set_shop',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ shopId, merchantId }) =>
    toPost(`${BASE}/get_or_set_shop/`, {
      shop_id: toWireInteger(shopId),
      merchant_id: toWireInteger(merchantId),
    }),
  fromWire: (answer) =>
    mapOutcome(readCoded(answer, currentShopBody), ({ data }) => ({
      shopId: data.shop_id,
      merchantId: data.merchant_id ?? null,
    })),
};

const userInfoBody = z.object({
  code: z.literal(0),
  data: z.object({ user_id: wireId, username: z.string(), account_type: z.string() }),
});
export interface LocalSubAccount {
  readonly userId: string;
  readonly username: string;
  /** Merchant types are rejected at the login of a site (spec 2 §5). */
  readonly isMerchant: boolean;
}
/** A local sub-account, logged in at its site. Ours: the inner fields. */
export const userInfo: ShopeeCall<null, LocalSubAccount> = {
  key: 'shopee-login GET subaccount/user_info',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet(`${LOCAL_BASE}/user_info/`),
  fromWire: (answer) =>
    mapOutcome(readCoded(answer, userInfoBody), ({ data }) => ({
      userId: data.user_id,
      username: data.username,
      isMerchant: isMerchantType(data.account_type),
    })),
};

/** The only shop of a local sub-account. */
const shopInfoBody = z.object({ data: z.object({ shop_id: wireId, shop_region: z.string() }) });
export const shopInfo: ShopeeCall<null, { readonly shopId: string; readonly region: string }> = {
  key: 'shopee-login GET subaccount/shop_info',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet(`${LOCAL_BASE}/shop_info/`),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, shopInfoBody), ({ data }) => ({ shopId: data.shop_id, region: data.shop_region })),
};

export const SUBACCOUNT_CALLS = [
  subaccountLogin,
  getSession,
  getMerchantList,
  switchMerchant,
  getMerchantShopList,
  switchMerchantShop,
  getOrSetShop,
  userInfo,
  shopInfo,
] as const;
