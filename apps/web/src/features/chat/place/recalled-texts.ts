import type { MessageView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { presentTime } from '../../../ui/use-now.ts';

/**
 * How long a recalled text can be edited again. No marketplace says how long; other chat programs give five minutes.
 */
const KEPT_MS = 5 * 60_000;

interface RecalledText {
  readonly text: string;
  readonly at: number;
}

const texts = createStore<ReadonlyMap<MessageId, RecalledText>>(new Map());
/** The texts that were recalled in this window. Nothing of them is stored. */
export const recalledTexts = texts;

/** Called when a person recalls a message; one without a text is not kept. */
export function keepRecalled({ messageId, content }: MessageView): void {
  if (content.type !== 'text') return;
  texts.update((held) => new Map(held).set(messageId, { text: content.text, at: presentTime() }));
}

/** Null where this window does not know the text, or no longer offers it. */
export function recalledText(held: ReadonlyMap<MessageId, RecalledText>, id: MessageId, now: number): string | null {
  const found = held.get(id);
  return found === undefined || now - found.at >= KEPT_MS ? null : found.text;
}
