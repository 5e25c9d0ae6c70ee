/** The values of a shop's trade that depend on its country. Money is in units of 1/100,000 of the currency. */
import type { Language } from '../languages.ts';

export interface TradeCountry {
  readonly currency: string;
  /** The format of an amount in a voucher's name; # stands for the number. */
  readonly amount: string;
  readonly language: Language;
  /** The approximate price of one US dollar; prices are multiples of it. */
  readonly dollar: number;
  /** False where people do not use coins below the unit. */
  readonly hasCents: boolean;
  /** The first digits of a mobile phone number. */
  readonly phone: string;
}
export const MONEY = 100_000;

const country = (
  currency: string,
  amount: string,
  language: Language,
  dollar: number,
  hasCents: boolean,
  phone: string,
): TradeCountry => ({ currency, amount, language, dollar, hasCents, phone });

const COUNTRIES: Readonly<Record<string, TradeCountry>> = {
  SG: country('SGD', 'S$#', 'en', 1, true, '659'),
  MY: country('MYR', 'RM#', 'ms', 4, true, '6012'),
  TH: country('THB', '฿#', 'th', 33, false, '668'),
  BR: country('BRL', 'R$ #', 'pt', 5, true, '55119'),
  TW: country('TWD', 'NT$#', 'zh', 30, false, '8869'),
  VN: country('VND', '₫#', 'vi', 25_000, false, '849'),
  ID: country('IDR', 'Rp#', 'id', 16_000, false, '628'),
  PH: country('PHP', '₱#', 'tl', 55, false, '639'),
  GB: country('GBP', '£#', 'en', 1, true, '447'),
  MX: country('MXN', '$#', 'es', 18, true, '5255'),
  CL: country('CLP', '$#', 'es', 950, false, '569'),
  CO: country('COP', '$#', 'es', 4_000, false, '5731'),
  PL: country('PLN', '# zł', 'pl', 4, true, '485'),
  ES: country('EUR', '# €', 'es', 1, true, '346'),
  FR: country('EUR', '# €', 'fr', 1, true, '336'),
};
const ELSEWHERE = country('USD', '$#', 'en', 1, true, '1555');

export const tradeCountryOf = (code: string): TradeCountry => COUNTRIES[code] ?? ELSEWHERE;
