import type { Connector, OriginByCountry } from '@pasar/connector-kit';
import { createLazadaConnector } from '@pasar/connector-lazada';
import { createShopeeConnector } from '@pasar/connector-shopee';
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
  lazada: { PH: 'com.ph', MY: 'com.my', SG: 'sg', ID: 'co.id', TH: 'co.th', VN: 'vn' },
  tiktok: { ID: 'id', VN: 'vn', MY: 'my', TH: 'th', PH: 'ph', SG: 'sg', GB: 'uk' },
};

/** The one place that names the concrete connectors. Only origins and public client constants come from outside. */
export function createConnectors(config: MarketplaceConfig): Readonly<Record<Marketplace, Connector>> {
  const by = (marketplace: Marketplace, template: string): OriginByCountry => {
    const sites = SITES[marketplace];
    return (country) => template.replace('{site}', sites[country] ?? country.toLowerCase());
  };
  const { shopee, lazada, tiktok } = config;
  return {
    shopee: createShopeeConnector({
      sellerOrigin: by('shopee', shopee.sellerOrigin),
      socketOrigin: by('shopee', shopee.socketOrigin),
    }),
    lazada: createLazadaConnector({
      gatewayOrigin: by('lazada', lazada.gatewayOrigin),
      sellerOrigin: by('lazada', lazada.sellerOrigin),
      accsOrigin: by('lazada', lazada.accsOrigin),
      appKey: lazada.appKey,
    }),
    tiktok: createTiktokConnector({ ...tiktok, sellerOrigin: by('tiktok', tiktok.sellerOrigin) }),
  };
}
