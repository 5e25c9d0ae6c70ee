/** Products, offers and vouchers in the chat: the seller centre's shapes, without its envelope (facts 1.7, 6). */
import type { OfferAnswer, Page } from '@pasar/connector-kit';
import { asBuyerId, CURRENCY_BY_COUNTRY, type Offer, type Product, UNKNOWN, type Voucher } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import type { ShopeeCall, ShopeeScope } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { done, mapOutcome, toGet, toPut } from '../definition.ts';
import { statusOfOffer } from '../offer-words.ts';
import { readPage, unitsAmount, wireTime } from '../seller/fields.ts';
import { fromListedProduct, listedProduct } from '../seller/products.ts';
import { chatPath, nextOf, shopField } from './chat-wire.ts';

/** Spec 2 §9. */
const PRODUCT_PAGE_SIZE = 24;
const VOUCHER_PAGE_SIZE = 10;

const productRows =
  (scope: ShopeeScope, isPaged: boolean) =>
  (rows: readonly unknown[]): Page<Product> =>
    readPage(
      rows,
      listedProduct,
      (row) => fromListedProduct(row, scope),
      isPaged ? nextOf(rows, PRODUCT_PAGE_SIZE) : null,
    );

export const products: ShopeeCall<{ readonly keyword: string; readonly page: number }, Page<Product>> = {
  key: 'shopee-chat GET products',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ keyword, page }, { shopId }) =>
    toGet(chatPath('products'), {
      keyword,
      per_page: String(PRODUCT_PAGE_SIZE),
      page: String(page),
      shop_id: shopId,
    }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, z.array(z.unknown())), productRows(scope, true)),
};

export const product: ShopeeCall<{ readonly productId: string }, Product> = {
  key: 'shopee-chat GET products/{id}',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ productId }, { shopId }) => toGet(chatPath(`products/${productId}`), { shop_id: shopId }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, listedProduct), (row) => fromListedProduct(row, scope)),
};

/** Products that the marketplace recommends for a buyer. */
export const sellerRecommend: ShopeeCall<null, Page<Product>> = {
  key: 'shopee-chat GET seller_recommend',
  tag: 'ours',
  repeat: 'read',
  toWire: (_, { shopId }) => toGet(chatPath('seller_recommend'), { shop_id: shopId }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, z.array(z.unknown())), productRows(scope, false)),
};

const offerBody = z.object({
  offer_id: wireId,
  buyer_id: wireId,
  item_id: wireId,
  item_name: z.string(),
  quantity: z.int().positive(),
  offer_price: unitsAmount,
  currency: z.string().nullish(),
  status: z.string(),
});
/** A buyer's offer. Ours: fields and words; money is written as in the newer calls. */
export const offer: ShopeeCall<{ readonly offerId: string }, Offer> = {
  key: 'shopee-chat GET offers/{id}',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ offerId }, { shopId }) => toGet(chatPath(`offers/${offerId}`), { shop_id: shopId }),
  fromWire: (answer, { country }) =>
    mapOutcome(readAnswer(answer, offerBody), (body) => ({
      offerId: body.offer_id,
      buyerId: asBuyerId(body.buyer_id),
      productId: body.item_id,
      productName: body.item_name,
      quantity: body.quantity,
      price: { amount: body.offer_price, currency: body.currency || CURRENCY_BY_COUNTRY[country] },
      status: statusOfOffer(body.status),
      wireStatus: body.status,
    })),
};
/** Accepting costs money, and whether a second answer changes anything is not known: no repeat that may arrive twice. */
export const offerReply: ShopeeCall<OfferAnswer, null> = {
  key: 'shopee-chat PUT offers/{id}/reply',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ offerId, messageId, isAccepted }, { shopId }) =>
    toPut(chatPath(`offers/${offerId}/reply`), {
      status: isAccepted ? 'accepted' : 'rejected',
      ...shopField(shopId),
      message_id: messageId,
    }),
  fromWire: (answer) => done(readAnswer(answer, z.unknown())),
};

