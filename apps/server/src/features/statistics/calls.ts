import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { figures } from './figures.ts';
import { rates, saveRates } from './rates.ts';
import { bankAccounts, shopDashboard, wallet } from './shop-figures.ts';

export const STATISTICS_HANDLERS: HandlersOf<typeof CALLS.statistics> = {
  figures: reading(figures),
  shopDashboard: withoutTransaction(shopDashboard),
  bankAccounts: withoutTransaction(bankAccounts),
  wallet: withoutTransaction(wallet),
  rates: reading(rates),
  saveRates: inTransaction(saveRates),
};
