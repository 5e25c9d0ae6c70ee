/** The marketplaces' own sites, their short addresses and seller pages. A host below one of these is their own too. */
const OWN_HOSTS = [
  'shopee.sg',
  'shopee.com.my',
  'shopee.co.th',
  'shopee.tw',
  'shopee.vn',
  'shopee.ph',
  'shopee.co.id',
  'shopee.com.br',
  'shopee.com.mx',
  'shopee.com.co',
  'shopee.cl',
  'shopee.pl',
  'shopee.es',
  'shopee.fr',
  'shopee.cn',
  'shp.ee',
  'lazada.sg',
  'lazada.com',
  'lazada.com.my',
  'lazada.co.th',
  'lazada.vn',
  'lazada.com.ph',
  'lazada.co.id',
  'tiktok.com',
  'tokopedia.com',
];

/** `host` in lower case. A list and not a pattern, because anybody can register the name under another ending. */
export const isOwnHost = (host: string): boolean => OWN_HOSTS.some((own) => host === own || host.endsWith(`.${own}`));
