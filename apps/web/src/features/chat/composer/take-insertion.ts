import { type QuickReplyPart, quickReplyMediaPath } from '@pasar/api';
import type { Desk, PictureFile } from '@pasar/sync';
import i18next from 'i18next';
import { toast } from '../../../ui/toasts.tsx';
import { showLocally } from '../pictures/local-pictures.ts';
import type { Insertion } from '../place/insertion.ts';
import { wordsOf } from '../quick-replies/offered.ts';
import { PART_TEXTS } from '../quick-replies/texts.ts';
import { firstHole } from '../quick-replies/variables.ts';

type ImagePart = Extract<QuickReplyPart, { kind: 'image' }>;

interface Composer {
  readonly area: HTMLTextAreaElement;
  readonly desk: Desk;
  readonly attach: (files: readonly File[]) => Promise<void>;
}

/**
 * Inserts the texts of a reply at the cursor and attaches its pictures, or sends its parts at once in their order. This
 * is the one place where the parts of a reply become messages.
 */
export async function takeInsertion(insertion: Insertion, composer: Composer): Promise<void> {
  const { parts, how } = insertion;
  if (how === 'insert') insertTexts(insertion, composer.area);
  else insertAt(composer.area, '', insertion.instead);
  tellNotSent(parts);
  if (how === 'insert') {
    const pictures = parts.filter((part) => part.kind === 'image');
    if (pictures.length > 0) await composer.attach(await Promise.all(pictures.map(fileOf)));
    return;
  }
  // Fetched before anything is sent, so that the parts go out in their order or not at all.
  const files = new Map(
    await Promise.all(
      parts.flatMap((part) => (part.kind === 'image' ? [fileOf(part).then((file) => [part, file] as const)] : [])),
    ),
  );
  for (const part of parts) {
    if (part.kind === 'text') composer.desk.sender.send(insertion.id, part.text.trim(), null);
    if (part.kind === 'image') sendPicture(insertion, composer.desk, part, files.get(part));
  }
}

function sendPicture({ id }: Insertion, desk: Desk, part: ImagePart, bytes: File | undefined): void {
  if (bytes === undefined) return;
  const { fileName, type, width, height } = part;
  const picture: PictureFile = { fileName, type, width, height, bytes };
  showLocally(desk.sender.sendImage(id, picture), { ...picture, url: URL.createObjectURL(bytes) });
}

/** The picture as a file. Rejects when it cannot be fetched. */
async function fileOf({ pictureId, fileName, type }: ImagePart): Promise<File> {
  const answer = await fetch(quickReplyMediaPath(pictureId));
  if (!answer.ok) throw new Error(`the picture was refused with ${answer.status}`);
  return new File([await answer.blob()], fileName, { type });
}

/** Parts that no message of Pasar has yet are named, not dropped in silence. */
function tellNotSent(parts: readonly QuickReplyPart[]): void {
  const t = i18next.getFixedT(null, 'quickReplies');
  const left = parts.flatMap((part) =>
    part.kind === 'text' || part.kind === 'image' ? [] : [`${t(PART_TEXTS[part.kind])}: ${part.title}`],
  );
  if (left.length > 0) toast('info', t('part.notYet', { parts: left.join(', ') }));
}

/** Puts the texts at the cursor, and the cursor at the first place that a person has to fill in, else behind them. */
function insertTexts({ parts, instead }: Insertion, area: HTMLTextAreaElement): void {
  const words = wordsOf(parts);
  const start = insertAt(area, words, instead);
  const hole = firstHole(words);
  if (hole !== null) area.setSelectionRange(start + hole.from, start + hole.to);
}

/** Uses the browser's own editing, so that undo takes it back. Returns where the words begin. */
function insertAt(area: HTMLTextAreaElement, words: string, instead: Insertion['instead']): number {
  area.focus();
  // What is written stays, a selection too: the words come behind it.
  area.setSelectionRange(instead?.from ?? area.selectionEnd, instead?.to ?? area.selectionEnd);
  const start = area.selectionStart;
  if (words === '' && instead === null) return start;
  if (!document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) {
    area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return start;
}
