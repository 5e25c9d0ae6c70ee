import {
  COUNTRIES,
  IMPORT_ROW_STATES,
  MARKETPLACES,
  REASON_CODES,
  SIGN_IN_STATES,
  type SignInState,
} from '@pasar/domain';
import { z } from 'zod';
import { refusalView, shopId } from './views.ts';

const time = z.number().int().nonnegative();
/** A picture as a data URL: it is shown once and not stored. */
const picture = z.string().startsWith('data:image/');

/** What the marketplace asks of the person. */
export const challengeView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('captcha'),
    captchaId: z.string(),
    captchaType: z.enum(['text', 'slide', 'unknown']),
    image: picture,
    background: picture.nullable(),
  }),
  z.object({
    kind: z.literal('code'),
    channel: z.enum(['sms', 'email', 'app']),
    target: z.string().nullable(),
    /** The earliest time to ask for another code; null when the marketplace does not resend codes. */
    resendAt: time.nullable(),
  }),
  z.object({ kind: z.literal('identity'), pageUrl: z.url({ protocol: /^https?$/ }) }),
]);
export type ChallengeView = z.infer<typeof challengeView>;

export const signInView = z.object({
  signInId: z.uuid(),
  marketplace: z.enum(MARKETPLACES),
  country: z.enum(COUNTRIES),
  identifier: z.string(),
  connectionId: z.uuid().nullable(),
  /**
   * The proxy that was chosen for the login. Null: a new login leaves by the account's general way, and a known login
   * keeps its own proxy.
   */
  ipSubjectId: z.uuid().nullable(),
  state: z.enum(SIGN_IN_STATES as [SignInState, ...SignInState[]]),
  challenge: challengeView.nullable(),
  /** Why the sign-in failed; beside a challenge, what was wrong with the last answer. */
  refusal: refusalView.nullable(),
  shopIds: z.array(shopId),
  createdAt: time,
});
export type SignInView = z.infer<typeof signInView>;

/** An import and its progress: the number of rows in each state. */
export const shopImportView = z.object({
  importId: z.uuid(),
  fileName: z.string(),
  createdAt: time,
  counts: z.record(z.enum(IMPORT_ROW_STATES), z.number().int().nonnegative()),
});
export type ShopImportView = z.infer<typeof shopImportView>;

/** A row of an import. Of a row that a person corrected by hand: the login that was entered instead, and its state. */
export const importRowView = z.object({
  rowNumber: z.number().int().positive(),
  /** Of a row that could not become a sign-in, as it was typed. */
  site: z.union([z.object({ marketplace: z.enum(MARKETPLACES), country: z.enum(COUNTRIES) }), z.string()]),
  identifier: z.string(),
  state: z.enum(IMPORT_ROW_STATES),
  refusal: z.object({ reason: z.enum(REASON_CODES), detail: z.string().nullable() }).nullable(),
  /** The sign-in, so that a person can continue by hand where the marketplace asks for something. */
  signInId: z.uuid().nullable(),
});
export type ImportRowView = z.infer<typeof importRowView>;
