import {
  type BankAccount,
  type CurrencyRate,
  DASHBOARD_PERIODS,
  type DashboardMetric,
  type Income,
  type IncomeEntry,
  isTimeZone,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission } from '../contract/call.ts';
import { ofShops, time } from '../facts/order-book.ts';
import { shopId } from '../facts/views.ts';

/** Figures of the shops, counted from the order book, and what marketplaces tell of a shop themselves. Ours: all calls. */
const order = permission('order');
const period = z.enum(DASHBOARD_PERIODS);
const currency = z.string().regex(/^[A-Z]{3}$/);
const count = z.number().int().nonnegative();
const decimal = z.string();

/** Amounts are decimals in the row's currency. */
const sums = z.object({
  /** All orders that were placed. */
  orders: count,
  /** Those that are sales: `SOLD_STATUSES` of the domain. */
  sold: count,
  sales: decimal,
  cancelled: count,
  refunds: count,
  refunded: decimal,
});
export type FigureSums = z.infer<typeof sums>;
const compared = { currency: z.string(), now: sums, before: sums };

const figures = defineCall({
  path: '/api/desk/figures',
  method: 'POST',
  access: order,
  summary: 'Orders and sales of a period and of the one before, per shop and in sum, by currency',
  input: z.object({ period, timeZone: z.string().max(64).refine(isTimeZone).default('UTC'), ...ofShops }),
  output: z.object({
    /** When the server counted, by its clock. */
    asOf: time,
    /** The beginnings of the hours or days of the series, and the end of the last. */
    edges: z.array(time),
    /** Where the period before begins and ends. */
    beforeFrom: time,
    beforeTo: time,
    totals: z.array(z.object(compared)),
    shops: z.array(z.object({ shopId, ...compared })),
    /** `bucket` counts the edges from 0. Buckets without an order are absent. */
    series: z.array(z.object({ bucket: count, currency: z.string(), orders: count, sales: decimal })),
    /** Whether the order book has any order of these shops. */
    isAnyRead: z.boolean(),
  }),
});

const metric = z.object({
  name: z.string(),
  value: z.string(),
  previous: z.string().nullable(),
}) satisfies z.ZodType<DashboardMetric>;
export const dashboardFact = z.object({ items: z.array(metric) });

const shopDashboard = defineCall({
  path: '/api/desk/shopDashboard',
  method: 'POST',
  access: order,
  summary: 'The figures of a shop as its marketplace tells them; refused where the marketplace has no call for it',
  input: z.object({ shopId, period }),
  output: z.object({ metrics: z.array(metric) }),
});

const moneyFact = z.object({ amount: z.string(), currency: z.string() });
export const incomeFact = z.object({
  available: moneyFact,
  pending: moneyFact.nullable(),
}) satisfies z.ZodType<Income>;
export const incomeEntryFact = z.object({
  entryId: z.string(),
  orderId: z.string().nullable(),
  amount: moneyFact,
  kind: z.string(),
  at: z.number(),
}) satisfies z.ZodType<IncomeEntry>;

const wallet = defineCall({
  path: '/api/desk/wallet',
  method: 'POST',
  access: order,
  summary: 'The balance of a shop and what came in; refused where the marketplace has no call for it',
  input: z.object({ shopId, cursor: z.string().max(200).optional() }),
  output: z.object({ income: incomeFact, entries: z.array(incomeEntryFact), next: z.string().nullable() }),
});

export const bankAccountFact = z.object({
  bankAccountId: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  isDefault: z.boolean(),
}) satisfies z.ZodType<BankAccount>;

/** The marketplace asks for the password of the shop's login again; Pasar neither keeps nor logs it. */
const bankAccounts = defineCall({
  path: '/api/desk/bankAccounts',
  method: 'POST',
  access: MAIN,
  summary: 'The bank accounts to which a shop is paid; refused where the marketplace has no call for it',
  input: z.object({ shopId, password: z.string().min(1, 'password_required').max(200) }),
  output: z.object({ accounts: z.array(bankAccountFact) }),
});

/** Most currencies of an account (our choice). */
export const MOST_RATES = 50;
const rateGiven = z.object({
  currency,
  rate: z
    .string()
    .regex(/^[0-9]{1,12}(\.[0-9]{1,12})?$/)
    .refine((rate) => /[1-9]/.test(rate)),
  asOf: z.iso.date(),
}) satisfies z.ZodType<CurrencyRate>;

const rates = defineCall({
  path: '/api/desk/rates',
  method: 'POST',
  access: order,
  summary: 'The exchange rates that the main account typed',
  input: z.object({}),
  output: z.object({
    /** Null: no rates are kept. */
    base: z.string().nullable(),
    rates: z.array(z.object({ currency: z.string(), rate: z.string(), asOf: z.string() })),
    savedBy: z.string().nullable(),
    savedAt: time.nullable(),
  }),
});

const saveRates = defineCall({
  path: '/api/desk/saveRates',
  method: 'POST',
  access: MAIN,
  summary: 'Keep these exchange rates instead of those before: one unit of a currency in units of the base',
  input: z.object({
    base: currency,
    rates: z
      .array(rateGiven)
      .max(MOST_RATES)
      .refine((given) => new Set(given.map((one) => one.currency)).size === given.length),
  }),
  output: z.object({}),
});

export const STATISTICS_CALLS = { figures, shopDashboard, wallet, bankAccounts, rates, saveRates } as const;