/** Ours: the numbers of fe_status, in the order of a voucher's life. */
const VOUCHER_STATES: Readonly<Record<number, Voucher['status']>> = { 1: 'upcoming', 2: 'ongoing', 3: 'expired' };
const voucherRow = z.object({
  voucher_id: wireId,
  voucher_code: z.string().nullish(),
  name: z.string(),
  start_time: wireTime,
  end_time: wireTime,
  /** Percent off; 0 when `value` is an amount off. */
  discount: z.number().nonnegative().nullish(),
  value: unitsAmount.nullish(),
  min_price: unitsAmount.nullish(),
  usage_quantity: z.int().nonnegative().nullish(),
  current_usage: z.int().nonnegative().nullish(),
  fe_status: z.int(),
});

/** The kind of a voucher with neither a percentage nor an amount is unknown. */
function discountOf({ discount, value }: z.output<typeof voucherRow>, currency: string): Voucher['discount'] {
  if ((discount ?? 0) > 0) return { kind: 'percent', percent: discount ?? 0 };
  if (value === null || value === undefined) return { kind: UNKNOWN, wireType: '' };
  return { kind: 'amount', off: { amount: value, currency } };
}

function fromWireVoucher(row: z.output<typeof voucherRow>, { country }: ShopeeScope): Voucher {
  const currency = CURRENCY_BY_COUNTRY[country];
  const { min_price: minimum, usage_quantity: total } = row;
  const hasMinimum = minimum !== null && minimum !== undefined && minimum !== '0';
  return {
    voucherId: row.voucher_id,
    voucherCode: row.voucher_code || null,
    name: row.name,
    discount: discountOf(row, currency),
    minimumSpend: hasMinimum ? { amount: minimum, currency } : null,
    startsAt: row.start_time,
    endsAt: row.end_time,
    status: VOUCHER_STATES[row.fe_status] ?? UNKNOWN,
    wireStatus: String(row.fe_status),
    left: total === null || total === undefined ? null : Math.max(total - (row.current_usage ?? 0), 0),
  };
}
const voucherRows =
  (scope: ShopeeScope, isPaged: boolean) =>
  (rows: readonly unknown[]): Page<Voucher> =>
    readPage(rows, voucherRow, (row) => fromWireVoucher(row, scope), isPaged ? nextOf(rows, VOUCHER_PAGE_SIZE) : null);

/** Ours: the words for the requested list. */
const VOUCHER_TYPES = ['all', 'ongoing', 'upcoming', 'expired'] as const;
export interface VoucherList {
  readonly type: (typeof VOUCHER_TYPES)[number];
  readonly page: number;
}
export const vouchers: ShopeeCall<VoucherList, Page<Voucher>> = {
  key: 'shopee-chat GET vouchers',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ type, page }, { shopId }) =>
    toGet(chatPath('vouchers'), {
      type,
      page: String(page),
      per_page: String(VOUCHER_PAGE_SIZE),
      shop_id: shopId,
    }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, z.array(z.unknown())), voucherRows(scope, true)),
};

export interface VouchersByIds {
  readonly voucherIds: readonly string[];
  readonly buyerId: string;
}
export const vouchersByIds: ShopeeCall<VouchersByIds, Page<Voucher>> = {
  key: 'shopee-chat GET vouchers/vouchers_by_ids',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ voucherIds, buyerId }, { shopId }) =>
    toGet(chatPath('vouchers/vouchers_by_ids'), { ids: voucherIds.join(','), shop_id: shopId, buyer_id: buyerId }),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, z.array(z.unknown())), voucherRows(scope, false)),
};

/** Takes one of the vouchers. Not repeated, because a repeat would take two. */
export const claimVoucher: ShopeeCall<{ readonly voucherId: string; readonly voucherCode: string }, null> = {
  key: 'shopee-chat PUT vouchers/claim',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ voucherId, voucherCode }, { shopId }) =>
    toPut(chatPath('vouchers/claim'), {
      id: toWireInteger(voucherId),
      ...shopField(shopId),
      voucher_code: voucherCode,
    }),
  fromWire: (answer) => done(readAnswer(answer, z.unknown())),
};
