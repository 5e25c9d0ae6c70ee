import { detailOf, type Locale, type Refusal } from '@pasar/domain';
import { reasonText, type Translate } from './i18n.ts';

/** A marketplace may answer with a whole page, of which only this many characters are shown. */
const LONGEST_DETAIL = 160;

/** Explains a refusal; words without a known reason code are shown unchanged (spec 1 §8). */
export function refusalText({ reason, detail }: Refusal, locale: Locale, t: Translate<'common'>): string {
  return withUnknownWords(reasonText(reason, locale), reason, detail, t);
}

/**
 * Adds the other side's words to a sentence where `code`, the reason of the sentence, stands for unmapped words. A code
 * that this version does not know gets no addition.
 */
export function withUnknownWords(
  sentence: string,
  code: string,
  detail: string | null,
  t: Translate<'common'>,
): string {
  if (detail === null || detailOf(code) !== 'words') return sentence;
  const words = detail.replace(/\s+/g, ' ').trim();
  if (words === '') return sentence;
  const shown = words.length > LONGEST_DETAIL ? `${words.slice(0, LONGEST_DETAIL)}…` : words;
  return t('withDetail', { sentence, detail: shown });
}
