import type { Country, Marketplace } from './marketplace.ts';

/**
 * The hosts of the sellers' own pages at each marketplace (public: facts 1.1, 2.1, 3.1). A country without a host of
 * its own is served by the pages of its whole region or by the pages for cross-border sellers (our choice).
 */
const SHOPEE_CROSS_BORDER = 'seller.shopee.cn';
const SHOPEE: Readonly<Partial<Record<Country, string>>> = {
  MY: 'seller.shopee.com.my',
  TW: 'seller.shopee.tw',
  ID: 'seller.shopee.co.id',
  PH: 'seller.shopee.ph',
  TH: 'seller.shopee.co.th',
  SG: 'seller.shopee.sg',
  BR: 'seller.shopee.com.br',
  MX: 'seller.shopee.com.mx',
  CO: 'seller.shopee.com.co',
  CL: 'seller.shopee.cl',
  PL: 'seller.shopee.pl',
  VN: 'banhang.shopee.vn',
};

const LAZADA_REGION = 'sellercenter.lazada.sg';
const LAZADA: Readonly<Partial<Record<Country, string>>> = {
  PH: 'sellercenter.lazada.com.ph',
  MY: 'sellercenter.lazada.com.my',
  SG: 'sellercenter.lazada.sg',
  ID: 'sellercenter.lazada.co.id',
  TH: 'sellercenter.lazada.co.th',
  VN: 'sellercenter.lazada.vn',
};

const TIKTOK_CROSS_BORDER = 'seller.tiktokshopglobalselling.com';
const TIKTOK: Readonly<Partial<Record<Country, string>>> = {
  ID: 'seller-id.tiktok.com',
  VN: 'seller-vn.tiktok.com',
  MY: 'seller-my.tiktok.com',
  TH: 'seller-th.tiktok.com',
  PH: 'seller-ph.tiktok.com',
  SG: 'seller-sg.tiktok.com',
  GB: 'seller-uk.tiktok.com',
};

/** The facts that decide which host has a shop's back office. */
export interface OfficeOf {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly isCb: boolean;
}

export function backOfficeHost({ marketplace, country, isCb }: OfficeOf): string {
  switch (marketplace) {
    case 'shopee':
      return isCb ? SHOPEE_CROSS_BORDER : (SHOPEE[country] ?? SHOPEE_CROSS_BORDER);
    case 'lazada':
      return LAZADA[country] ?? LAZADA_REGION;
    case 'tiktok':
      return isCb ? TIKTOK_CROSS_BORDER : (TIKTOK[country] ?? TIKTOK_CROSS_BORDER);
  }
}
