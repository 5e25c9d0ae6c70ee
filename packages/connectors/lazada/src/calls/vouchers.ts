/** The shop's vouchers. */
import { CURRENCY_BY_COUNTRY, UNKNOWN, type Voucher, type VoucherSearch } from '@pasar/domain';
import { z } from 'zod';
import { wireAmount, wireId, wireInt, wireMilliseconds, wireText } from '../wire/fields.ts';
import { type LazadaScope, readAs, siteCall } from './definition.ts';
import { type CountedRows, readRows } from './pages.ts';
import { CARD_PAGE_SIZE } from './products.ts';
import { SITE_PATHS } from './site-paths.ts';

/** Official words of the voucher's state (facts A.2). */
const STATUSES: Readonly<Record<string, Voucher['status']>> = {
  NOT_START: 'upcoming',
  ONGOING: 'ongoing',
  SUSPEND: 'expired',
  FINISH: 'expired',
};
/** Ours: camel case of the official row, and the number of used vouchers of `issued`. */
const voucherSchema = z.object({
  id: wireId,
  voucherName: z.string(),
  voucherCode: wireText,
  voucherDiscountType: z.string(),
  offeringMoneyValueOff: wireAmount.nullish(),
  offeringPercentageDiscountOff: wireInt.nullish(),
  criteriaOverMoney: wireAmount.nullish(),
  currency: wireText,
  periodStartTime: wireMilliseconds,
  periodEndTime: wireMilliseconds,
  status: z.string(),
  issued: wireInt.nullish(),
  used: wireInt.nullish(),
});

/** An unknown kind of voucher, or a voucher without its number, is shown by the marketplace's own word. */
function discountOf(row: z.output<typeof voucherSchema>, currency: string): Voucher['discount'] {
  const { voucherDiscountType: wireType, offeringPercentageDiscountOff: percent, offeringMoneyValueOff: amount } = row;
  if (wireType === 'PERCENTAGE_DISCOUNT_OFF' && percent != null) return { kind: 'percent', percent };
  if (wireType === 'MONEY_VALUE_OFF' && amount != null) return { kind: 'amount', off: { amount, currency } };
  return { kind: UNKNOWN, wireType };
}

function fromWireVoucher(row: z.output<typeof voucherSchema>, { country }: LazadaScope): Voucher {
  const currency = row.currency ?? CURRENCY_BY_COUNTRY[country];
  return {
    voucherId: row.id,
    voucherCode: row.voucherCode,
    name: row.voucherName,
    discount: discountOf(row, currency),
    minimumSpend: row.criteriaOverMoney == null ? null : { amount: row.criteriaOverMoney, currency },
    startsAt: row.periodStartTime,
    endsAt: row.periodEndTime,
    status: STATUSES[row.status] ?? UNKNOWN,
    wireStatus: row.status,
    left: row.issued == null ? null : Math.max(0, row.issued - (row.used ?? 0)),
  };
}

/** Ours: that the search takes the words of the rows. A suspended voucher is not among the finished ones. */
const WORD_OF = { upcoming: 'NOT_START', ongoing: 'ONGOING', expired: 'FINISH' } as const;
export interface VoucherQuery {
  readonly page: number;
  readonly status: VoucherSearch['status'];
}
export const voucherSearch = siteCall({
  key: 'lazada-seller GET voucher-search',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.vouchers,
  // Ours: empty selects every status and every type.
  fields: ({ page, status }: VoucherQuery, { sellerId }) => ({
    page: String(page),
    pageSize: String(CARD_PAGE_SIZE),
    status: status === null ? '' : WORD_OF[status],
    voucherType: '',
    sellerId,
  }),
  read: readAs(
    'voucher search',
    z.object({ dataList: z.array(z.unknown()), total: wireInt }),
    ({ dataList, total }, scope): CountedRows<Voucher> => ({
      ...readRows('voucher', dataList, voucherSchema, (row) => fromWireVoucher(row, scope), scope),
      total,
    }),
  ),
});
