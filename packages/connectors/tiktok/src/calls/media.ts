/** Pictures and translations of the chat pages. */
import type { ImageFile, Translation } from '@pasar/connector-kit';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { type TiktokCall, wirePost } from '../wire/scope.ts';

const uploadData = z.object({ list: z.array(z.object({ url: z.string().min(1) })).min(1) });

/**
 * `imageInfo {key, name, base64}`, answered with a list of addresses (spec 2 §7.5). A repeat only makes another copy.
 */
export const uploadImageCall: TiktokCall<
  { readonly key: string; readonly image: ImageFile },
  { readonly url: string }
> = {
  key: 'tiktok-chat POST uploadImg',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ key, image }) =>
    wirePost('/chat/api/seller/uploadImg', {
      imageInfo: { key, name: image.name, base64: base64Of(image) },
    }),
  fromWire: fromEnvelope(uploadData.transform(({ list }) => ({ url: list[0]?.url ?? '' }))),
};

/** Ours: a data address, which also names the picture's type. */
const base64Of = ({ type, bytes }: ImageFile): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const translateData = z.object({ translatedTextMap: z.record(z.string(), z.string()) });
/** Texts are sent under keys that Pasar chooses, and come back under them; untranslated texts are left out. */
export const translateCall: TiktokCall<Translation, ReadonlyMap<number, string>> = {
  key: 'tiktok-chat POST translate',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ texts, source, target }) =>
    wirePost('/chat/api/seller/translate', {
      sourceLang: source ?? 'auto',
      targetLang: target,
      transInfos: texts.map((text, index) => ({ key: String(index), text })),
    }),
  fromWire: fromEnvelope(
    translateData.transform(
      ({ translatedTextMap: map }) =>
        new Map(Object.entries(map).map(([key, text]): [number, string] => [Number(key), text])),
    ),
  ),
};
