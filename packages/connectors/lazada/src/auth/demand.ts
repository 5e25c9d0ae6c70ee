/**
 * What the login demands of a person, and what is kept of the demand until the answer. Ours: the bodies; `data` of a
 * refused submit has `kind` and its fields. The gateway may also report suspicion in its own envelope, with the page
 * that the person must go through (facts 2.1).
 */
import type { CaptchaImage, Challenge, WireAnswer } from '@pasar/connector-kit';
import { captchaTypeOf, tryExactJson } from '@pasar/connector-kit';
import { z } from 'zod';
import type { CodeChannel } from '../calls/login.ts';
import { classify, fromWireAnswer, pageOf } from '../wire/answer.ts';
import { wireId, wireInt, wireText } from '../wire/fields.ts';

/** What a sign-in needs to go on after the answer. Secret, and read only here. */
export interface Continuation {
  /** The token by which the marketplace recognises the attempt. */
  readonly deviceToken: string;
  /** Where the code went; null for a demand without a code. */
  readonly channel: CodeChannel | null;
}
const continuationSchema = z.object({
  deviceToken: z.string().min(1),
  channel: z.enum(['sms', 'email', 'app']).nullable(),
});

/** Null for a string that is not a continuation. */
export function parseContinuation(text: string): Continuation | null {
  const parsed = tryExactJson(text);
  const continuation = parsed.ok ? continuationSchema.safeParse(parsed.value) : null;
  return continuation?.success ? continuation.data : null;
}

const base64Image = z
  .base64()
  .transform((text): CaptchaImage => ({ type: 'image/png', bytes: Buffer.from(text, 'base64') }));
const demandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('captcha'),
    captchaId: wireId,
    captchaType: z.string(),
    image: base64Image,
    background: base64Image.nullish(),
  }),
  z.object({
    kind: z.literal('code'),
    channel: z.enum(['sms', 'email', 'app']),
    target: wireText,
    /** Seconds. */
    resendAfter: wireInt.nullish(),
  }),
  z.object({ kind: z.literal('page'), url: z.url() }),
]);
const refusedSchema = z.object({ success: z.literal(false), data: demandSchema });

/** The challenge of a refused attempt; null when the marketplace demands nothing of a person. */
export function challengeOf(answer: WireAnswer, deviceToken: string): Challenge | null {
  const refused = refusedSchema.safeParse(answer.json);
  if (!refused.success) return suspicionOf(answer, deviceToken);
  const demand = refused.data.data;
  const carry = (channel: CodeChannel | null): string =>
    JSON.stringify({ deviceToken, channel } satisfies Continuation);
  switch (demand.kind) {
    case 'captcha': {
      const { captchaId, captchaType, image, background } = demand;
      return {
        kind: 'captcha',
        captchaId,
        captchaType: captchaTypeOf(captchaType),
        image,
        background: background ?? null,
        continuation: carry(null),
      };
    }
    case 'code': {
      const { channel, target, resendAfter } = demand;
      const resendAfterMs = resendAfter == null ? null : resendAfter * 1_000;
      return { kind: 'code', channel, target, resendAfterMs, continuation: carry(channel) };
    }
    case 'page':
      return { kind: 'identity', pageUrl: demand.url, continuation: carry(null) };
  }
}

/** The challenge of the gateway's suspicion: the person goes through a page, and then the attempt is made again. */
export function suspicionOf(answer: WireAnswer, deviceToken: string): Challenge | null {
  const envelope = fromWireAnswer(answer);
  const pageUrl = pageOf(answer);
  if (envelope.kind !== 'refused' || classify(envelope.code) !== 'suspicion' || pageUrl === null) return null;
  const continuation = JSON.stringify({ deviceToken, channel: null } satisfies Continuation);
  return { kind: 'identity', pageUrl, continuation };
}
