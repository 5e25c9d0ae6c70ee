import { z } from 'zod';
import { createStoredStore } from '../../../ui/stored.ts';

/** The marketplaces' own sites, and their short addresses. */
const OWN = [
  'shopee.sg',
  'shopee.com.my',
  'shopee.co.th',
  'shopee.tw',
  'shopee.vn',
  'shopee.ph',
  'shopee.co.id',
  'shopee.com.br',
  'shopee.cn',
  'shp.ee',
  'lazada.sg',
  'lazada.com.my',
  'lazada.co.th',
  'lazada.vn',
  'lazada.com.ph',
  'lazada.co.id',
  'tiktok.com',
  'tokopedia.com',
];

/** Most hosts that are remembered (our choice). */
const KEPT = 200;
/** The hosts that a person has opened, in this browser, the newest last. */
const agreed = createStoredStore(localStorage, 'pasar.linkHosts', z.array(z.string()), []);

export const isKnownHost = (host: string): boolean =>
  OWN.some((own) => host === own || host.endsWith(`.${own}`)) || agreed.get().includes(host);

export function rememberHost(host: string): void {
  agreed.update((hosts) => [...hosts.filter((other) => other !== host), host].slice(-KEPT));
}
