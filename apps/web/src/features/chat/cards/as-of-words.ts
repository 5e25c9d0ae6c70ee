import { useTranslation } from '../../../base/texts/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { ageText } from '../texts/texts.ts';

/** Less than this is "just now" (our choice). */
const NOW_MS = 60_000;

/** How old an answer of a marketplace is, in the one wording for all places that show one. */
export function useAsOfWords(asOf: number): string {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const now = useNow();
  return now - asOf < NOW_MS ? t('asOf.now') : t('asOf.age', { age: ageText(asOf, now, chat) });
}
