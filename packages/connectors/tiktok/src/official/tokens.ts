/**
 * The answer to TikTok Shop's /api/v2/token/refresh (facts 4.3). In spite of its name `expire_in` is no lifetime: the
 * documents call it the Unix second at which a token ends.
 */

import {
  doubtedRenewal,
  type NotRenewed,
  type RenewalAnswer,
  readRenewal,
  refusedRenewal,
  type TokenRenewal,
  wireSeconds,
  wireToken,
} from '@pasar/connector-kit';
import { z } from 'zod';

export interface TikTokTokenOwner {
  readonly openId: string;
  /** Creators and partners authorise apps too; only a seller has shops. */
  readonly kind: 'seller' | 'creator' | 'partner' | 'unknown';
  readonly sellerName: string;
  readonly region: string;
  readonly scopes: readonly string[];
}

const renewedSchema = z.object({
  code: z.literal(0),
  data: z.object({
    access_token: wireToken,
    access_token_expire_in: wireSeconds,
    refresh_token: wireToken,
    refresh_token_expire_in: wireSeconds,
    open_id: z.string(),
    seller_name: z.string().default(''),
    seller_base_region: z.string().default(''),
    user_type: z.int(),
    granted_scopes: z.array(z.string()).default([]),
  }),
});
const refusedSchema = z.object({ code: z.int().refine((code) => code !== 0), message: z.string().default('') });

const KINDS: ReadonlyMap<number, TikTokTokenOwner['kind']> = new Map([
  [0, 'seller'],
  [1, 'creator'],
  [3, 'partner'],
]);
const FIRST_SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

export function readTikTokTokenRenewal(answer: RenewalAnswer): TokenRenewal<TikTokTokenOwner> {
  return readRenewal(answer, {
    renewed: renewedSchema,
    refused: refusedSchema,
    fromWords: (words) => refusalOf(answer.status, words),
    fromTokens: ({ data }) => ({
      kind: 'renewed',
      owner: {
        openId: data.open_id,
        kind: KINDS.get(data.user_type) ?? 'unknown',
        sellerName: data.seller_name,
        region: data.seller_base_region,
        scopes: data.granted_scopes,
      },
      tokens: {
        accessToken: data.access_token,
        accessExpiresAt: data.access_token_expire_in * 1_000,
        refresh: { token: data.refresh_token, expiresAt: data.refresh_token_expire_in * 1_000 },
      },
    }),
  });
}

/** Ours: the documents list no codes of this call, so the message decides whether the token or the app is at fault. */
function refusalOf(status: number, { code, message }: z.output<typeof refusedSchema>): NotRenewed {
  const words = `${code}: ${message}`;
  if (status === TOO_MANY_REQUESTS) return refusedRenewal('later', words);
  if (status >= FIRST_SERVER_ERROR) return doubtedRenewal(words);
  return refusedRenewal(/refresh[ _]?token/i.test(message) ? 'seller' : 'operator', words);
}
