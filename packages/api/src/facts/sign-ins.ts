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
/** A picture as a data URL: it is shown once and kept nowhere. */
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
    /** From when another code may be asked for; null when there is no resend. */
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
  /** The proxy that was chosen for it; null for the way of all others, and of a known login its own. */
  ipSubjectId: z.uuid().nullable(),
  state: z.enum(SIGN_IN_STATES as [SignInState, ...SignInState[]]),
  challenge: challengeView.nullable(),
  /** Why it failed; beside a challenge: what was wrong with the last answer. */
  refusal: refusalView.nullable(),
  shopIds: z.array(shopId),
  createdAt: time,
});
export type SignInView = z.infer<typeof signInView>;

/** An import and how far it is: counts by the state of its rows. */
export const shopImportView = z.object({
  importId: z.uuid(),
  fileName: z.string(),
  createdAt: time,
  counts: z.record(z.enum(IMPORT_ROW_STATES), z.number().int().nonnegative()),
});
export type ShopImportView = z.infer<typeof shopImportView>;

export const importRowView = z.object({
  rowNumber: z.number().int().positive(),
  marketplace: z.enum(MARKETPLACES),
  country: z.enum(COUNTRIES),
  identifier: z.string(),
  state: z.enum(IMPORT_ROW_STATES),
  refusal: z.object({ reason: z.enum(REASON_CODES), detail: z.string().nullable() }).nullable(),
  /** To go on by hand where the marketplace asks for something. */
  signInId: z.uuid(),
});
export type ImportRowView = z.infer<typeof importRowView>;
