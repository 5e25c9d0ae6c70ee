import type { ConversationView } from '@pasar/api';
import { dueIn, type Urgency } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { ageText } from './texts.ts';

type T = Translate<'chat'>;
interface Due {
  readonly dueAt: number;
  readonly leftMs: number;
  readonly urgency: Urgency;
}

/** What is left of a waiting buyer's time; null when no buyer waits. */
export const dueOf = ({ dueAt }: Pick<ConversationView, 'dueAt'>, now: number): Due | null =>
  dueAt === null ? null : { dueAt, ...dueIn(dueAt, now) };

const lengthText = (ms: number, t: T): string => ageText(0, Math.abs(ms), t);

/** For a row: what is left of the time, in a word when it runs out, or by how much it is over. */
export function leftText({ urgency, leftMs }: Due, t: T): string {
  const length = lengthText(leftMs, t);
  switch (urgency) {
    case 'calm':
      return length;
    case 'soon':
      return t('due.soon', { left: length });
    case 'overdue':
      return t('due.overdue', { over: length });
  }
}

/** When the answer is due, and where the buyer's wait stands. */
export function dueTip({ dueAt, leftMs }: Due, t: T): string {
  const at = fullTime(dueAt);
  return leftMs <= 0
    ? t('due.tipOver', { at, over: lengthText(leftMs, t) })
    : t('due.tip', { at, left: lengthText(leftMs, t) });
}

/** What is urgent in a shop or in a group of shops; nothing while all answers have time. */
export function urgencyFacts(urgency: Urgency, t: T): readonly string[] {
  switch (urgency) {
    case 'calm':
      return [];
    case 'soon':
      return [t('shops.dueSoon')];
    case 'overdue':
      return [t('shops.overdue')];
  }
}
