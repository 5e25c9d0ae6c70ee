import type { QuickReplyPart, QuickReplySite, QuickReplyView } from '@pasar/api';
import type { BuyerLanguage, ImageType, ShopId } from '@pasar/domain';
import { toBase64 } from '@pasar/sync';
import type { ReadVideo } from '../pictures/read-video.ts';
import type { ReplyToSave } from './commands.ts';
import { savePicture, saveVideo } from './commands.ts';

/** A part in the form. A new picture or video has its bytes, until it is saved with the reply. */
export type DraftPart =
  | { readonly key: string; readonly part: QuickReplyPart }
  | { readonly key: string; readonly file: File; readonly type: ImageType; readonly url: string }
  | { readonly key: string; readonly read: ReadVideo };

/** The parts for one language; null is for every buyer whose language has none of its own. */
export interface DraftVariant {
  readonly language: BuyerLanguage | null;
  readonly parts: readonly DraftPart[];
}

/** What the form holds. */
export interface ReplyDraft {
  readonly groupId: string;
  readonly title: string;
  readonly variants: readonly [DraftVariant, ...DraftVariant[]];
  readonly sites: readonly QuickReplySite[];
  readonly shopIds: readonly ShopId[] | null;
}

export const drafted = (part: QuickReplyPart): DraftPart => ({ key: crypto.randomUUID(), part });
export const emptyText = (): DraftPart => drafted({ kind: 'text', text: '' });

export const draftOf = (reply: QuickReplyView | null, groupId: string): ReplyDraft => ({
  groupId: reply?.groupId ?? groupId,
  title: reply?.title ?? '',
  variants: [
    { language: null, parts: reply?.parts.map(drafted) ?? [emptyText()] },
    ...(reply?.variants ?? []).map(({ language, parts }) => ({ language, parts: parts.map(drafted) })),
  ],
  sites: reply?.sites ?? [],
  shopIds: reply?.shopIds ?? null,
});

export const isBlank = (draft: DraftPart): boolean =>
  'part' in draft && draft.part.kind === 'text' && draft.part.text.trim() === '';

type Stored =
  | { readonly ok: true; readonly part: QuickReplyPart }
  | Extract<Awaited<ReturnType<typeof savePicture>>, { ok: false }>;

async function storedPart(draft: DraftPart): Promise<Stored> {
  if ('part' in draft) return { ok: true, part: draft.part };
  if ('read' in draft) return storedVideo(draft.key, draft.read);
  const bytes = new Uint8Array(await draft.file.arrayBuffer());
  const result = await savePicture(draft.type, toBase64(bytes));
  if (!result.ok) return result;
  const { pictureId, width, height } = result.data;
  const fileName = draft.file.name.slice(0, 200) || 'picture';
  return { ok: true, part: { kind: 'image', pictureId, fileName, type: draft.type, width, height } };
}

/** The key of the part names the upload, so that another try goes on where the first was cut off. */
async function storedVideo(key: string, { video }: ReadVideo): Promise<Stored> {
  const result = await saveVideo(key, video);
  if (!result.ok) return result;
  const title = video.fileName.slice(0, 200).trim() || 'video.mp4';
  return { ok: true, part: { kind: 'video', title, ...result.data } };
}

/**
 * Stores the new pictures and videos, and gives what is saved of the draft. Blank texts are left out, and languages without parts.
 */
export async function toSave(draft: ReplyDraft, replyId: string | null) {
  const [first, ...others] = draft.variants;
  const stored: { readonly language: BuyerLanguage | null; readonly parts: QuickReplyPart[] }[] = [];
  for (const { language, parts } of [first, ...others]) {
    const of: QuickReplyPart[] = [];
    for (const part of parts.filter((item) => !isBlank(item))) {
      const result = await storedPart(part);
      if (!result.ok) return result;
      of.push(result.part);
    }
    stored.push({ language, parts: of });
  }
  const { groupId, title, sites, shopIds } = draft;
  const reply: ReplyToSave = {
    ...(replyId === null ? {} : { replyId }),
    groupId,
    title,
    parts: stored.find(({ language }) => language === null)?.parts ?? [],
    variants: stored.flatMap(({ language, parts }) =>
      language === null || parts.length === 0 ? [] : [{ language, parts }],
    ),
    sites,
    shopIds,
  };
  return { ok: true as const, data: reply };
}
