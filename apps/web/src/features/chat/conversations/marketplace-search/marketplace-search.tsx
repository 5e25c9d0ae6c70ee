import { MARKETPLACE_NAMES, MARKETPLACES, offers, type ShopId } from '@pasar/domain';
import type { CallFailure, FoundAtMarketplaces, Scope } from '@pasar/sync';
import { useState } from 'react';
import { useDesk, useDeskState } from '../../../../base/desk.tsx';
import { shopNames } from '../../../../base/shops/health.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { listText } from '../../../../base/texts/list-text.ts';
import { Button } from '../../../../ui/button.tsx';
import type { AddFound } from '../use-search.ts';
import styles from './marketplace-search.module.css';

export interface MarketplaceSearchProps {
  readonly scope: Scope;
  readonly words: string;
  readonly onFound: AddFound;
  /** Takes the filters away, by which a marketplace cannot search; null where none is chosen. */
  readonly onUnfiltered: (() => void) | null;
}

type Asked =
  | { readonly state: 'notYet' }
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly answer: FoundAtMarketplaces }
  | { readonly state: 'failed'; readonly failure: CallFailure };

/** Looks for the words at the marketplaces that can be searched; nothing where the scope has no shop of theirs. */
export function MarketplaceSearch({ scope, words, onFound, onUnfiltered }: MarketplaceSearchProps) {
  const { t } = useTranslation('marketplaceSearch');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const shops = useDeskState((state) => state.shops);
  const [asked, setAsked] = useState<Asked>({ state: 'notYet' });
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
  const ask = async () => {
    setAsked({ state: 'asking' });
    const result = await desk.lists.searchAtMarketplaces(scope, words);
    if (!result.ok) return setAsked({ state: 'failed', failure: result.failure });
    onFound(words, result.data.ids);
    setAsked({ state: 'answered', answer: result.data });
  };
  const namesOf = (ids: readonly ShopId[]) =>
    shopNames(
      inScope.filter(({ shopId }) => ids.includes(shopId)),
      locale,
      common,
    );
  const hasFailed = asked.state === 'failed' || (asked.state === 'answered' && asked.answer.failed.length > 0);
  return (
    <div className={styles.line}>
      <p role="status" className={styles.told}>
        {asked.state === 'asking' && t('asking', { marketplace })}
        {asked.state === 'failed' && t('notAsked', { marketplace, why: failureText(asked.failure, common) })}
        {asked.state === 'answered' &&
          (asked.answer.ids.length > 0
            ? t('found', { marketplace, count: asked.answer.ids.length })
            : asked.answer.failed.length < asked.answer.asked && t('nothing', { marketplace, words }))}
        {asked.state === 'answered' && asked.answer.failed.length > 0 && (
          <span className={styles.failed}>
            {t('failed', { shops: namesOf(asked.answer.failed.map(({ shopId }) => shopId)) })}
          </span>
        )}
      </p>
      {(asked.state === 'notYet' || hasFailed) && (
        <Button kind="link" onClick={() => void ask()}>
          {asked.state === 'notYet' ? t('ask', { marketplace }) : t('again')}
        </Button>
      )}
    </div>
  );
}
