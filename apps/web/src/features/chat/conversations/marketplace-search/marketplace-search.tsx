import { MARKETPLACE_NAMES, MARKETPLACES, offers } from '@pasar/domain';
import type { Scope } from '@pasar/sync';
import { useEffect, useRef } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { shopNames } from '../../../../base/shops/health.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { listText } from '../../../../base/texts/list-text.ts';
import { Button } from '../../../../ui/button.tsx';
import type { AddFound } from '../use-search.ts';
import { FoundOrders, type FoundOrdersProps } from './found-orders.tsx';
import styles from './marketplace-search.module.css';
import { useMarketplaceSearch } from './use-marketplace-search.ts';

export interface MarketplaceSearchProps extends Pick<FoundOrdersProps, 'onOpen'> {
  readonly scope: Scope;
  readonly words: string;
  readonly onFound: AddFound;
  /** Takes the filters away, by which a marketplace cannot search; null where none is chosen. */
  readonly onUnfiltered: (() => void) | null;
}

/** Looks for the words at the marketplaces that can be searched; nothing where the scope has no shop of theirs. */
export function MarketplaceSearch({ scope, words, onFound, onUnfiltered, onOpen }: MarketplaceSearchProps) {
  const { t } = useTranslation('marketplaceSearch');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const told = useRef<HTMLParagraphElement>(null);
  const search = useMarketplaceSearch(scope, words, onFound);
  const { step } = search;
  // The answer takes the focus of the button that it removes.
  useEffect(() => {
    if (step === 'answered' && document.activeElement === document.body) told.current?.focus();
  }, [step]);
  const inScope = [...shops.values()].filter(
    ({ shopId, marketplace }) => scope === 'all' || scope === marketplace || scope === shopId,
  );
  const searchable = MARKETPLACES.filter(
    (one) => offers(one, 'buyers.searchConversations') && inScope.some(({ marketplace }) => marketplace === one),
  );
  if (searchable.length === 0) return null;
  const marketplace = listText(
    searchable.map((one) => MARKETPLACE_NAMES[one]),
    locale,
  );
  if (onUnfiltered !== null) {
    return (
      <div className={styles.line}>
        <Button kind="link" onClick={onUnfiltered}>
          {t('unfiltered', { marketplace })}
        </Button>
      </div>
    );
  }
  const { failure, found, begin, further, again } = search;
  const isAsking = step === 'asking';
  // One button begins and goes on, so that the focus stays with it.
  const isBegun = step === 'answered' || found.isAnswered || failure !== null || found.failed.length > 0;
  const next = isBegun ? further : begin;
  const failed = inScope.filter(({ shopId }) => found.failed.some((one) => one.shopId === shopId));
  return (
    <>
      <div className={styles.line}>
        <p ref={told} role="status" tabIndex={-1} className={styles.told}>
          {isAsking && t('asking', { marketplace })}
          {!isAsking && failure !== null && t('notAsked', { marketplace, why: failureText(failure, common) })}
          {!isAsking && found.ids.size > 0 && t('found', { marketplace, count: found.ids.size })}
          {!isAsking &&
            found.ids.size === 0 &&
            found.orders.length > 0 &&
            t('foundOrders', { marketplace, count: found.orders.length })}
          {!isAsking &&
            found.isAnswered &&
            found.ids.size + found.orders.length === 0 &&
            t('nothing', { marketplace, words })}
          {!isAsking && failed.length > 0 && (
            <span className={styles.failed}>{t('failed', { shops: shopNames(failed, locale, common) })}</span>
          )}
        </p>
        {next !== null && (
          <Button kind="link" aria-disabled={isAsking} onClick={next}>
            {isBegun ? t('further', { marketplace }) : t('ask', { marketplace })}
          </Button>
        )}
        {again !== null && (
          <Button kind="link" aria-disabled={isAsking} onClick={again}>
            {t('again')}
          </Button>
        )}
      </div>
      {found.orders.length > 0 && <FoundOrders orders={found.orders} shops={inScope} onOpen={onOpen} />}
    </>
  );
}
