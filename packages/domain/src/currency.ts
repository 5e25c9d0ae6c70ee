import type { Country } from './marketplace.ts';

/** Currency by country (spec 1 §3). The specification names none for GB, CNSC, GLOBAL and CB (our choice). */
export const CURRENCY_BY_COUNTRY: Readonly<Record<Country, string>> = {
  ID: 'IDR',
  TW: 'TWD',
  VN: 'VND',
  TH: 'THB',
  MY: 'MYR',
  PH: 'PHP',
  SG: 'SGD',
  BR: 'BRL',
  MX: 'MXN',
  CL: 'CLP',
  CO: 'COP',
  PL: 'PLN',
  ES: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  CNSC: 'CNY',
  GLOBAL: 'USD',
  CB: 'USD',
};
