import { REVIEW_SORTS } from '@pasar/api';
import { MOST_LOW_STARS } from '@pasar/domain';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { UNSEEN } from '../../base/readings/look-ups.ts';
import { ReadingLine, useReadNow } from '../../base/readings/reading-line.tsx';
import { useSeen } from '../../base/readings/use-seen.ts';
import { scopeOf, scopeValues, withValues } from '../../base/shops/scope-address.ts';
import { ShopFilter, scopeInput } from '../../base/shops/shop-filter.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/list-page.module.css';
import { Select } from '../../ui/select.tsx';
import { REVIEW_COUNTS, REVIEWS } from './look-ups.ts';
import type { ReviewsParts } from './parts.ts';
import { ReviewRow } from './review-row.tsx';
import styles from './reviews.module.css';
import { StarBars } from './star-bars.tsx';

/** The marketplaces that list their reviews. */
const WITH_REVIEWS = ['shopee'] as const;
const SORT_TEXTS = { newest: 'sort.newest', lowest: 'sort.lowest' } as const;

/** What buyers have written about the products of all shops. */
export function ReviewsPage({ parts }: { readonly parts: ReviewsParts }) {
  const { t } = useTranslation('reviews');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')}>
      <ReadingLine subject="reviews" />
      <Reviews parts={parts} />
    </KeyedPage>
  );
}

function Reviews({ parts }: { readonly parts: ReviewsParts }) {
  const { t } = useTranslation('reviews');
  const [query, setQuery] = useSearchParams();
  const scope = scopeOf(query);
  const sort = REVIEW_SORTS.find((one) => one === query.get('sort')) ?? 'lowest';
  const stars = (query.get('stars') ?? '')
    .split(',')
    .map(Number)
    .filter((one) => one >= 1 && one <= 5);
  const answered = query.get('answered');
  const isAnswered = answered === 'yes' ? true : answered === 'no' ? false : null;
  const counts = useLookUp(REVIEW_COUNTS, scopeInput(scope));
  const unseen = useLookUp(UNSEEN, {});
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: REVIEWS,
    inputOf: (cursor) => ({
      sort,
      ...(stars.length === 0 ? {} : { stars }),
      ...(isAnswered === null ? {} : { isAnswered }),
      ...scopeInput(scope),
      ...(cursor === null ? {} : { cursor }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const reviews = useMemo(() => pages?.flatMap((one) => one.reviews) ?? [], [pages]);
  const known = counts.state === 'found' || counts.state === 'stale' ? counts.data : null;
  const isUnseen = (unseen.state === 'found' || unseen.state === 'stale') && unseen.data.reviews > 0;
  useSeen('reviews', pages?.[0]?.asOf ?? null, isUnseen);
  const change = (values: Readonly<Record<string, string>>) => setQuery(withValues(query, values), { replace: true });
  const isNarrow = stars.length > 0 || isAnswered !== null || scope.shopIds.length > 0 || scope.country !== null;
  return (
    <>
      <search className={page.filters} aria-label={t('filter')}>
        <div className={page.line}>
          <ShopFilter scope={scope} marketplaces={WITH_REVIEWS} onChange={(part) => change(scopeValues(part))} />
          <Select
            aria-label={t('answered.label')}
            value={answered ?? ''}
            onChange={({ currentTarget: { value } }) => change({ answered: value })}
          >
            <option value="">{t('answered.all')}</option>
            <option value="no">
              {known === null ? t('answered.no') : t('answered.noOf', { count: known.unanswered })}
            </option>
            <option value="yes">{t('answered.yes')}</option>
          </Select>
          <Select
            aria-label={t('sort.label')}
            value={sort}
            onChange={({ currentTarget: { value } }) => change({ sort: value === 'lowest' ? '' : value })}
          >
            {REVIEW_SORTS.map((one) => (
              <option key={one} value={one}>
                {t(SORT_TEXTS[one])}
              </option>
            ))}
          </Select>
          <Button kind="link" onClick={() => change({ stars: '1,2', answered: '', sort: '' })}>
            {t('low', { count: MOST_LOW_STARS })}
          </Button>
          {isNarrow && (
            <Button kind="link" onClick={() => change({ stars: '', answered: '', shops: '', country: '' })}>
              {t('clear')}
            </Button>
          )}
        </div>
      </search>
      <StarBars
        counts={new Map(known?.stars.map((one) => [one.stars, one.count]) ?? [])}
        chosen={stars}
        onChoose={(chosen) => change({ stars: chosen.join(',') })}
      />
      <LookUpProblem look={look} />
      <div className={page.list} aria-busy={pages === null || isOfBefore}>
        {pages !== null && reviews.length === 0 && !isOfBefore ? (
          <NoReviews isNarrow={isNarrow} />
        ) : (
          <ul className={styles.list} aria-label={t('title')}>
            {reviews.map((review) => (
              <ReviewRow key={`${review.shopId} ${review.reviewId}`} parts={parts} review={review} />
            ))}
            {more !== null && (
              <li>
                <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
                  {t('more')}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
    </>
  );
}

function NoReviews({ isNarrow }: { readonly isNarrow: boolean }) {
  const { t } = useTranslation('reviews');
  const readNow = useReadNow('reviews');
  if (isNarrow) return <Empty icon="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} />;
  return (
    <Empty icon="check" title={t('empty.none')} text={t('empty.noneText')}>
      <Button kind="plain" onClick={() => void readNow()}>
        {t('empty.read')}
      </Button>
    </Empty>
  );
}
