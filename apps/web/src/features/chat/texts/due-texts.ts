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
export function dueOf(
  { waitingSince, dueAt }: Pick<ConversationView, 'waitingSince' | 'dueAt'>,
  now: number,
): Due | null {
  return waitingSince === null || dueAt === null ? null : { dueAt, ...dueIn({ waitingSince, dueAt }, now) };
}

const lengthText = (ms: number, t: T): string => ageText(0, Math.abs(ms), t);

/** How long the buyer has waited; when the time runs out, what is left of it, or by how much it is over. */
export function waitText(waitingSince: number, now: number, { urgency, leftMs }: Due, t: T): string {
  if (urgency === 'soon') return t('due.soon', { left: lengthText(leftMs, t) });
  return urgency === 'overdue' ? t('due.overdue', { over: lengthText(leftMs, t) }) : ageText(waitingSince, now, t);
}

/** When the answer is due, and where the buyer's wait stands. */
export function dueTip({ dueAt, leftMs }: Due, t: T): string {
  const at = fullTime(dueAt);
  return leftMs <= 0
    ? t('due.tipOver', { at, over: lengthText(leftMs, t) })
    : t('due.tip', { at, left: lengthText(leftMs, t) });
}
