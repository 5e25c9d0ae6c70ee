import type { QuickReplyPart, QuickReplyVariant } from '@pasar/api';
import type { BuyerLanguage, ImageType, OutgoingVideo } from '@pasar/domain';
import { type CallFailure, type CallResult, toBase64, type VideoFile } from '@pasar/sync';
import type { ReadVideo } from '../videos/read-video.ts';

/** A part in a form. A new picture or video has its bytes, until the form is saved. */
export type DraftPart =
  | { readonly key: string; readonly part: QuickReplyPart }
  | { readonly key: string; readonly file: File; readonly type: ImageType; readonly url: string }
  | { readonly key: string; readonly read: ReadVideo };
export type NewPart = Exclude<DraftPart, { readonly part: QuickReplyPart }>;
type NewPicture = Extract<NewPart, { readonly file: File }>;
type NewVideo = Extract<NewPart, { readonly read: ReadVideo }>;

/** The parts for one language; null is for every buyer whose language has none of its own. */
export interface DraftVariant {
  readonly language: BuyerLanguage | null;
  readonly parts: readonly DraftPart[];
}
export type DraftVariants = readonly [DraftVariant, ...DraftVariant[]];

export interface Written {
  readonly parts: readonly QuickReplyPart[];
  readonly variants: readonly QuickReplyVariant[];
}

export const drafted = (part: QuickReplyPart): DraftPart => ({ key: crypto.randomUUID(), part });
export const emptyText = (): DraftPart => drafted({ kind: 'text', text: '' });

/** `written`: null for nothing yet. */
export const draftVariants = (written: Written | null): DraftVariants => [
  { language: null, parts: written?.parts.map(drafted) ?? [emptyText()] },
  ...(written?.variants ?? []).map(({ language, parts }) => ({ language, parts: parts.map(drafted) })),
];

export const isBlank = (draft: DraftPart): boolean =>
  'part' in draft && draft.part.kind === 'text' && draft.part.text.trim() === '';

export type Stored =
  | { readonly ok: true; readonly part: QuickReplyPart }
  | { readonly ok: false; readonly failure: CallFailure };

/** A new picture, stored by `save`. */
export async function storedPicture(
  { file, type }: NewPicture,
  save: (picture: {
    readonly fileName: string;
    readonly type: ImageType;
    readonly file: string;
  }) => Promise<CallResult<{ readonly pictureId: string; readonly width: number; readonly height: number }>>,
): Promise<Stored> {
  const fileName = file.name.slice(0, 200) || 'picture';
  const result = await save({ fileName, type, file: toBase64(new Uint8Array(await file.arrayBuffer())) });
  if (!result.ok) return result;
  const { pictureId, width, height } = result.data;
  return { ok: true, part: { kind: 'image', pictureId, fileName, type, width, height } };
}

/** A new video, kept by `save`. The key of the part names the upload, so that another try goes on where the first was cut off. */
export async function storedVideo(
  { key, read: { video } }: NewVideo,
  save: (
    clientId: string,
    video: VideoFile,
  ) => Promise<CallResult<{ readonly videoId: string; readonly video: OutgoingVideo }>>,
): Promise<Stored> {
  const result = await save(key, video);
  if (!result.ok) return result;
  const title = video.fileName.slice(0, 200).trim() || 'video.mp4';
  return { ok: true, part: { kind: 'video', title, ...result.data } };
}

/** Stores the new parts by `store`, and gives what is saved: no blank texts, and no languages without parts. */
export async function writtenVariants(variants: DraftVariants, store: (part: NewPart) => Promise<Stored>) {
  const written: { readonly language: BuyerLanguage | null; readonly parts: QuickReplyPart[] }[] = [];
  for (const { language, parts } of variants) {
    const of: QuickReplyPart[] = [];
    for (const part of parts.filter((item) => !isBlank(item))) {
      const result: Stored = 'part' in part ? { ok: true, part: part.part } : await store(part);
      if (!result.ok) return result;
      of.push(result.part);
    }
    written.push({ language, parts: of });
  }
  return {
    ok: true as const,
    data: {
      parts: written.find(({ language }) => language === null)?.parts ?? [],
      variants: written.flatMap(({ language, parts }) =>
        language === null || parts.length === 0 ? [] : [{ language, parts }],
      ),
    } satisfies Written,
  };
}
