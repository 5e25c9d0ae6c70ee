import type { ShopView } from '@pasar/api';
import {
  lateAnswersLeft,
  type ResponseRule,
  type ResponseShare,
  responseRuleOf,
  responseRuleSourceOf,
  sharePercent,
} from '@pasar/domain';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { listText } from '../texts/list-text.ts';
import styles from './response-share.module.css';
import { useTook } from './took.ts';

/** How a shop stands against the rule of its marketplace. */
export interface ShopShare extends ResponseShare {
  /** The last day ends now. */
  readonly days: readonly ResponseShare[];
  /** The account's own, else that of the marketplace. */
  readonly rule: ResponseRule;
}

/** The share as a bar with a mark at what is wanted; the words say the same. */
export function ShareBar({ share }: { readonly share: ShopShare }) {
  const { wantedPercent } = share.rule;
  const percent = sharePercent(share) ?? 0;
  return (
    <span className={styles.share} data-below={percent < wantedPercent}>
      {percent}%
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.reached} style={{ width: `${percent}%` }} />
        <span className={styles.wanted} style={{ left: `${wantedPercent}%` }} />
      </span>
    </span>
  );
}

/** The share of each day of the window; the words say the same, the last day last. `isLarge`: with a line at what is wanted. */
export function ShareDays({ share, isLarge = false }: { readonly share: ShopShare; readonly isLarge?: boolean }) {
  const { t } = useTranslation('figures');
  const locale = useLocale();
  const { days, rule } = share;
  const bars = days.map((day, index) => {
    const percent = sharePercent(day);
    const words = percent === null ? t('share.noAnswer') : `${percent}%`;
    return { ago: days.length - 1 - index, percent, words };
  });
  const label = listText(
    bars.map(({ words }) => words),
    locale,
  );
  return (
    <span className={isLarge ? styles.largeDays : styles.days} role="img" aria-label={label}>
      {isLarge && <span className={styles.wantedLine} style={{ bottom: `${rule.wantedPercent}%` }} />}
      {bars.map(({ ago, percent, words }) => (
        <span
          key={ago}
          data-tip={words}
          className={styles.day}
          data-below={percent === null ? undefined : percent < rule.wantedPercent}
          style={{ height: `${percent ?? 0}%` }}
        />
      ))}
    </span>
  );
}

/** How many more late answers take the share below what is wanted. */
export function useForecast(): (share: ShopShare) => string {
  const { t } = useTranslation('figures');
  return (share) => {
    const left = lateAnswersLeft(share, share.rule);
    const percent = share.rule.wantedPercent;
    return left === 0 ? t('share.below', { percent }) : t('share.left', { count: left, percent });
  };
}

/** The rule in words, and whose rule it is. */
export function useShareRule(): (shop: ShopView, rule: ResponseRule) => { readonly text: string; readonly of: string } {
  const { t } = useTranslation('figures');
  const took = useTook();
  return ({ marketplace, country }, rule) => {
    const { withinMs, wantedPercent, windowDays, counts } = rule;
    const { source, asOf } = responseRuleSourceOf(marketplace, country);
    const isOwn = JSON.stringify(rule) !== JSON.stringify(responseRuleOf(marketplace, country));
    const facts = { percent: wantedPercent, within: took(withinMs), days: windowDays };
    return {
      text: counts === 'first' ? t('share.ruleFirst', facts) : t('share.ruleAll', facts),
      of: isOwn ? t('share.own') : t('share.source', { source, day: asOf }),
    };
  };
}
