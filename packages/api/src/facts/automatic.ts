import { BUYER_LANGUAGES, type BuyerLanguage, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { deliveryVideoView } from './cards.ts';
import { imagePart, productPart, textPart, voucherPart } from './quick-replies.ts';

/** Only of an answer: a message to many buyers would be uploaded for each of them. */
const answerVideoPart = z.object({
  kind: z.literal('video'),
  /** The cover is at `automaticMediaPath`. */
  videoId: z.uuid(),
  title: z.string().trim().min(1).max(200),
  video: deliveryVideoView,
});

const parts = [textPart, imagePart, productPart, voucherPart] as const;
const anyVideo = z.object({ kind: z.literal('video') });

/**
 * What an automatic message says, part by part; each part is a message. Texts may have the variables `{buyer}` and `{shop}`,
 * and where an order is known `{order}`, `{tracking}`, `{product}` and `{amount}`. The bytes of a picture are at `automaticMediaPath`.
 */
export const automaticPart = z.discriminatedUnion('kind', parts, {
  error: ({ input }) => (anyVideo.safeParse(input).success ? 'video_only_in_answers' : undefined),
});
export type AutomaticPart = z.infer<typeof automaticPart>;

/** The same of an automatic answer. */
export const automaticAnswerPart = z.discriminatedUnion('kind', [...parts, answerVideoPart]);
export type AutomaticAnswerPart = z.infer<typeof automaticAnswerPart>;

/** What is written for buyers of other languages, each language once. `missing`: why it is refused where it is not given. */
export const byLanguage = <Variant extends z.ZodType<{ readonly language: BuyerLanguage }>>(
  variant: Variant,
  missing?: ReasonCode,
) =>
  z
    .array(variant, { error: ({ input }) => (input === undefined ? missing : undefined) })
    .max(BUYER_LANGUAGES.length)
    .refine(
      (variants) => new Set(variants.map(({ language }) => language)).size === variants.length,
      'a language twice',
    );
export const language = z.enum(BUYER_LANGUAGES);

/** Parts, and others for buyers of another language. */
const contentOf = <Part extends z.ZodType>(part: Part, most: number) => {
  const list = z.array(part).min(1, 'content_empty').max(most, 'automatic_parts_too_many');
  return z.object({
    parts: list,
    variants: byLanguage(z.object({ language, parts: list })).default([]),
  });
};

export const automaticContent = (most: number) => contentOf(automaticPart, most);
export type AutomaticContent = z.infer<ReturnType<typeof automaticContent>>;

export const automaticAnswer = (most: number) => contentOf(automaticAnswerPart, most);
export type AutomaticAnswer = z.infer<ReturnType<typeof automaticAnswer>>;
