import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { marketplaceOrigins } from './connectors.ts';

const { marketplaces } = readConfig({});

describe('the public hosts', () => {
  it.each([
    ['shopee', 'CNSC', 'https://seller.shopee.cn'],
    ['lazada', 'TH', 'https://sellercenter.lazada.co.th'],
    ['lazada', 'CB', 'https://gsp.lazada.com'],
    ['tiktok', 'GB', 'https://seller-uk.tiktok.com'],
    ['tiktok', 'GLOBAL', 'https://seller.tiktokshopglobalselling.com'],
  ] as const)('%s in %s has its seller site at %s', (marketplace, country, origin) => {
    expect(marketplaceOrigins(marketplaces, marketplace, country)[0]).toBe(origin);
  });

  it('name the affiliate pages, and use the seller site for hosts that are not public', () => {
    expect(marketplaces.tiktok.otherOrigins).toEqual({
      affiliate: 'https://affiliate.tiktok.com',
      globalAffiliate: 'https://affiliate.tiktokshopglobalselling.com',
      sso: null,
      captcha: null,
    });
  });
});

describe("Shopee's signature", () => {
  const withVersion = (signatureVersion: unknown) =>
    readConfig({
      PASAR_MARKETPLACES: JSON.stringify({ ...marketplaces, shopee: { ...marketplaces.shopee, signatureVersion } }),
    }).marketplaces.shopee.signatureVersion;
  it('has a version from 1 to 4, by default 4', () => {
    expect([1, 2, 3, 4, undefined].map(withVersion)).toEqual([1, 2, 3, 4, 4]);
    expect(() => withVersion(5)).toThrow(/PASAR_MARKETPLACES/);
  });
});
