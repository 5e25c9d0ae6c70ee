/**
 * The answer to Lazada's /auth/token/refresh (facts 4.2). The access token's time starts anew, the refresh token's does
 * not: when it is over, the seller authorises again.
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

/** The seller whose tokens they are. A cross-border seller has a shop in each of several countries. */
export interface LazadaTokenOwner {
  readonly account: string;
  /** In lower case; `cb` for a cross-border seller. */
  readonly country: string;
  readonly sellers: readonly { readonly country: string; readonly sellerId: string; readonly userId: string }[];
}

const sellersSchema = z.array(z.object({ country: z.string(), seller_id: wireId, user_id: wireId }));
const renewedSchema = z.object({
  code: z.literal(['0', 0]).optional(),
  access_token: wireToken,
  refresh_token: wireToken,
  expires_in: wireSeconds,
  refresh_expires_in: wireSeconds,
  account: z.string(),
  country: z.string(),
  // The guide's sample has the first name, the call's own sample the second.
  country_user_info: sellersSchema.optional(),
  country_user_info_list: sellersSchema.optional(),
});
const refusedSchema = z.object({
  code: z.string().regex(/^(?!0$)./),
  /** ISV: a fault of the app; ISP and SYSTEM: a fault of the platform. */
  type: z.string().default(''),
  message: z.string().default(''),
});

export function readLazadaTokenRenewal(answer: RenewalAnswer): TokenRenewal<LazadaTokenOwner> {
  const after = (seconds: number): number => answer.receivedAt + seconds * 1_000;
  return readRenewal(answer, {
    renewed: renewedSchema,
    refused: refusedSchema,
    fromWords: refusalOf,
    fromTokens: (body) => ({
      kind: 'renewed',
      owner: {
        account: body.account,
        country: body.country.toLowerCase(),
        sellers: (body.country_user_info ?? body.country_user_info_list ?? []).map(
          ({ country, seller_id, user_id }) => ({
            country: country.toLowerCase(),
            sellerId: seller_id,
            userId: user_id,
          }),
        ),
      },
      tokens: {
        accessToken: body.access_token,
        accessExpiresAt: after(body.expires_in),
        refresh:
          body.refresh_expires_in === 0
            ? null
            : { token: body.refresh_token, expiresAt: after(body.refresh_expires_in) },
      },
    }),
  });
}

/** Ours: the words of a limit, and that a fault of the platform leaves the token in doubt. */
function refusalOf({ code, type, message }: z.output<typeof refusedSchema>): NotRenewed {
  const words = `${code}: ${message}`;
  if (code === 'IllegalRefreshToken') return refusedRenewal('seller', words);
  if (code.endsWith('CallLimit')) return refusedRenewal('later', words);
  return type === 'ISP' || type === 'SYSTEM' ? doubtedRenewal(words) : refusedRenewal('operator', words);
}
