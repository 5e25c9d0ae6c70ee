import { type QuickReplyPart, quickReplyMediaPath, type ShopView } from '@pasar/api';
import type { Desk, PictureFile } from '@pasar/sync';
import { PART_TEXTS } from '../../../base/parts/texts.ts';
import { currentLocale, type Translate } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { toast } from '../../../ui/toasts.tsx';
import { sendOrHold } from '../guard/held-sends.ts';
import { judge } from '../guard/judge.ts';
import { showLocally } from '../pictures/local-pictures.ts';
import type { OpenComposer } from '../place/open-composer.ts';
import { cardOf, type ReplyTexts, tellLeftOut, whyLeftOut } from './cards-of.ts';
import { wordsOf } from './offered.ts';
import type { Slash } from './slash.ts';
import { firstHole } from './variables.ts';

type ImagePart = Extract<QuickReplyPart, { kind: 'image' }>;

/** A chosen reply. */
export interface Chosen {
  /** With their variables filled in. */
  readonly parts: readonly QuickReplyPart[];
  readonly how: 'insert' | 'send';
  /** The slash and its words, which go; null for a reply that was chosen in the panel. */
  readonly slash: Pick<Slash, 'from' | 'to'> | null;
  /** Of which members are warned before a text goes to a buyer of the shop's country. */
  readonly words: readonly string[];
}

/**
 * Puts the texts of a reply into the composer at the cursor and attaches its pictures, or sends its parts at once in
 * their order. This is the one place where the parts of a reply become messages.
 */
export async function takeReply(chosen: Chosen, composer: OpenComposer, desk: Desk, texts: ReplyTexts): Promise<void> {
  const { parts, how, slash, words } = chosen;
  if (how === 'insert') insertTexts(wordsOf(parts), slash, composer.area);
  else insertAt(composer.area, '', slash);
  const shop = shopOf(desk, composer);
  tellLeftOut(parts, how, shop, texts);
  const pictures = parts.filter((part) => part.kind === 'image');
  try {
    // Fetched before anything is sent, so that the parts go out in their order or not at all.
    const files = await Promise.all(pictures.map(fileOf));
    const filesOf = new Map(pictures.map((part, index) => [part, files[index]]));
    if (how === 'send') sendAtOnce({ parts, files: filesOf, shop, words, ofParts: texts.ofParts }, composer, desk);
    else if (files.length > 0) await composer.attach(files);
  } catch {
    toast('bad', texts.t('part.failed'));
  }
}

/** The shop of the conversation that the composer is of. */
function shopOf(desk: Desk, { id }: OpenComposer): ShopView | undefined {
  const { shown, shops } = desk.state.get();
  const shopId = shown.get(id)?.shopId;
  return shopId === undefined ? undefined : shops.get(shopId);
}

interface Sent {
  readonly parts: readonly QuickReplyPart[];
  readonly files: ReadonlyMap<ImagePart, File | undefined>;
  readonly shop: ShopView | undefined;
}

/** Where the guard warns, the whole reply waits above the composer. */
function sendAtOnce(
  { parts, files, shop, words, ofParts }: Sent & { readonly words: readonly string[] } & Pick<ReplyTexts, 'ofParts'>,
  composer: OpenComposer,
  desk: Desk,
): void {
  const sent = parts.filter((part) => part.kind === 'text' || part.kind === 'image' || whyLeftOut(part, shop) === null);
  const texts = sent.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : []));
  sendOrHold(composer.id, {
    what: listText(
      sent.map((part) => partWords(part, ofParts)),
      currentLocale(),
    ),
    warnings: judge(desk.state.get(), composer.id, words, { count: sent.length, texts }),
    send: () => send({ parts: sent, files, shop }, composer, desk),
  });
}

const partWords = (part: QuickReplyPart, t: Translate<'parts'>): string =>
  part.kind === 'text'
    ? part.text.trim()
    : `${t(PART_TEXTS[part.kind])}: ${part.kind === 'image' ? part.fileName : part.title}`;

function send({ parts, files, shop }: Sent, { id }: OpenComposer, desk: Desk): void {
  for (const part of parts) {
    switch (part.kind) {
      case 'text':
        desk.sender.send(id, part.text.trim(), null);
        break;
      case 'image': {
        const bytes = files.get(part);
        if (bytes === undefined) break;
        const { fileName, type, width, height } = part;
        const picture: PictureFile = { fileName, type, width, height, bytes };
        showLocally(desk.sender.sendImage(id, picture), { ...picture, url: URL.createObjectURL(bytes) });
        break;
      }
      case 'video': {
        const { videoId, video } = part;
        if (video === null) break;
        const { width, height } = video;
        showLocally(desk.sender.sendKeptVideo(id, videoId, video), {
          width,
          height,
          url: quickReplyMediaPath(videoId),
        });
        break;
      }
      default: {
        const card = cardOf(part, shop);
        if (typeof card !== 'string') desk.sender.sendCard(id, card);
      }
    }
  }
}

/** The picture as a file. Rejects when it cannot be fetched. */
async function fileOf({ pictureId, fileName, type }: ImagePart): Promise<File> {
  const answer = await fetch(quickReplyMediaPath(pictureId));
  if (!answer.ok) throw new Error(`the picture was refused with ${answer.status}`);
  return new File([await answer.blob()], fileName, { type });
}

/** Puts the words at the cursor, and the cursor at the first place that a person has to fill in, else behind them. */
function insertTexts(words: string, slash: Chosen['slash'], area: HTMLTextAreaElement): void {
  const start = insertAt(area, words, slash);
  const hole = firstHole(words);
  if (hole !== null) area.setSelectionRange(start + hole.from, start + hole.to);
}

/** Uses the browser's own editing, so that undo takes it back. Returns where the words begin. */
function insertAt(area: HTMLTextAreaElement, words: string, slash: Chosen['slash']): number {
  area.focus();
  // What is written stays, a selection too: the words come behind it.
  area.setSelectionRange(slash?.from ?? area.selectionEnd, slash?.to ?? area.selectionEnd);
  const start = area.selectionStart;
  if (words === '' && slash === null) return start;
  if (!document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) {
    area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return start;
}
