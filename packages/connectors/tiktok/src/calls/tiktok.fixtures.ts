/** At least one worked example of every catalogue call of this marketplace. */
import { AFFILIATE_FIXTURES } from './affiliate.fixtures.ts';
import { CHAT_FIXTURES } from './chat.fixtures.ts';
import { PASSPORT_FIXTURES, SSO_FIXTURES, VISITOR_FIXTURES } from './login.fixtures.ts';
import { ORDER_FIXTURES } from './orders.fixtures.ts';
import { PRODUCT_FIXTURES } from './products.fixtures.ts';
import type { AnyFixture } from './scene.fixture.ts';
import { SELLER_FIXTURES } from './shop.fixtures.ts';

export const TIKTOK_FIXTURES: readonly AnyFixture[] = [
  ...PRODUCT_FIXTURES,
  ...ORDER_FIXTURES,
  ...SELLER_FIXTURES,
  ...CHAT_FIXTURES,
  ...AFFILIATE_FIXTURES,
  ...PASSPORT_FIXTURES,
  ...SSO_FIXTURES,
  ...VISITOR_FIXTURES,
];
