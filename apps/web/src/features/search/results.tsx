import type { CALLS, CallOutput, SearchHit } from '@pasar/api';
import { SEARCH_KINDS, SEARCH_LIMITS, type SearchKind } from '@pasar/domain';
import { useId } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { isNarrow, type SearchFilter } from './filter.ts';
import { HitRow } from './hit-row.tsx';
import styles from './search.module.css';
import { tabText, useCountText } from './tabs.tsx';

type Page = CallOutput<typeof CALLS.search.searchEverything>;

interface ResultsProps {
  readonly filter: SearchFilter;
  readonly state: 'not asked' | 'coming' | 'of before' | 'told';
  /** Null while nothing was told, or the server could not be asked. */
  readonly pages: readonly Page[] | null;
  readonly onOpen: (hit: SearchHit) => void;
  readonly onKind: (kind: SearchKind) => void;
}

/** What was found: of each kind the newest, or the pages of one kind. */
export function Results({ filter, state, pages, onOpen, onKind }: ResultsProps) {
  const { t } = useTranslation('search');
  if (state === 'not asked') return <Empty icon="search" title={t('start.title')} text={t('start.text')} />;
  if (state === 'coming') return <Coming />;
  if (pages === null) return null;
  const hits = pages.flatMap((page) => page.hits);
  const { counts } = pages[0] ?? { counts: [] };
  const shown = filter.kind === null ? counts : counts.filter(({ kind }) => kind === filter.kind);
  const total = shown.reduce((sum, { found }) => sum + found, 0);
  return (
    <>
      <p className={styles.told} role="status">
        {state === 'told' ? t('found', { count: total }) : t('searching')}
      </p>
      {hits.length === 0 && state === 'told' ? (
        <Empty
          icon="search"
          title={t('empty.title', { words: filter.words.trim() })}
          text={t(isNarrow(filter) ? 'empty.narrow' : 'empty.text')}
        />
      ) : filter.kind === null ? (
        SEARCH_KINDS.map((kind) => (
          <Group
            key={kind}
            kind={kind}
            hits={hits.filter((hit) => hit.kind === kind)}
            counts={counts}
            onOpen={onOpen}
            onKind={onKind}
          />
        ))
      ) : (
        <ul className={styles.list} aria-label={t(tabText(filter.kind))}>
          {hits.map((hit) => (
            <HitRow key={hit.id} hit={hit} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  );
}

function Coming() {
  const { t } = useTranslation('search');
  return (
    <>
      <p className={styles.told} role="status">
        {t('searching')}
      </p>
      <SkeletonLines count={6} />
    </>
  );
}

/** The newest of one kind, with the way to all of them. */
function Group({
  kind,
  hits,
  counts,
  onOpen,
  onKind,
}: Pick<ResultsProps, 'onOpen' | 'onKind'> & {
  readonly kind: SearchKind;
  readonly hits: readonly SearchHit[];
  readonly counts: Page['counts'];
}) {
  const { t } = useTranslation('search');
  const titleId = useId();
  const count = useCountText(counts)(kind);
  if (hits.length === 0) return null;
  const name = t(tabText(kind));
  const isCut = (counts.find((one) => one.kind === kind)?.found ?? 0) > SEARCH_LIMITS.ofEach;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <div className={styles.groupHead}>
        <h2 id={titleId} className={styles.groupTitle}>
          {name} {count}
        </h2>
        {isCut && (
          <Button kind="link" onClick={() => onKind(kind)}>
            {t('showAll', { kind: name })}
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label={name}>
        {hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}
