import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import styles from './reviews.module.css';

const STARS = [5, 4, 3, 2, 1] as const;

/** How many reviews have how many stars, as bars; each bar is a button that shows only these reviews. */
export function StarBars({
  counts,
  chosen,
  onChoose,
}: {
  readonly counts: ReadonlyMap<number, number>;
  readonly chosen: readonly number[];
  readonly onChoose: (stars: readonly number[]) => void;
}) {
  const { t } = useTranslation('reviews');
  const locale = useLocale();
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <fieldset className={styles.bars} aria-label={t('stars.label')}>
      {STARS.map((stars) => {
        const count = counts.get(stars) ?? 0;
        const isOn = chosen.includes(stars);
        return (
          <button
            key={stars}
            type="button"
            className={styles.bar}
            aria-pressed={isOn}
            onClick={() => onChoose(isOn ? chosen.filter((one) => one !== stars) : [...chosen, stars])}
          >
            <span className={styles.barName}>{t('stars.of', { count: stars })}</span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ inlineSize: `${all === 0 ? 0 : (100 * count) / all}%` }} data-low={stars <= 2} />
            </span>
            <span className="numbers">{numberText(count, locale)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
