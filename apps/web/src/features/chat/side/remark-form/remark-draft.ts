import { type ConversationId, IMAGE_TYPES, REMARK_LIMITS, type ReasonCode, type RemarkKind } from '@pasar/domain';
import { createStore, toBase64 } from '@pasar/sync';
import { addRemark, saveRemarkPicture } from '../../../../base/remarks/commands.ts';
import { dueOf } from '../../../../base/remarks/due.ts';
import type { Plan } from '../../../../base/remarks/plan-fields.tsx';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { currentLocale, reasonText, type Translate } from '../../../../base/texts/i18n.ts';
import { setRemarkForm } from '../buyer/open-remark-forms.ts';

/** A picture of a remark that is being written. It is stored at once, so that the person knows before the remark is. */
export interface DraftPicture {
  readonly key: string;
  readonly file: File;
  /** Of this window's memory, for the preview. */
  readonly url: string;
  readonly state:
    | { readonly kind: 'coming' }
    | { readonly kind: 'stored'; readonly pictureId: string }
    | { readonly kind: 'failed'; readonly why: string };
}

/** What the form holds. */
export interface RemarkDraft extends Plan {
  /** The same for every try. */
  readonly remarkId: string;
  readonly kind: RemarkKind;
  readonly content: string;
  readonly orderNumber: string;
  readonly pictures: readonly DraftPicture[];
}

const EMPTY: RemarkDraft = {
  remarkId: '',
  kind: 'pre_sales',
  content: '',
  orderNumber: '',
  assigneeId: '',
  day: '',
  pictures: [],
};

/** What is written, by conversation: it outlives a look at another conversation, not a reload. */
export const remarkDrafts = createStore<ReadonlyMap<ConversationId, RemarkDraft>>(new Map());

export const draftOf = (id: ConversationId): RemarkDraft => remarkDrafts.get().get(id) ?? EMPTY;

export function changeDraft(id: ConversationId, change: (draft: RemarkDraft) => RemarkDraft): void {
  remarkDrafts.update((held) =>
    new Map(held).set(id, change(held.get(id) ?? { ...EMPTY, remarkId: crypto.randomUUID() })),
  );
}

export function closeDraft(id: ConversationId): void {
  for (const { url } of draftOf(id).pictures) URL.revokeObjectURL(url);
  remarkDrafts.update((held) => {
    const left = new Map(held);
    left.delete(id);
    return left;
  });
  setRemarkForm(id, false);
}

const setPicture = (id: ConversationId, key: string, state: DraftPicture['state']): void =>
  changeDraft(id, (draft) => ({
    ...draft,
    pictures: draft.pictures.map((picture) => (picture.key === key ? { ...picture, state } : picture)),
  }));

/** Adds pictures up to the limit and stores them; returns how many found no room. */
export function addPictures(id: ConversationId, files: readonly File[], t: Translate<'common'>): number {
  const room = REMARK_LIMITS.pictures - draftOf(id).pictures.length;
  const added = files.slice(0, Math.max(0, room)).map((file): DraftPicture => {
    return { key: crypto.randomUUID(), file, url: URL.createObjectURL(file), state: { kind: 'coming' } };
  });
  changeDraft(id, (draft) => ({ ...draft, pictures: [...draft.pictures, ...added] }));
  for (const picture of added) void storePicture(id, picture, t);
  return files.length - added.length;
}

export function removePicture(id: ConversationId, { key, url }: DraftPicture): void {
  URL.revokeObjectURL(url);
  changeDraft(id, (draft) => ({ ...draft, pictures: draft.pictures.filter((picture) => picture.key !== key) }));
}

/** Stores a picture, or tells beside it why it could not be stored. */
export async function storePicture(id: ConversationId, { key, file }: DraftPicture, t: Translate<'common'>) {
  const fail = (why: string) => setPicture(id, key, { kind: 'failed', why });
  const refuse = (reason: ReasonCode) => fail(reasonText(reason, currentLocale()));
  const type = IMAGE_TYPES.find((one) => one === file.type);
  if (type === undefined) return refuse('file_unsupported');
  if (file.size > REMARK_LIMITS.pictureBytes) return refuse('file_too_large');
  setPicture(id, key, { kind: 'coming' });
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file was moved or changed after it was chosen.
    return refuse('image_data_missing');
  }
  const result = await saveRemarkPicture(type, toBase64(bytes));
  if (!result.ok) return fail(failureText(result.failure, t));
  setPicture(id, key, { kind: 'stored', pictureId: result.data.pictureId });
}

/** Saves the remark with the pictures that are stored; those that failed stay out. */
export function saveDraft(conversationId: ConversationId, draft: RemarkDraft) {
  const { remarkId, kind, content, orderNumber, assigneeId, day, pictures } = draft;
  return addRemark(conversationId, {
    remarkId,
    kind,
    content: content.trim(),
    ...(orderNumber.trim() === '' ? {} : { orderNumber: orderNumber.trim() }),
    pictureIds: pictures.flatMap(({ state }) => (state.kind === 'stored' ? [state.pictureId] : [])),
    ...(assigneeId === '' ? {} : { assigneeId }),
    ...(dueOf(day) === null ? {} : { dueAt: dueOf(day) }),
  });
}
