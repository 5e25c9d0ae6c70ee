/**
 * The answer to Shopee's RefreshAccessToken (facts 4.1). A refresh token works once, and the next one lives 30 days.
 */

import {
  doubtedRenewal,
  type NotRenewed,
  type RenewalAnswer,
  readRenewal,
  refusedRenewal,
  type TokenRenewal,
  wireId,
  wireSeconds,
  wireToken,
} from '@pasar/connector-kit';
import { z } from 'zod';
import type { ShopeeTokenOwner } from './requests.ts';

/** Documented; the answer does not have it. */
const REFRESH_LIFE_MS = 30 * 86_400_000;

const ownerSchema = z.object({ shop_id: wireId.optional(), merchant_id: wireId.optional() });
const renewedSchema = ownerSchema.extend({
  error: z.literal('').optional(),
  access_token: wireToken,
  refresh_token: wireToken,
  expire_in: wireSeconds,
});
const refusedSchema = z.object({ error: z.string().min(1), message: z.string().default('') });

/**
 * Words of the documented list, by who can help. Every other word is a fault of the app: its key, its sign, its rights.
 */
const OF_THE_SELLER: ReadonlySet<string> = new Set([
  'refresh_token_expired',
  'error_shop_refresh_token',
  'error_merchant_refresh_token',
  'shop_access_expired',
  'merchant_access_expired',
  'shop_no_linked',
  'merchant_no_linked',
]);
const OF_TIME: ReadonlySet<string> = new Set(['error_limit', 'error_rate_limit']);
/** The platform failed, perhaps before and perhaps after it took the token. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['error_server', 'error_network', 'error_data']);

/** `asked` is the owner of the renewed tokens. Tokens of another owner are refused. */
export function readShopeeTokenRenewal(answer: RenewalAnswer, asked: ShopeeTokenOwner): TokenRenewal<ShopeeTokenOwner> {
  return readRenewal(answer, {
    renewed: renewedSchema,
    refused: refusedSchema,
    fromWords: refusalOf,
    fromTokens(body) {
      if (!isOf(asked, body)) return doubtedRenewal('the tokens of another owner');
      return {
        kind: 'renewed',
        owner: asked,
        tokens: {
          accessToken: body.access_token,
          accessExpiresAt: answer.receivedAt + body.expire_in * 1_000,
          refresh: { token: body.refresh_token, expiresAt: answer.receivedAt + REFRESH_LIFE_MS },
        },
      };
    },
  });
}

/** Ours: an answer without an owner belongs to the requested owner. */
function isOf(asked: ShopeeTokenOwner, { shop_id, merchant_id }: z.output<typeof ownerSchema>): boolean {
  return asked.kind === 'shop'
    ? (shop_id ?? asked.shopId) === asked.shopId
    : (merchant_id ?? asked.merchantId) === asked.merchantId;
}

function refusalOf({ error, message }: z.output<typeof refusedSchema>): NotRenewed {
  const words = `${error}: ${message}`;
  if (error === 'shop_banned') return refusedRenewal('seller', words, 'account_frozen');
  // The documents use `error_auth` both for a wrong refresh token and for an app without the right; the message tells
  // which.
  if (OF_THE_SELLER.has(error) || (error === 'error_auth' && message.includes('refresh_token'))) {
    return refusedRenewal('seller', words);
  }
  if (OF_TIME.has(error)) return refusedRenewal('later', words);
  return OF_THE_PLATFORM.has(error) ? doubtedRenewal(words) : refusedRenewal('operator', words);
}
