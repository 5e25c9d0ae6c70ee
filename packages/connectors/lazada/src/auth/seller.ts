import type { Outcome } from '@pasar/connector-kit';
import { asPlatformShopId, COUNTRIES, type Country, type PlatformShopId, refusal } from '@pasar/domain';
import { z } from 'zod';
import { describeIssues, wireId } from '../wire/fields.ts';

/** Whom the login is: the seller id is what the messenger knows, the shop id what the desk does. */
export interface Seller {
  readonly sellerId: string;
  readonly platformShopId: PlatformShopId;
  readonly name: string;
  readonly country: Country;
}

/** ours: the fields of the login user info. */
const userInfoSchema = z.object({
  result: z.object({
    sellerId: wireId,
    shopId: wireId,
    shopName: z.string(),
    country: z
      .string()
      .transform((country) => country.toUpperCase())
      .pipe(z.enum(COUNTRIES)),
  }),
});

export function fromWireUserInfo(data: unknown): Outcome<Seller> {
  const info = userInfoSchema.safeParse(data);
  if (!info.success) {
    const detail = `login user info: ${describeIssues(info.error)}`;
    return { ok: false, refusal: refusal('unexpected_answer', detail), canRetry: false };
  }
  const { sellerId, shopId, shopName, country } = info.data.result;
  return { ok: true, value: { sellerId, platformShopId: asPlatformShopId(shopId), name: shopName, country } };
}
