/** The shop's money (facts 1.7): decimal strings in the older calls, units in the newer ones. */
import { z } from 'zod';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute, ShopeeContext } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { toSeconds, toText } from './seller-fields.ts';
import { orderWith } from './seller-orders.ts';

/** The money of a cross-border shop belongs to its merchant (spec 2 §8). */
const NO_PERMISSION = refused('no permission', 1_400_002);
const ofShopAccount =
  (tell: (desk: Desk) => Verdict) =>
  (desk: Desk): Verdict =>
    desk.login.kind === 'merchant' ? NO_PERMISSION : tell(desk);

const bankBody = z.object({ password_hash: z.string(), page_size: z.int().min(1).max(30) });
/** Ours: each shop has one bank account. */
function bankAccounts({ login, shop }: Desk, { body }: CallInput, { accounts }: ShopeeContext): Verdict {
  const parsed = bankBody.safeParse(body);
  if (!parsed.success) return refused('invalid request');
  if (accounts.check(login.identifier, parsed.data.password_hash, login.kind) === null)
    return refused('error_password');
  const account = {
    bank_account_id: numericId(`bank account of ${shop.shopId}`),
    bank_name: `Bank of ${shop.country}`,
    account_number: `****${shop.shopId.slice(-4)}`,
    is_default: true,
  };
  return done({ list: [account] });
}

/** An order without income yet has no transaction. */
function incomeOf(desk: Desk, { query }: CallInput): Verdict {
  const order = orderWith(desk, query.order_id ?? '');
  if (order === null) return refused('order not found', 1_000_100);
  const entry = desk.trade.income.entries.find((each) => each.order.orderId === order.orderId);
  return done({
    order_info: { order_id: numericId(order.orderId), order_sn: order.orderNumber },
    transaction_id: entry === undefined ? null : numericId(entry.entryId),
    amount: entry?.amount ?? 0,
    release_time: entry === undefined ? null : toSeconds(entry.at),
  });
}

const BASE = '/api/v3/finance';
export const SELLER_FINANCE_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: `${BASE}/get_income_meta`,
    family: 'v3',
    provenance: 'seen',
    answer: ofShopAccount(({ trade: { income } }) =>
      done({
        frozen: toText(income.pending),
        last_week_income: '0.00',
        last_month_income: '0.00',
        available: toText(income.available),
      }),
    ),
  }),
  sellerRoute({
    method: 'GET',
    path: `${BASE}/get_wallet_status`,
    family: 'wallet',
    provenance: 'ours',
    answer: ofShopAccount(({ trade }) => done({ available_balance: trade.income.available, currency: trade.currency })),
  }),
  sellerRoute({
    method: 'POST',
    path: `${BASE}/get_bank_accounts`,
    family: 'v3',
    provenance: 'ours',
    answer: bankAccounts,
  }),
  sellerRoute({
    method: 'GET',
    path: `${BASE}/income_transaction_history_detail`,
    family: 'v3',
    provenance: 'seen',
    answer: incomeOf,
  }),
];
