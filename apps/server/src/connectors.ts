import type { Connector, OriginByCountry } from '@pasar/connector-kit';
import { createLazadaConnector } from '@pasar/connector-lazada';
import { createShopeeConnector, createSigner } from '@pasar/connector-shopee';
import { createTiktokConnector } from '@pasar/connector-tiktok';
import type { Country, Marketplace } from '@pasar/domain';
import type { MarketplaceConfig } from './config.ts';

/** The country's part of each marketplace's hosts (facts 1.1, 2.1 and 3.1). */
const SITES: Readonly<Record<Marketplace, Readonly<Partial<Record<Country, string>>>>> = {
  shopee: {
    MY: 'com.my',
    TW: 'tw',
    ID: 'co.id',
    PH: 'ph',
    TH: 'co.th',
    SG: 'sg',
    BR: 'com.br',
    MX: 'com.mx',
    CO: 'com.co',
    CL: 'cl',
    PL: 'pl',
    VN: 'vn',
    ES: 'es',
    FR: 'fr',
    CNSC: 'cn',
  },
  // CB is Pasar's own code for the combined site, which has no country's part.
  lazada: { PH: 'com.ph', MY: 'com.my', SG: 'sg', ID: 'co.id', TH: 'co.th', VN: 'vn', CB: 'com' },
  tiktok: { ID: 'id', VN: 'vn', MY: 'my', TH: 'th', PH: 'ph', SG: 'sg', GB: 'uk' },
};

/** The country's part of the hosts of Shopee's mainland line; the other marketplaces have no such line (facts 1.1). */
const MAINLAND_SITES: Readonly<Partial<Record<Country, string>>> = {
  MY: 'my',
  TW: 'xiapi',
  VN: 'vn',
  ID: 'id',
  PH: 'ph',
  TH: 'th',
  SG: 'sg',
  BR: 'br',
  MX: 'mx',
  CO: 'co',
  CL: 'cl',
  PL: 'pl',
};

/** The origin of one country, from a template. */
const originOf = (marketplace: Marketplace, template: string, country: Country): string =>
  template.replace('{site}', SITES[marketplace][country] ?? country.toLowerCase());

/** The combined site has a seller site of its own. */
const lazadaSellerOf = (lazada: MarketplaceConfig['lazada'], country: Country): string =>
  country === 'CB' ? (lazada.crossBorderSellerOrigin ?? lazada.sellerOrigin) : lazada.sellerOrigin;

/** The origins of a marketplace's pages in a country; the first is its seller site. */
export function marketplaceOrigins(
  { shopee, lazada, tiktok }: MarketplaceConfig,
  marketplace: Marketplace,
  country: Country,
): readonly string[] {
  const templates = {
    shopee: [shopee.sellerOrigin, ...(shopee.mallOrigin === null ? [] : [shopee.mallOrigin])],
    lazada: [lazadaSellerOf(lazada, country), lazada.gatewayOrigin],
    tiktok: country === 'GLOBAL' ? [tiktok.globalOrigin] : [tiktok.sellerOrigin, tiktok.globalOrigin],
  };
  return templates[marketplace].map((template) => originOf(marketplace, template, country));
}

/**
 * The one place that names the concrete connectors. The configuration gives only origins and public client constants.
 */
export function createConnectors(config: MarketplaceConfig): Readonly<Record<Marketplace, Connector>> {
  const by =
    (marketplace: Marketplace, template: string): OriginByCountry =>
    (country) =>
      originOf(marketplace, template, country);
  const { shopee, lazada, tiktok } = config;
  return {
    shopee: createShopeeConnector({
      sellerOrigin: by('shopee', shopee.sellerOrigin),
      socketOrigin: by('shopee', shopee.socketOrigin),
      alternateSellerOrigin: (country) => {
        const site = MAINLAND_SITES[country];
        return site === undefined ? null : (shopee.alternateSellerOrigin?.replace('{site}', site) ?? null);
      },
      mallOrigin: by('shopee', shopee.mallOrigin ?? shopee.sellerOrigin),
      imageOrigin: by('shopee', shopee.imageOrigin ?? shopee.sellerOrigin),
      signer: createSigner(shopee.signatureKey, shopee.signatureVersion),
    }),
    lazada: createLazadaConnector({
      gatewayOrigin: by('lazada', lazada.gatewayOrigin),
      sellerOrigin: (country) => originOf('lazada', lazadaSellerOf(lazada, country), country),
      accsOrigin: by('lazada', lazada.accsOrigin),
      appKey: lazada.appKey,
    }),
    tiktok: createTiktokConnector({ ...tiktok, sellerOrigin: by('tiktok', tiktok.sellerOrigin) }),
  };
}
