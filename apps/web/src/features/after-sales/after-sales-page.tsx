import { AFTER_SALES_LIMITS } from '@pasar/api';
import { AFTER_SALES_TABS, type AfterSalesTab } from '@pasar/domain';
import { useMemo, useState } from 'react';
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
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/list-page.module.css';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import table from '../../ui/table.module.css';
import styles from './after-sales.module.css';
import { CasePanel } from './case-panel.tsx';
import { CaseRow } from './case-row.tsx';
import { CASE_COUNTS, CASES } from './look-ups.ts';
import type { AfterSalesParts } from './parts.ts';
import { ReminderButton } from './reminder-dialog.tsx';
import { TAB_TEXTS } from './texts.ts';

const LIST_ID = 'after-sales-cases';
const COLUMNS = [
  ['kind', 'column.kind'],
  ['due', 'column.due'],
  ['order', 'column.order'],
  ['shop', 'column.shop'],
  ['reason', 'column.reason'],
  ['amount', 'column.amount'],
  ['status', 'column.status'],
] as const;

/** Cancellations that buyers ask for, refunds and returns of all shops: what must be answered first stands first. */
export function AfterSalesPage({ parts }: { readonly parts: AfterSalesParts }) {
  const { t } = useTranslation('afterSales');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')} beside={<ReminderButton />}>
      <ReadingLine subject="returns" />
      <Cases parts={parts} />
    </KeyedPage>
  );
}

function Cases({ parts }: { readonly parts: AfterSalesParts }) {
  const { t } = useTranslation('afterSales');
  const [query, setQuery] = useSearchParams();
  const tab = AFTER_SALES_TABS.find((one) => one === query.get('tab')) ?? 'open';
  const words = query.get('words') ?? '';
  const scope = scopeOf(query);
  const counts = useLookUp(CASE_COUNTS, scopeInput(scope));
  const unseen = useLookUp(UNSEEN, {});
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: CASES,
    inputOf: (cursor) => ({
      tab,
      ...(words === '' ? {} : { words }),
      ...scopeInput(scope),
      ...(cursor === null ? {} : { cursor }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const cases = useMemo(() => pages?.flatMap((one) => one.cases) ?? [], [pages]);
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = cases.find(({ caseId }) => caseId === openId) ?? null;
  const news = unseen.state === 'found' || unseen.state === 'stale' ? unseen.data : null;
  const isUnseen = news !== null && news.cancel + news.refund + news.return > 0;
  useSeen('returns', tab === 'open' && pages !== null ? (pages[0]?.asOf ?? null) : null, isUnseen);
  const change = (values: Readonly<Record<string, string>>) => setQuery(withValues(query, values), { replace: true });
  const isNarrow = words !== '' || scope.shopIds.length > 0 || scope.marketplace !== null || scope.country !== null;
  return (
    <>
      <Tabs
        tab={tab}
        counts={counts.state === 'found' || counts.state === 'stale' ? counts.data.tabs : null}
        onTab={(one) => change({ tab: one === 'open' ? '' : one })}
      />
      <search className={page.filters} aria-label={t('filter')}>
        <div className={page.line}>
          <SearchBox
            label={t('search')}
            hint={t('searchHint')}
            mostLength={AFTER_SALES_LIMITS.words}
            words={words}
            onWords={(typed) => change({ words: typed })}
          />
          <ShopFilter scope={scope} onChange={(part) => change(scopeValues(part))} />
          {isNarrow && (
            <Button kind="link" onClick={() => change({ words: '', shops: '', marketplace: '', country: '' })}>
              {t('clear')}
            </Button>
          )}
        </div>
      </search>
      <LookUpProblem look={look} />
      <div className={page.halves}>
        <div
          id={LIST_ID}
          role="tabpanel"
          className={page.list}
          aria-label={t(TAB_TEXTS[tab])}
          aria-busy={pages === null || isOfBefore}
        >
          {pages !== null && cases.length === 0 && !isOfBefore ? (
            <NoCases isNarrow={isNarrow} />
          ) : (
            <div className={styles.scroll}>
              <table className={`${table.table} ${styles.table}`} data-narrow={opened !== null} aria-label={t('title')}>
                <thead>
                  <tr>
                    {COLUMNS.map(([column, text]) => (
                      <th key={column} scope="col" data-column={column}>
                        {t(text)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {cases.map((one) => (
                    <CaseRow
                      key={one.caseId}
                      parts={parts}
                      one={one}
                      isOpen={one.caseId === openId}
                      onOpen={() => setOpenId(one.caseId)}
                    />
                  ))}
                </tbody>
              </table>
              {more !== null && (
                <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
                  {t('more')}
                </button>
              )}
            </div>
          )}
        </div>
        {opened !== null && (
          <CasePanel key={opened.caseId} parts={parts} one={opened} onClose={() => setOpenId(null)} />
        )}
      </div>
    </>
  );
}

function Tabs(props: {
  readonly tab: AfterSalesTab;
  readonly counts: Readonly<Record<AfterSalesTab, number>> | null;
  readonly onTab: (tab: AfterSalesTab) => void;
}) {
  const { t } = useTranslation('afterSales');
  const locale = useLocale();
  return (
    <PageTabs
      label={t('tab.label')}
      tabs={AFTER_SALES_TABS.map((one) => ({
        tab: one,
        text: t(TAB_TEXTS[one]),
        count: props.counts === null ? null : numberText(props.counts[one], locale),
      }))}
      chosen={props.tab}
      controls={LIST_ID}
      onTab={props.onTab}
    />
  );
}

function NoCases({ isNarrow }: { readonly isNarrow: boolean }) {
  const { t } = useTranslation('afterSales');
  const readNow = useReadNow('returns');
  if (isNarrow) return <Empty icon="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} />;
  return (
    <Empty icon="check" title={t('empty.none')} text={t('empty.noneText')}>
      <Button kind="plain" onClick={() => void readNow()}>
        {t('empty.read')}
      </Button>
    </Empty>
  );
}
