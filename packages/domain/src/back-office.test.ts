import { describe, expect, it } from 'vitest';
import { backOfficeHost } from './back-office.ts';
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from './marketplace.ts';

describe('the back office of a shop', () => {
  it.each([
    ['shopee', 'VN', false, 'banhang.shopee.vn'],
    ['shopee', 'BR', true, 'seller.shopee.cn'],
    ['shopee', 'CNSC', false, 'seller.shopee.cn'],
    ['lazada', 'ID', false, 'sellercenter.lazada.co.id'],
    ['tiktok', 'GB', false, 'seller-uk.tiktok.com'],
    ['tiktok', 'MY', true, 'seller.tiktokshopglobalselling.com'],
  ] as const)('%s in %s (cross-border: %s) is at %s', (marketplace, country, isCb, host) => {
    expect(backOfficeHost({ marketplace, country, isCb })).toBe(host);
  });

  it("is at the marketplace's own domain in every country where it sells", () => {
    const domains = {
      shopee: /(^|\.)shopee\./,
      lazada: /(^|\.)lazada\./,
      tiktok: /(^|\.)tiktok(shopglobalselling)?\./,
    };
    for (const marketplace of MARKETPLACES) {
      for (const country of MARKETPLACE_COUNTRIES[marketplace]) {
        for (const isCb of [false, true])
          expect(backOfficeHost({ marketplace, country, isCb })).toMatch(domains[marketplace]);
      }
    }
  });
});
