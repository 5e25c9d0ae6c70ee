import { BUYER_LANGUAGES } from '@pasar/domain';
import { z } from 'zod';
import { imagePart, productPart, textPart, voucherPart } from './quick-replies.ts';

/**
 * What an automatic message says, part by part; each part is a message. Texts may have the variables `{buyer}` and `{shop}`,
 * and where an order is known `{order}`, `{tracking}`, `{product}` and `{amount}`. The bytes of a picture are at `automaticMediaPath`.
 */
export const automaticPart = z.discriminatedUnion('kind', [textPart, imagePart, productPart, voucherPart]);
export type AutomaticPart = z.infer<typeof automaticPart>;

export const automaticParts = (most: number) =>
  z.array(automaticPart).min(1, 'content_empty').max(most, 'automatic_parts_too_many');

/** Parts, and others for buyers of another language. */
export const automaticContent = (most: number) =>
  z.object({
    parts: automaticParts(most),
    variants: z
      .array(z.object({ language: z.enum(BUYER_LANGUAGES), parts: automaticParts(most) }))
      .max(BUYER_LANGUAGES.length)
      .refine(
        (variants) => new Set(variants.map(({ language }) => language)).size === variants.length,
        'a language twice',
      )
      .default([]),
  });
export type AutomaticContent = z.infer<ReturnType<typeof automaticContent>>;
