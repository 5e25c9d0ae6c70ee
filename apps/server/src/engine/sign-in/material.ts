import type { ChallengeAnswer } from '@pasar/connector-kit';
import { type Refusal, refusal } from '@pasar/domain';
import { z } from 'zod';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { type SecretBox, type SecretPlace, SecretRefused } from '../../storage/secrets.ts';
import type { ClaimedSignIn } from './claims.ts';

/** Between the steps of one sign-in: the cookies so far, and the connector's own thread through its demands. */
const betweenShape = z.object({
  cookies: z.string(),
  continuation: z.string(),
  captchaId: z.string().nullable(),
});
export type Between = z.infer<typeof betweenShape>;
const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('captcha'), text: z.string() }),
  z.object({ kind: z.literal('code'), code: z.string() }),
  z.object({ kind: z.literal('identity') }),
  z.object({ kind: z.literal('resend') }),
]);
export type Given = z.infer<typeof answerShape>;

/** Everything secret that one step of a sign-in needs. */
export interface Material {
  readonly password: string;
  /** Whoever signs in gave the password, and did not only use the one that is kept. */
  readonly isPasswordGiven: boolean;
  readonly between: Between | null;
  readonly given: Given | null;
}

export const isRefusal = (loaded: Material | Refusal): loaded is Refusal => 'reason' in loaded;

export function loadMaterial(
  database: Database,
  secrets: SecretBox,
  { accountId, row }: ClaimedSignIn,
): Promise<Material | Refusal> {
  const place = (ownerId: string, field: SecretPlace['field']): SecretPlace => ({ accountId, ownerId, field });
  return database.within(wholeAccount(accountId), async (transaction): Promise<Material | Refusal> => {
    try {
      const own = await secrets.read(transaction, place(row.sign_in_id, 'password'));
      const kept =
        row.connection_id === null ? null : await secrets.read(transaction, place(row.connection_id, 'password'));
      const password = own ?? kept;
      if (password === null) return refusal('password_required');
      const between = await secrets.read(transaction, place(row.sign_in_id, 'session'));
      const given = await secrets.read(transaction, place(row.sign_in_id, 'answer'));
      return {
        password,
        isPasswordGiven: own !== null,
        between: between === null ? null : betweenShape.parse(JSON.parse(between)),
        given: given === null ? null : answerShape.parse(JSON.parse(given)),
      };
    } catch (error) {
      if (error instanceof SecretRefused) return refusal('secret_unreadable');
      throw error;
    }
  });
}

/** What the connector is told of it; null where nothing was answered yet. */
export function toChallengeAnswer({ given, between }: Material): ChallengeAnswer | null {
  if (given === null || between === null || given.kind === 'resend') return null;
  const { continuation } = between;
  if (given.kind !== 'captcha') return { ...given, continuation };
  return { kind: 'captcha', captchaId: between.captchaId ?? '', text: given.text, continuation };
}
