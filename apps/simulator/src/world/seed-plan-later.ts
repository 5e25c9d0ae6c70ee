/**
 * Logins whose conversations are made on first use, so that they do not slow down the start: some that a person can
 * authorise, many for a bulk import, and one of the demo.
 */
import type { AccountDemands } from './demands.ts';
import type { Language } from './languages.ts';
import { DEMO_SELLER, type LoginPlan, type ShopPlan } from './seed-plan.ts';
import type { Marketplace } from './types.ts';

export const UNCLAIMED_SELLER = 'unclaimed';
export const IMPORT_SELLER = 'import';

const LANGUAGES: Readonly<Record<string, readonly Language[]>> = {
  SG: ['en'],
  MY: ['ms', 'ms', 'en'],
  TH: ['th'],
  PH: ['tl', 'en'],
  VN: ['vi'],
  TW: ['zh'],
  BR: ['pt'],
  ID: ['id'],
  GB: ['en'],
  MX: ['es'],
  CL: ['es'],
  CO: ['es'],
  PL: ['pl'],
  ES: ['es'],
  FR: ['fr'],
};

/** Longer than any seeded conversation. */
const ANY_LENGTH = 1_000;

const shop = (key: string, name: string, country: string, isCb = false): ShopPlan => ({
  key,
  name,
  country,
  isCb,
  languages: LANGUAGES[country] ?? ['en'],
  conversations: 5,
  longest: ANY_LENGTH,
});
const single = (
  marketplace: Marketplace,
  identifier: string,
  key: string,
  name: string,
  country: string,
): LoginPlan => ({
  marketplace,
  seller: UNCLAIMED_SELLER,
  kind: 'shop',
  identifier,
  country,
  shops: [shop(key, name, country)],
});

/** The shops of a sub-account: one in each country, and a second shop in some countries. */
const SUNRISE_SHOPS = ['SG', 'MY', 'TH', 'PH', 'VN', 'TW', 'BR', 'ID', 'SG', 'MY', 'TH', 'PH'].map((country, at) =>
  shop(
    `unclaimed-shopee-sunrise-${at + 1}`,
    at < 8 ? `Sunrise Trading ${country}` : `Sunrise Outlet ${country}`,
    country,
    true,
  ),
);

export const UNCLAIMED_PLANS: readonly LoginPlan[] = [
  {
    marketplace: 'shopee',
    seller: UNCLAIMED_SELLER,
    kind: 'merchant',
    identifier: 'sunrise.trading:desk',
    country: 'CNSC',
    shops: SUNRISE_SHOPS,
  },
  single('shopee', 'kopi.corner', 'unclaimed-shopee-sg', 'Kopi Corner', 'SG'),
  // A local shop of the demo, beside the cross-border shop of its sub-account in the same country.
  { ...single('shopee', 'baanmai.th', 'unclaimed-shopee-th', 'บ้านใหม่ Living', 'TH'), seller: DEMO_SELLER },
  single('lazada', 'sg@kopicorner.example', 'unclaimed-lazada-sg', 'Kopi Corner SG', 'SG'),
  single('lazada', 'my@kopicorner.example', 'unclaimed-lazada-my', 'Kedai Kopi Corner', 'MY'),
  {
    marketplace: 'tiktok',
    seller: UNCLAIMED_SELLER,
    kind: 'merchant',
    identifier: 'global@sunrise.example',
    country: 'GB',
    shops: [
      shop('unclaimed-tiktok-gb', 'Sunrise Live UK', 'GB', true),
      shop('unclaimed-tiktok-th', 'Sunrise Live TH', 'TH', true),
      shop('unclaimed-tiktok-id', 'Sunrise Live ID', 'ID', true),
    ],
  },
  single('tiktok', 'ph@kopicorner.example', 'unclaimed-tiktok-ph', 'Kape Corner', 'PH'),
];

