import type { ShopView } from '@pasar/api';
import type { Country } from '@pasar/domain';

const SHOPEE_SITES: Readonly<Partial<Record<Country, string>>> = {
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
const LAZADA_SITES: Readonly<Partial<Record<Country, string>>> = {
  PH: 'com.ph',
  MY: 'com.my',
  SG: 'sg',
  ID: 'co.id',
  TH: 'co.th',
  VN: 'vn',
};
const TIKTOK_SITES: Readonly<Partial<Record<Country, string>>> = { GB: 'uk' };

/** The seller's own pages of a shop at its marketplace (public hosts: facts 1.1, 2.1, 3.1). */
export function backOfficeUrl({ marketplace, country, isCb }: ShopView): string {
  switch (marketplace) {
    case 'shopee':
      return `https://${isCb ? 'seller.shopee.cn' : (SHOPEE_SITES[country] ?? 'seller.shopee.cn')}/`;
    case 'lazada':
      return `https://sellercenter.lazada.${LAZADA_SITES[country] ?? 'sg'}/`;
    case 'tiktok':
      return isCb
        ? 'https://seller.tiktokshopglobalselling.com/'
        : `https://seller-${TIKTOK_SITES[country] ?? country.toLowerCase()}.tiktok.com/`;
  }
}
