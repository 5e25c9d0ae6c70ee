import type { QuickReplySite, QuickReplyView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import {
  type DraftVariants,
  draftVariants,
  type NewPart,
  type Stored,
  storedPicture,
  storedVideo,
  writtenVariants,
} from '../../../base/parts/parts-draft.ts';
import { type ReplyToSave, savePicture, saveVideo } from './commands.ts';

/** What the form holds. */
export interface ReplyDraft {
  readonly groupId: string;
  readonly title: string;
  readonly variants: DraftVariants;
  readonly sites: readonly QuickReplySite[];
  readonly shopIds: readonly ShopId[] | null;
}

export const draftOf = (reply: QuickReplyView | null, groupId: string): ReplyDraft => ({
  groupId: reply?.groupId ?? groupId,
  title: reply?.title ?? '',
  variants: draftVariants(reply),
  sites: reply?.sites ?? [],
  shopIds: reply?.shopIds ?? null,
});

const store = (part: NewPart): Promise<Stored> =>
  'read' in part ? storedVideo(part, saveVideo) : storedPicture(part, ({ type, file }) => savePicture(type, file));

/** Stores the new pictures and videos, and gives what is saved of the draft. */
export async function toSave(draft: ReplyDraft, replyId: string | null) {
  const written = await writtenVariants(draft.variants, store);
  if (!written.ok) return written;
  const { groupId, title, sites, shopIds } = draft;
  const reply: ReplyToSave = {
    ...(replyId === null ? {} : { replyId }),
    groupId,
    title,
    ...written.data,
    sites,
    shopIds,
  };
  return { ok: true as const, data: reply };
}