const IMPORTS_EACH = 100;
const IMPORT_SITES = {
  shopee: ['SG', 'MY', 'TH', 'PH', 'VN', 'TW', 'BR', 'ID'],
  lazada: ['ID', 'VN', 'TH', 'MY', 'PH', 'SG'],
} as const;
const IMPORT_NAMES: Readonly<Record<string, string>> = {
  SG: 'Corner Store',
  MY: 'Kedai Jaya',
  TH: 'ร้านรุ่งเรือง',
  PH: 'Tindahan Plus',
  VN: 'Tiệm Nhà Mình',
  TW: '好日子選物',
  BR: 'Loja Boa Vista',
  ID: 'Toko Makmur',
};

/** `import-001@bulk.example` to `import-200@bulk.example`: the first half at Shopee, the second half at Lazada. */
export const IMPORT_PLANS: readonly LoginPlan[] = Array.from({ length: 2 * IMPORTS_EACH }, (_, index) => {
  const marketplace = index < IMPORTS_EACH ? 'shopee' : 'lazada';
  const sites = IMPORT_SITES[marketplace];
  const country = sites[index % sites.length] ?? 'SG';
  const number = `${index + 1}`.padStart(3, '0');
  const plan = shop(`import-${number}`, `${IMPORT_NAMES[country]} ${number}`, country);
  return {
    marketplace,
    seller: IMPORT_SELLER,
    kind: 'shop',
    identifier: `import-${number}@bulk.example`,
    country,
    shops: [{ ...plan, conversations: 1 + (index % 3), longest: 16 }],
  };
});

/** A sub-account with a shop in each country of the Americas and Europe that no other login has, and a local shop. */
export const WESTERN_PLANS: readonly LoginPlan[] = [
  {
    marketplace: 'shopee',
    seller: UNCLAIMED_SELLER,
    kind: 'merchant',
    identifier: 'mediodia.trading:desk',
    country: 'CNSC',
    shops: ['MX', 'CL', 'CO', 'PL', 'ES', 'FR'].map((country) =>
      shop(`unclaimed-shopee-mediodia-${country.toLowerCase()}`, `Mediodía Trading ${country}`, country, true),
    ),
  },
  single('shopee', 'casaluz.mx', 'unclaimed-shopee-mx', 'Casa Luz', 'MX'),
];

const refuse = (refusal: string): AccountDemands => ({ demands: [], remaining: null, refusal });
const demand = (...demands: AccountDemands['demands']): AccountDemands => ({ demands, remaining: null, refusal: null });

/**
 * The reason why every tenth of these logins cannot be imported without a person. Shopee's codes are those of its
 * public clients. ours: Lazada's codes, which are not public.
 */
const IMPORT_OBSTACLES: Readonly<Record<'shopee' | 'lazada', readonly AccountDemands[]>> = {
  shopee: [
    refuse('error_banned'),
    refuse('error_notfound'),
    refuse('error_name_or_password_incorrect'),
    refuse('error_perm'),
    refuse('error_too_frequent'),
    refuse('error_shop_binded2merchant'),
    refuse('error_need_ivs'),
    demand('captcha'),
    demand('otp'),
    refuse('error_too_many_fail_login'),
  ],
  lazada: [
    refuse('ACCOUNT_FROZEN'),
    refuse('ACCOUNT_NOT_EXIST'),
    refuse('INCORRECT_ACCOUNT_OR_PASSWORD'),
    refuse('ACCOUNT_DEACTIVATED'),
    refuse('TOO_FREQUENT'),
    refuse('WRONG_SITE'),
    demand('identity'),
    demand('captcha'),
    demand('emailCode'),
    refuse('AUTHORIZATION_FAILED'),
  ],
};

/** The demands of an account at the start; the identifier is in lower case. */
export function initialDemands(marketplace: Marketplace, identifier: string): AccountDemands | null {
  const number = Number(/^import-([0-9]{3})@bulk\.example$/.exec(identifier)?.[1] ?? Number.NaN);
  if (marketplace === 'tiktok' || number % 10 !== 0) return null;
  const first = marketplace === 'shopee' ? 0 : IMPORTS_EACH;
  return IMPORT_OBSTACLES[marketplace][(number - first) / 10 - 1] ?? null;
}
