import type { RemarkView } from '@pasar/api';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { REMARK_COUNT, REMARKS } from '../../base/remarks/look-ups.ts';
import { RemarkItem } from '../../base/remarks/remark-item.tsx';
import { withValues } from '../../base/shops/scope-address.ts';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { scopeInput } from '../../base/shops/shop-filter.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/list-page.module.css';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ExportButton } from './export-button.tsx';
import { filterOf, inputOf, isNarrow, REMARK_TABS, type RemarkFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import type { RemarksParts } from './parts.ts';
import styles from './remarks.module.css';
import { SelectionBar } from './selection-bar.tsx';

const TAB_TEXTS = { wait: 'tab.wait', finished: 'tab.finished', all: 'tab.all' } as const;
const LIST_ID = 'remarks-list';

/** What is still to be done for buyers, and what was done. */
export function RemarksPage({ parts }: { readonly parts: RemarksParts }) {
  const { t } = useTranslation('remarksPage');
  const member = useDeskState((state) => state.member);
  return (
    <KeyedPage keys={['remark']} title={t('title')} text={t('text')}>
      {member !== null && <Remarks parts={parts} memberId={member.memberId} />}
    </KeyedPage>
  );
}

function Remarks({ parts, memberId }: { readonly parts: RemarksParts; readonly memberId: string }) {
  const { t } = useTranslation('remarksPage');
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const now = useNow();
  const input = inputOf(filter, { memberId, now });
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: REMARKS,
    inputOf: (cursor) => ({ ...input, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const remarks = useMemo(() => pages?.flatMap((one) => one.remarks) ?? [], [pages]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // A remark that has left the list is chosen no longer.
  const picked = remarks.filter(({ remarkId }) => chosen.has(remarkId));
  const change = (values: Readonly<Record<string, string>>) => setQuery(withValues(query, values), { replace: true });
  const toggle = (remarkId: string, isOn: boolean) =>
    setChosen((held) => {
      const next = new Set(held);
      if (isOn) next.add(remarkId);
      else next.delete(remarkId);
      return next;
    });
  return (
    <>
      <Tabs filter={filter} onTab={(tab) => change({ tab: tab === 'wait' ? '' : tab })} />
      <FilterBar filter={filter} onChange={change}>
        <ExportButton input={input} />
      </FilterBar>
      <LookUpProblem look={look} />
      <SelectionBar picked={picked} all={remarks} onChoose={(ids) => setChosen(new Set(ids))} memberId={memberId} />
      <div
        id={LIST_ID}
        role="tabpanel"
        className={`${page.list} ${styles.scroll}`}
        aria-label={t(TAB_TEXTS[filter.tab])}
        aria-busy={pages === null || isOfBefore}
        tabIndex={-1}
      >
        {pages !== null && remarks.length === 0 && !isOfBefore ? (
          <NoRemarks filter={filter} />
        ) : (
          <ul className={styles.list} aria-label={t('title')}>
            {remarks.map((remark) => (
              <Row
                key={remark.remarkId}
                parts={parts}
                remark={remark}
                isChosen={chosen.has(remark.remarkId)}
                onChoose={(isOn) => toggle(remark.remarkId, isOn)}
              />
            ))}
          </ul>
        )}
        {more !== null && (
          <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
            {t('more')}
          </button>
        )}
      </div>
    </>
  );
}

/** A remark with its shop and buyer, and the way to the conversation. */
function Row({
  parts,
  remark,
  isChosen,
  onChoose,
}: {
  readonly parts: RemarksParts;
  readonly remark: RemarkView;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  const { t } = useTranslation('remarksPage');
  const mayChat = useMay(['chat']);
  const shop = useDeskState(({ shops }) => shops.get(remark.shopId) ?? null);
  const { conversationId, shopId, buyerName } = remark;
  const open = mayChat && conversationId !== null ? () => parts.openConversation({ conversationId, shopId }) : null;
  return (
    <RemarkItem
      remark={remark}
      head={
        <div className={styles.head}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={t('choose', { buyer: buyerName })}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          <strong className={styles.buyer} dir="auto">
            {buyerName}
          </strong>
          <ShopCell shop={shop} />
        </div>
      }
      more={
        open !== null && (
          <Button kind="plain" onClick={open}>
            {t('open')}
          </Button>
        )
      }
    />
  );
}

function Tabs({
  filter: { tab: chosen, kind, scope, who, due, words },
  onTab,
}: {
  readonly filter: RemarkFilter;
  readonly onTab: (tab: RemarkFilter['tab']) => void;
}) {
  const { t } = useTranslation('remarksPage');
  const locale = useLocale();
  const counted = (status: 'wait' | 'finished') => ({ ...scopeInput(scope), status });
  const looks = {
    wait: useLookUp(REMARK_COUNT, counted('wait')),
    finished: useLookUp(REMARK_COUNT, counted('finished')),
  };
  const countOf = (status: 'wait' | 'finished'): number | null => {
    // The counts know shops and kinds only, and would be those of another list.
    if (who !== '' || due !== null || words !== '') return null;
    const look = looks[status];
    if (look.state !== 'found' && look.state !== 'stale') return null;
    const { count, preSales, afterSales } = look.data;
    return kind === null ? count : kind === 'pre_sales' ? preSales : afterSales;
  };
  const [wait, finished] = [countOf('wait'), countOf('finished')];
  const counts = { wait, finished, all: wait === null || finished === null ? null : wait + finished };
  const countText = (count: number | null) => (count === null ? null : numberText(count, locale));
  return (
    <PageTabs
      label={t('tab.label')}
      tabs={REMARK_TABS.map((tab) => ({ tab, text: t(TAB_TEXTS[tab]), count: countText(counts[tab]) }))}
      chosen={chosen}
      controls={LIST_ID}
      onTab={onTab}
    />
  );
}

function NoRemarks({ filter }: { readonly filter: RemarkFilter }) {
  const { t } = useTranslation('remarksPage');
  if (isNarrow(filter)) return <Empty icon="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} />;
  return <Empty icon="check" title={t('empty.none')} text={t('empty.noneText')} />;
}
