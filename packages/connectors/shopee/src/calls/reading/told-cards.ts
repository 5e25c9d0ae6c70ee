/** Videos, stickers and offers (facts 1.5). Pasar itself sends only the videos. */
import { COUNTRIES, type Json, type MessageContent, type Money } from '@pasar/domain';
import { z } from 'zod';
import { wireId } from '../../wire/wire-json.ts';
import { statusOfOffer } from '../offer-words.ts';

export interface Kept {
  readonly wireType: string;
  readonly raw: Json;
}
type Told<Type extends MessageContent['type']> = Extract<MessageContent, { type: Type }>;

const address = z.string().regex(/^https?:\/\//);
const optionalAddress = address.nullish().catch(null);
const size = z.number().positive().nullish().catch(null);
const optionalText = z.string().nullish().catch(null);

const videoContent = z.object({
  video_url: address,
  thumb_url: optionalAddress,
  thumb_w: size,
  thumb_h: size,
  thumb_width: size,
  thumb_height: size,
  duration_seconds: size,
});
export function videoOf(content: unknown, kept: Kept): Told<'video'> | null {
  const read = videoContent.safeParse(content);
  if (!read.success) return null;
  const { video_url: url, thumb_url: coverUrl, duration_seconds: durationSeconds, ...cover } = read.data;
  const video = {
    url,
    coverUrl: coverUrl ?? null,
    width: cover.thumb_w ?? cover.thumb_width ?? null,
    height: cover.thumb_h ?? cover.thumb_height ?? null,
    durationSeconds: durationSeconds ?? null,
  };
  return { type: 'video', video, ...kept };
}

/** The host of the stickers' pictures is one for all countries; each country has its folder (facts 1.5). */
const STICKERS = 'https://deo.shopeemobile.com/shopee/shopee-sticker-live-';
const stickerContent = z.object({
  sticker_id: z.string().regex(/^[\w-]{1,80}$/),
  sticker_package_id: z.string().regex(/^[\w-]{1,80}$/),
  format: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/)
    .nullish()
    .catch(null),
  // Ours: the picture's own address, where a message has one.
  image_url: optionalAddress,
});
export function stickerOf(content: unknown, country: string | null | undefined, kept: Kept): Told<'sticker'> | null {
  const read = stickerContent.safeParse(content);
  if (!read.success) return null;
  const { sticker_id: id, sticker_package_id: pack, format, image_url: imageUrl } = read.data;
  const known = z.enum(COUNTRIES).safeParse(country?.toUpperCase());
  if (!imageUrl && !known.success) return null;
  const built = `${STICKERS}${known.data?.toLowerCase()}/packs/${pack}/${id}@1x.${format ?? 'png'}`;
  return { type: 'sticker', sticker: { imageUrl: imageUrl ?? built, text: null }, ...kept };
}

/** Ours: the fields are those of the offer call. */
const offerContent = z.object({
  offer_id: wireId,
  item_id: wireId.nullish().catch(null),
  item_name: optionalText,
  quantity: z.int().positive().nullish().catch(null),
  offer_price: z.unknown().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .catch(null),
  status: optionalText,
  thumb_url: optionalAddress,
});
export function offerOf(
  content: unknown,
  moneyOf: (value: unknown, currency: string | null) => Money | null,
  kept: Kept,
): Told<'offer'> | null {
  const read = offerContent.safeParse(content);
  if (!read.success) return null;
  const { offer_id: offerId, item_id: productId, item_name: productName, quantity, ...rest } = read.data;
  const offer = {
    offerId,
    productId: productId ?? null,
    productName: productName || null,
    quantity: quantity ?? null,
    price: moneyOf(rest.offer_price, rest.currency ?? null),
    status: statusOfOffer(rest.status ?? ''),
    iconUrl: rest.thumb_url ?? null,
  };
  return { type: 'offer', offer, ...kept };
}
