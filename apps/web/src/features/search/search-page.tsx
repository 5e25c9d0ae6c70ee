import type { KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { withValues } from '../../base/shops/scope-address.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import page from '../../ui/list-page.module.css';
import { useNow } from '../../ui/use-now.ts';
import { filterOf, inputOf, isAsked } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { SEARCH } from './look-ups.ts';
import type { SearchParts } from './parts.ts';
import { Results } from './results.tsx';
import styles from './search.module.css';
import { KindTabs, LIST_ID, tabText } from './tabs.tsx';
import { Words } from './words.tsx';

/** Finds messages, buyers, orders, products, notes and remarks of all shops, and opens them at their places. */
export function SearchPage({ parts }: { readonly parts: SearchParts }) {
  const { t } = useTranslation('search');
  return (
    <KeyedPage keys={['chat', 'order', 'remark']} title={t('title')} text={t('text')}>
      <Search parts={parts} />
    </KeyedPage>
  );
}

function Search({ parts }: { readonly parts: SearchParts }) {
  const { t } = useTranslation('search');
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const now = useNow();
  const input = inputOf(filter, now);
  const isWanted = isAsked(filter);
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: SEARCH,
    inputOf: (cursor) => ({ ...input, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted,
  });
  const pages = isWanted && (look.state === 'found' || look.state === 'stale') ? look.data : null;
  const change = (values: Readonly<Record<string, string>>) => setQuery(withValues(query, values), { replace: true });
  const counts = pages?.[0]?.counts ?? [];
  return (
    <search className={page.list} aria-label={t('label')} onKeyDown={moveStop}>
      <Words words={filter.words} onWords={(words) => change({ q: words })} />
      <FilterBar filter={filter} onChange={change} />
      <KindTabs chosen={filter.kind} counts={counts} onKind={(kind) => change({ kind: kind ?? '' })} />
      {isWanted && <LookUpProblem look={look} />}
      {pages?.[0]?.isWhole === false && (
        <p className={styles.note} role="status">
          {t('isBehind')}
        </p>
      )}
      <div
        id={LIST_ID}
        role="tabpanel"
        className={styles.results}
        aria-label={t(tabText(filter.kind))}
        aria-busy={isWanted && (look.state === 'waiting' || isOfBefore)}
        tabIndex={-1}
      >
        <Results
          filter={filter}
          state={!isWanted ? 'not asked' : look.state === 'waiting' ? 'coming' : isOfBefore ? 'of before' : 'told'}
          pages={pages}
          onOpen={parts.open}
          onKind={(kind) => change({ kind })}
        />
        {more !== null && pages !== null && (
          <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
            {t('more')}
          </button>
        )}
      </div>
    </search>
  );
}

/** The arrow keys go from the field of the words to the hits, and from one of them to the next. */
function moveStop(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const from = stops.findIndex((stop) => stop.matches(':focus'));
  if (step === undefined || from < 0) return;
  event.preventDefault();
  stops[from + step]?.focus();
}
