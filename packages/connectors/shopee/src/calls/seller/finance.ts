/** The shop's money: the amounts held and paid out, and the bank account (facts 1.7). */
import { type BankAccount, CURRENCY_BY_COUNTRY, type IncomeEntry, type Money, refusal } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall, ShopeeScope } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { readData } from './envelope.ts';
import { textAmount, unitsAmount, wireTime } from './fields.ts';
import type { OneOrder } from './orders.ts';

const moneyOf = ({ country }: ShopeeScope, amount: string): Money => ({
  amount,
  currency: CURRENCY_BY_COUNTRY[country],
});

export interface IncomeMeta {
  /** Paid out so far. */
  readonly released: Money;
  /** Held until the buyers have received their goods. */
  readonly frozen: Money;
}
/** The fields were seen. Ours: they are decimal strings, as in the other calls of that time. */
export const getIncomeMeta: ShopeeCall<null, IncomeMeta> = {
  key: 'shopee-seller GET finance/get_income_meta',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet('/api/v3/finance/get_income_meta/'),
  fromWire(answer, scope) {
    const data = readData(answer, z.object({ frozen: textAmount, available: textAmount }));
    if (!data.ok) return data;
    const { frozen, available } = data.value;
    return { ok: true, value: { released: moneyOf(scope, available), frozen: moneyOf(scope, frozen) } };
  },
};

/** The balance that may be withdrawn. The envelope is the wallet's; ours: the fields. */
export const getWalletStatus: ShopeeCall<null, Money> = {
  key: 'shopee-seller GET finance/get_wallet_status',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet('/api/v3/finance/get_wallet_status/'),
  fromWire(answer, scope) {
    const data = readData(answer, z.object({ available_balance: unitsAmount }));
    return data.ok ? { ok: true, value: moneyOf(scope, data.value.available_balance) } : data;
  },
};

/** Spec 2 §9. */
const BANK_ACCOUNTS = 30;
/** Ours: the words of a login's refusal (facts 1.2). */
const WRONG_PASSWORD = 'error_password';
/**
 * The password as the login sends it (facts 1.2): the marketplace asks for it again before it shows the bank account.
 */
export const getBankAccounts: ShopeeCall<{ readonly passwordHash: string }, readonly BankAccount[]> = {
  key: 'shopee-seller POST finance/get_bank_accounts',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ passwordHash }) =>
    toPost('/api/v3/finance/get_bank_accounts/', { password_hash: passwordHash, page_size: BANK_ACCOUNTS }),
  fromWire(answer) {
    const row = z.object({
      bank_account_id: wireId,
      bank_name: z.string(),
      account_number: z.string(),
      is_default: z.boolean().default(false),
    });
    const data = readData(answer, z.object({ list: z.array(row) }));
    if (!data.ok) {
      const isPassword = data.refusal.detail === WRONG_PASSWORD;
      return isPassword ? { ...data, refusal: refusal('wrong_account_or_password', WRONG_PASSWORD) } : data;
    }
    const accounts = data.value.list.map((account) => ({
      bankAccountId: account.bank_account_id,
      bankName: account.bank_name,
      accountNumber: account.account_number,
      isDefault: account.is_default,
    }));
    return { ok: true, value: accounts };
  },
};

/** The income of an order; null while its money has not been paid out. The path was seen; ours: the fields. */
export const incomeDetail: ShopeeCall<OneOrder, IncomeEntry | null> = {
  key: 'shopee-seller GET finance/income_transaction_history_detail',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderId }) => toGet('/api/v3/finance/income_transaction_history_detail/', { order_id: orderId }),
  fromWire(answer, scope) {
    const body = z.object({
      order_info: z.object({ order_id: wireId }),
      transaction_id: wireId.nullish(),
      amount: unitsAmount,
      release_time: wireTime.nullish(),
    });
    const data = readData(answer, body);
    if (!data.ok) return data;
    const { order_info: order, transaction_id: entryId, amount, release_time: at } = data.value;
    if (!entryId || !at) return { ok: true, value: null };
    const entry = { entryId, orderId: order.order_id, amount: moneyOf(scope, amount), kind: 'order_income', at };
    return { ok: true, value: entry };
  },
};
