import { type AutomaticAnswerPart, type AutomaticPart, CALLS, type QuickReplyPart } from '@pasar/api';
import { putKeptVideo } from '@pasar/sync';
import { callApi } from '../call-api.ts';
import {
  type DraftVariants,
  isBlank,
  type NewPart,
  type Stored,
  storedPicture,
  storedVideo,
  writtenVariants,
} from './parts-draft.ts';

/** Whether there is something for buyers of every language. */
export const hasContent = (variants: DraftVariants): boolean => variants[0].parts.some((part) => !isBlank(part));

/** What was stored of a form: a preview and the saving after it store a picture once. */
const kept = new WeakMap<NewPart, Stored>();

async function store(part: NewPart): Promise<Stored> {
  const held = kept.get(part);
  if (held !== undefined) return held;
  const stored =
    'read' in part
      ? await storedVideo(part, (clientId, video) => putKeptVideo(callApi, 'automaticAnswer', clientId, video))
      : await storedPicture(part, (picture) => callApi(CALLS.automation.saveAutomaticPicture, picture));
  if (stored.ok) kept.set(part, stored);
  return stored;
}

/** Stores the new pictures, and gives the content of an automatic message; null where nothing is written. */
export const storedContent = (variants: DraftVariants) =>
  storedParts(variants, (part): part is AutomaticPart => part.kind !== 'video');

/** The same of an automatic answer, with its new videos. */
export const storedAnswer = (variants: DraftVariants) =>
  storedParts(variants, (part): part is AutomaticAnswerPart => part.kind !== 'video' || part.video !== null);

/** The forms offer no parts but those that `isPart` names. */
async function storedParts<Part extends QuickReplyPart>(
  variants: DraftVariants,
  isPart: (part: QuickReplyPart) => part is Part,
) {
  const written = await writtenVariants(variants, store);
  if (!written.ok) return written;
  const content = {
    parts: written.data.parts.filter(isPart),
    variants: written.data.variants.map(({ language, parts }) => ({ language, parts: parts.filter(isPart) })),
  };
  return { ok: true as const, data: content.parts.length === 0 ? null : content };
}
