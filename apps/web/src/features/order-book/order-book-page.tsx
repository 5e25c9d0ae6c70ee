import type { BookedOrder } from '@pasar/api';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { ReadingLine, useReadNow } from '../../base/readings/reading-line.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/list-page.module.css';
import { useNow } from '../../ui/use-now.ts';
import { useArrangement } from './arrangement.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EVERYTHING, filterOf, inputOf, isNarrow, type OrderFilter, queryOf, scopeOf } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { BOOKED_ORDERS, TAB_COUNTS } from './look-ups.ts';
import { OrderPanel } from './order-panel.tsx';
import { OrderTable } from './order-table.tsx';
import { OrderTabs } from './order-tabs.tsx';
import { keyOf, type OrderBookParts } from './parts.ts';
import { useShown } from './use-shown.ts';

/** The orders of all shops, as Pasar has read them from the marketplaces. */
export function OrderBookPage({ parts }: { readonly parts: OrderBookParts }) {
  const { t } = useTranslation('orderBook');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')}>
      <Book parts={parts} />
    </KeyedPage>
  );
}

function Book({ parts }: { readonly parts: OrderBookParts }) {
  const { t } = useTranslation('orderBook');
  const navigate = useNavigate();
  const address = useLocation().search.replace(/^\?/, '');
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address]);
  const go = (query: URLSearchParams | string, replace = false) =>
    void navigate({ search: query.toString() }, { replace });
  const now = useNow();
  const [{ hidden }] = useArrangement();
  const counts = useLookUp(TAB_COUNTS, scopeOf(filter));
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: BOOKED_ORDERS,
    inputOf: (cursor) => inputOf(filter, now, cursor),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const orders = useMemo(() => pages?.flatMap((page) => page.orders) ?? [], [pages]);
  const tabs = counts.state === 'found' || counts.state === 'stale' ? counts.data : null;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<BookedOrder | null>(null);
  // What is ticked is always in sight: another filter ticks nothing.
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    setPicked(new Set());
  }, [address]);
  const change = (part: Partial<OrderFilter>, replace = false) => go(queryOf({ ...filter, ...part }), replace);
  const chosen = orders.filter((order) => picked.has(keyOf(order)));
  const shown = useShown(opened, pages === null ? null : orders);
  return (
    <>
      <ReadingLine subject="orders" />
      <OrderTabs tab={filter.tab} counts={tabs?.tabs ?? null} onTab={(tab) => change({ tab })} />
      <FilterBar filter={filter} query={address} onChange={change} onView={(view) => go(view)} />
      {(tabs?.unknown ?? 0) > 0 && <p className={page.unknown}>{t('unknown', { count: tabs?.unknown ?? 0 })}</p>}
      {chosen.length > 0 && <BulkBar parts={parts} orders={chosen} onDone={() => setPicked(new Set())} />}
      <LookUpProblem look={look} />
      <div className={page.halves}>
        <div className={page.list} aria-busy={pages === null || isOfBefore}>
          {pages !== null && orders.length === 0 && !isOfBefore ? (
            <NoOrders
              filter={filter}
              isAnyRead={(tabs?.tabs.all ?? 0) > 0}
              onClear={() => go(queryOf({ ...EVERYTHING, tab: filter.tab, sort: filter.sort }))}
            />
          ) : (
            <OrderTable
              parts={parts}
              orders={orders}
              hidden={hidden}
              picked={picked}
              openKey={shown === null ? null : keyOf(shown)}
              isMoreComing={isMoreComing || pages === null}
              onPick={setPicked}
              onOpen={setOpened}
              more={more}
            />
          )}
        </div>
        {shown !== null && (
          <OrderPanel key={keyOf(shown)} parts={parts} order={shown} onClose={() => setOpened(null)} />
        )}
      </div>
    </>
  );
}

/** Why there is nothing to see, and the next step. */
function NoOrders(props: { readonly filter: OrderFilter; readonly isAnyRead: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const hasShops = useDeskState(({ shops }) => shops.size > 0);
  const canManage = useMay(['shopManager']);
  const readNow = useReadNow('orders');
  if (!hasShops) {
    return (
      <Empty icon="shop" title={t('empty.noShop')} text={t('empty.noShopText')}>
        {canManage && (
          <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
            {common('shops.authorize')}
          </Button>
        )}
      </Empty>
    );
  }
  if (isNarrow(props.filter)) {
    return (
      <Empty icon="search" title={t('empty.noMatch')} text={t('empty.noMatchText')}>
        <Button kind="plain" onClick={props.onClear}>
          {t('filter.clear')}
        </Button>
      </Empty>
    );
  }
  if (props.isAnyRead) return <Empty icon="check" title={t('empty.tab')} />;
  return (
    <Empty icon="box" title={t('empty.unread')} text={t('empty.unreadText')}>
      <Button kind="primary" onClick={() => void readNow()}>
        {t('reading.first')}
      </Button>
    </Empty>
  );
}
