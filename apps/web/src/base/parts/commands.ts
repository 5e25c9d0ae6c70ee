import { type AutomaticContent, type AutomaticPart, CALLS } from '@pasar/api';
import { callApi } from '../call-api.ts';
import {
  type DraftVariants,
  isBlank,
  type NewPart,
  type Stored,
  storedPicture,
  writtenVariants,
} from './parts-draft.ts';

/** Whether there is something for buyers of every language. */
export const hasContent = (variants: DraftVariants): boolean => variants[0].parts.some((part) => !isBlank(part));

/** Automatic messages have no videos, and their forms offer none. */
const withoutVideos = (parts: readonly { readonly kind: string }[]): AutomaticPart[] =>
  parts.filter((part): part is AutomaticPart => part.kind !== 'video');

/** What was stored of a form: a preview and the saving after it store a picture once. */
const kept = new WeakMap<NewPart, Stored>();

async function store(part: NewPart): Promise<Stored> {
  if ('read' in part) throw new Error('an automatic message has no video');
  const held = kept.get(part);
  if (held !== undefined) return held;
  const stored = await storedPicture(part, (picture) => callApi(CALLS.automation.saveAutomaticPicture, picture));
  if (stored.ok) kept.set(part, stored);
  return stored;
}

/** Stores the new pictures, and gives the content of an automatic message; null where nothing is written. */
export async function storedContent(variants: DraftVariants) {
  const written = await writtenVariants(variants, store);
  if (!written.ok) return written;
  const content: AutomaticContent = {
    parts: withoutVideos(written.data.parts),
    variants: written.data.variants.map(({ language, parts }) => ({ language, parts: withoutVideos(parts) })),
  };
  return { ok: true as const, data: content.parts.length === 0 ? null : content };
}
