import { detailOf, type Locale, type Refusal } from '@pasar/domain';
import { reasonText, type Translate } from './i18n.ts';

/** A marketplace may answer with a whole page; a line of it tells as much. Characters. */
const LONGEST_DETAIL = 160;

/** What a refusal means to the person; words that nobody has mapped are shown as they came (spec 1 §8). */
export function refusalText({ reason, detail }: Refusal, locale: Locale, t: Translate<'common'>): string {
  return withUnknownWords(reasonText(reason, locale), reason, detail, t);
}

/** `code`: of the refusal that the sentence is of. A code that this version does not know says all in its sentence. */
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
