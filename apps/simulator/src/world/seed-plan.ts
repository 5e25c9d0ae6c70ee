/** The sellers of the demo, their logins and shops. Names are invented. */
import type { Language } from './languages.ts';
import type { Login, Marketplace } from './types.ts';

export interface ShopPlan {
  /** Names the shop when its ids are made; never changed after a release. */
  readonly key: string;
  readonly name: string;
  readonly country: string;
  readonly isCb: boolean;
  /** The buyers' languages; a repeated language is drawn more often. */
  readonly languages: readonly Language[];
  readonly conversations: number;
  /** The most messages of a conversation; left out where `MESSAGES_BY_SELLER` decides. */
  readonly longest?: number;
}
export interface LoginPlan {
  readonly marketplace: Marketplace;
  readonly seller: string;
  readonly kind: Login['kind'];
  readonly identifier: string;
  readonly country: string;
  readonly shops: readonly ShopPlan[];
}

const shop = (
  key: string,
  name: string,
  country: string,
  languages: readonly Language[],
  conversations: number,
  isCb = false,
): ShopPlan => ({ key, name, country, isCb, languages, conversations });

export const DEMO_SELLER = 'demo';
export const OTHER_SELLER = 'other';

export const LOGIN_PLANS: readonly LoginPlan[] = [
  {
    marketplace: 'shopee',
    seller: DEMO_SELLER,
    kind: 'merchant',
    identifier: 'morningmarket:desk',
    country: 'CNSC',
    shops: [
      shop('shopee-sg', 'Morning Market SG', 'SG', ['en'], 30, true),
      shop('shopee-my', 'Morning Market MY', 'MY', ['ms', 'ms', 'en'], 28, true),
      shop('shopee-th', 'Morning Market TH', 'TH', ['th'], 34, true),
      shop('shopee-br', 'Morning Market BR', 'BR', ['pt'], 24, true),
    ],
  },
  {
    marketplace: 'shopee',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'zaoshi.tw',
    country: 'TW',
    shops: [shop('shopee-tw', '早市生活館', 'TW', ['zh'], 30)],
  },
  {
    marketplace: 'shopee',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'chosang.vn',
    country: 'VN',
    shops: [shop('shopee-vn', 'Chợ Sáng Official', 'VN', ['vi'], 26)],
  },
  {
    marketplace: 'lazada',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'id@morningmarket.example',
    country: 'ID',
    shops: [shop('lazada-id', 'Pasar Pagi Store', 'ID', ['id'], 30)],
  },
  {
    marketplace: 'lazada',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'ph@morningmarket.example',
    country: 'PH',
    shops: [shop('lazada-ph', 'Umaga Market PH', 'PH', ['tl', 'tl', 'en'], 24)],
  },
  {
    marketplace: 'lazada',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'th@morningmarket.example',
    country: 'TH',
    shops: [shop('lazada-th', 'ตลาดเช้า Official', 'TH', ['th'], 22)],
  },
  {
    marketplace: 'tiktok',
    seller: DEMO_SELLER,
    kind: 'merchant',
    identifier: 'global@morningmarket.example',
    country: 'GB',
    shops: [
      shop('tiktok-gb', 'Morning Market UK', 'GB', ['en'], 20, true),
      shop('tiktok-vn', 'Chợ Sáng Live', 'VN', ['vi'], 18, true),
    ],
  },
  {
    marketplace: 'tiktok',
    seller: DEMO_SELLER,
    kind: 'shop',
    identifier: 'my@morningmarket.example',
    country: 'MY',
    shops: [shop('tiktok-my', 'Kedai Pagi', 'MY', ['ms', 'ms', 'zh'], 14)],
  },
  {
    marketplace: 'shopee',
    seller: OTHER_SELLER,
    kind: 'shop',
    identifier: 'lampara.ph',
    country: 'PH',
    shops: [shop('other-shopee-ph', 'Lampara Home', 'PH', ['tl', 'en'], 10)],
  },
  {
    marketplace: 'lazada',
    seller: OTHER_SELLER,
    kind: 'shop',
    identifier: 'vn@lampara.example',
    country: 'VN',
    shops: [shop('other-lazada-vn', 'Lampara Nhà Đẹp', 'VN', ['vi'], 10)],
  },
  {
    marketplace: 'tiktok',
    seller: OTHER_SELLER,
    kind: 'shop',
    identifier: 'th@lampara.example',
    country: 'TH',
    shops: [shop('other-tiktok-th', 'Lampara บ้านสวย', 'TH', ['th'], 10)],
  },
];

/** The number of messages in all conversations of a seller together. */
export const MESSAGES_BY_SELLER: Readonly<Record<string, number>> = { [DEMO_SELLER]: 6_000, [OTHER_SELLER]: 400 };
