import type { AutoReplyKind, AutoReplyReason, Locale } from '@pasar/domain';

export const KIND_TEXTS = {
  welcome: 'kind.welcome',
  faq: 'kind.faq',
  keyword: 'kind.keyword',
  default: 'kind.default',
} as const satisfies Record<AutoReplyKind, string>;

export const REASON_TEXTS = {
  switchedOff: 'why.switchedOff',
  answered: 'why.answered',
  answeredBefore: 'why.answeredBefore',
  tooOften: 'why.tooOften',
  greeted: 'why.greeted',
  outsideTimes: 'why.outsideTimes',
  stopped: 'why.stopped',
  late: 'why.late',
  nothingToSay: 'why.nothingToSay',
  tooLong: 'why.tooLong',
  taken: 'why.taken',
  withdrawn: 'why.withdrawn',
  refused: 'why.refused',
} as const satisfies Record<AutoReplyReason, string>;

/** A delay as it was written: minutes or seconds. */
export function delayText(ms: number, locale: Locale): string {
  const [unit, count] = ms % 60_000 === 0 ? (['minute', ms / 60_000] as const) : (['second', ms / 1_000] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
