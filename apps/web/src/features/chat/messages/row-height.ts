import { STICKER_SIZE, shownSize, videoSize } from '../pictures/picture-size.ts';
import type { MessageRow } from './message-rows.ts';

/** An estimate of a row's height in pixels, so that the first paint is nearly right; measuring corrects it. */
export function estimateHeight(row: MessageRow | undefined): number {
  if (row === undefined) return 60;
  const known = estimates.get(row);
  if (known !== undefined) return known;
  const made = guess(row);
  estimates.set(row, made);
  return made;
}
const estimates = new WeakMap<MessageRow, number>();

function guess(row: MessageRow): number {
  const marks = (row.isDayShown ? 38 : 0) + (row.isFirstNew ? 36 : 0);
  const word = row.mark.kind === 'waiting' ? 18 : 0;
  if (row.content.type === 'image') return marks + word + 6 + shownSize(row.content.picture).height;
  if (row.content.type === 'sticker') return marks + word + 6 + STICKER_SIZE.height;
  if (row.content.type === 'video') return marks + word + 6 + videoSize(row.content.video).height;
  if (!('text' in row.content)) return marks + word + 90;
  const lines = row.content.text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 52)), 0);
  return marks + word + 20 + lines * 20;
}
