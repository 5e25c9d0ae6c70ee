import {
  BUYER_LANGUAGES,
  COUNTRIES,
  IMAGE_TYPES,
  MARKETPLACES,
  QUICK_REPLY_LIMITS,
  type QuickReplyGroup,
  SCREEN_LIMITS,
} from '@pasar/domain';
import { z } from 'zod';
import { deliveryVideoView } from './cards.ts';
import { refusalView, shopId } from './views.ts';

export const quickReplyGroupId = z.uuid();
export const quickReplyId = z.uuid();

/** Longest name of a file, title of a product and id of a marketplace in a part (our choice). */
const name = z.string().trim().min(1).max(200);
const platformId = z.string().trim().min(1).max(64);
const pixels = z.number().int().positive().max(100_000);

/** The parts that everything that is prepared before it is sent may have. */
export const textPart = z.object({
  kind: z.literal('text'),
  text: z
    .string()
    .max(SCREEN_LIMITS.messageTextLength, 'content_too_long')
    .refine((text) => text.trim() !== '', 'content_empty'),
});
export const imagePart = z.object({
  kind: z.literal('image'),
  /** The bytes of a quick reply's picture are at `quickReplyMediaPath`. */
  pictureId: z.uuid(),
  fileName: name,
  type: z.enum(IMAGE_TYPES),
  width: pixels,
  height: pixels,
});
export const productPart = z.object({ kind: z.literal('product'), shopId, itemId: platformId, title: name });
export const voucherPart = z.object({
  kind: z.literal('voucher'),
  shopId,
  voucherId: platformId,
  voucherCode: platformId.nullable(),
  title: name,
});

/** What a reply sends, one after the other. Pictures are named by their id; products and vouchers by their shop's ids. */
export const quickReplyPart = z.discriminatedUnion('kind', [
  textPart,
  imagePart,
  z
    .object({
      kind: z.literal('video'),
      videoId: platformId,
      title: name,
      /** The file that Pasar keeps; its cover is at `quickReplyMediaPath`. Null: the part only names a video. */
      video: deliveryVideoView.nullable().default(null),
    })
    .refine(({ videoId, video }) => video === null || z.uuid().safeParse(videoId).success, 'no such video'),
  productPart,
  voucherPart,
]);
export type QuickReplyPart = z.infer<typeof quickReplyPart>;

export const quickReplyParts = z
  .array(quickReplyPart)
  .min(1, 'content_empty')
  .max(QUICK_REPLY_LIMITS.parts, 'quick_reply_parts_too_many');

/** The parts for buyers of another language. */
export const quickReplyVariants = z
  .array(z.object({ language: z.enum(BUYER_LANGUAGES), parts: quickReplyParts }))
  .max(BUYER_LANGUAGES.length)
  .refine((variants) => new Set(variants.map(({ language }) => language)).size === variants.length, 'a language twice');
export type QuickReplyVariant = z.infer<typeof quickReplyVariants>[number];

export const quickReplySites = z
  .array(z.object({ platform: z.enum(MARKETPLACES), country: z.enum(COUNTRIES) }))
  .max(60);
export type QuickReplySite = z.infer<typeof quickReplySites>[number];

/** A group is shared by all members of the account, or personal: then only the member who made it has it. */
export const quickReplyGroupView = z.object({ groupId: quickReplyGroupId, name: z.string(), isPersonal: z.boolean() });
export type QuickReplyGroupView = z.infer<typeof quickReplyGroupView>;

/** A quick reply. It is offered in a shop that its sites or its shops name; in every shop when it names neither. */
export const quickReplyView = z.object({
  replyId: quickReplyId,
  groupId: quickReplyGroupId,
  /** Found by; may be empty. */
  title: z.string(),
  parts: z.array(quickReplyPart),
  variants: quickReplyVariants,
  sites: quickReplySites,
  /** Null for a reply that names no shops. Shops that the member does not see are left out. */
  shopIds: z.array(shopId).nullable(),
  /** How often this member has used it. */
  useCount: z.number().int().nonnegative(),
});
export type QuickReplyView = z.infer<typeof quickReplyView>;

/** A group of shortcuts as a connector reads it. */
export const quickReplyGroupFact: z.ZodType<QuickReplyGroup> = z.object({
  groupId: z.string(),
  name: z.string(),
  replies: z.array(z.object({ replyId: z.string(), text: z.string() })),
});

/** At which marketplaces quick replies are offered. */
export const quickReplyConfigView = z.object({
  isEnable: z.boolean(),
  isLazadaEnable: z.boolean(),
  isTiktokEnable: z.boolean(),
});
export type QuickReplyConfigView = z.infer<typeof quickReplyConfigView>;

/**
 * How a shortcut as Pasar keeps it stands to the marketplace's: the same; kept here, because no marketplace has a call
 * that takes it; changed at the marketplace after it was changed here; removed there since. `new` is only here.
 */
export const SHORTCUT_STATES = ['same', 'kept', 'conflict', 'gone', 'new'] as const;
export const shortcutView = z.object({
  /** The marketplace's id; null for a shortcut that was made here. */
  shortcutId: z.string().nullable(),
  group: z.string(),
  text: z.string(),
  /** The marketplace's present text; null when it has none, or could not be asked. */
  theirText: z.string().nullable(),
  /** The marketplace's text when the shortcut was changed here. */
  baseText: z.string().nullable(),
  state: z.enum(SHORTCUT_STATES),
});
export type ShortcutView = z.infer<typeof shortcutView>;

export const shortcutsView = z.object({
  shortcuts: z.array(shortcutView),
  /** Why the marketplace could not be asked: then only what is kept here is listed. Null when it was. */
  refusal: refusalView.nullable(),
});
export type ShortcutsView = z.infer<typeof shortcutsView>;
