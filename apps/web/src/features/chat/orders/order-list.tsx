import type { CALLS, CallOutput, ShopView } from '@pasar/api';
import { isInTab, type OrderCard, type OrderTab, orderTabsOf } from '@pasar/domain';
import { useEffect, useId, useRef, useState, type WheelEvent } from 'react';
import type { LookedUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moveTab } from '../../../ui/move-tab.ts';
import { AsOf } from '../tab/as-of.tsx';
import parts from '../tab/tab.module.css';
import { OrderRow, ToldOrderRow } from './order-row.tsx';
import styles from './orders.module.css';
import { TAB_TEXTS } from './texts.ts';

type Listed = CallOutput<typeof CALLS.orders.orderList>;

interface OrderListProps {
  readonly shop: ShopView;
  readonly buyerName: string;
  readonly look: LookedUp<Listed>;
  /** The orders that messages are about; shown until the marketplace has answered. */
  readonly told: readonly OrderCard[];
  readonly mayLook: boolean;
  readonly onOpen: (orderId: string) => void;
}

/** A wheel that turns only up and down moves the line of tabs too. */
function scrollAcross({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY;
}

/** Brings a tab into the line, in its middle, so that the tabs beside it can be reached by a press as well. */
const reach = (tab: Element | null | undefined) => tab?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** The buyer's orders in their tabs, unfinished ones first. */
export function OrderList({ shop, buyerName, look, told, mayLook, onOpen }: OrderListProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const id = useId();
  const [tab, setTab] = useState<OrderTab>('all');
  const known = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const { marketplace } = shop;
  const inTab = (one: OrderTab) => known?.orders.filter(({ status }) => isInTab(marketplace, one, status)) ?? [];
  const shown = inTab(tab);
  const line = useRef<HTMLDivElement>(null);
  // The counts widen the tabs, and would push the focused tab out of the line.
  useEffect(() => {
    if (known !== null) reach(line.current?.querySelector(':focus'));
  }, [known]);
  return (
    <>
      <div
        ref={line}
        className={styles.tabs}
        role="tablist"
        aria-label={t('tab.label')}
        onKeyDown={moveTab}
        onWheel={scrollAcross}
      >
        {orderTabsOf(marketplace).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            className={styles.tab}
            aria-selected={one === tab}
            aria-controls={`${id}-list`}
            tabIndex={one === tab ? 0 : -1}
            onFocus={({ currentTarget }) => {
              reach(currentTarget);
              setTab(one);
            }}
            onClick={() => setTab(one)}
          >
            {t(TAB_TEXTS[marketplace][one])}
            {known !== null && inTab(one).length > 0 && <span className={styles.count}> {inTab(one).length}</span>}
          </button>
        ))}
      </div>
      <AsOf look={look} />
      <div id={`${id}-list`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={parts.body}>
        {!mayLook && <p className={parts.none}>{reasonText('no_permission', locale)}</p>}
        <LookUpProblem look={look} />
        {known === null && mayLook && look.state === 'waiting' && <p className={parts.none}>{t('list.waiting')}</p>}
        {known === null && told.length > 0 && (
          <>
            <h3 className={parts.heading}>{t('list.told')}</h3>
            <ul className={parts.rows} aria-label={t('list.told')}>
              {told.map((order) => (
                <ToldOrderRow key={order.orderId} order={order} shop={shop} onOpen={onOpen} />
              ))}
            </ul>
          </>
        )}
        {known !== null && shown.length === 0 && (
          <p className={parts.none}>{tab === 'all' ? t('list.none', { name: buyerName }) : t('list.noneInTab')}</p>
        )}
        {shown.length > 0 && (
          <ul className={parts.rows} aria-label={t('list.label', { name: buyerName })}>
            {shown.map((order) => (
              <OrderRow key={order.orderId} order={order} shop={shop} onOpen={onOpen} />
            ))}
          </ul>
        )}
        {known !== null && known.unreadableCount > 0 && (
          <p className={parts.none}>{t('list.unreadable', { count: known.unreadableCount })}</p>
        )}
        {known !== null && !known.isComplete && (
          <p className={parts.none}>{t('list.incomplete', { count: known.orders.length })}</p>
        )}
      </div>
    </>
  );
}
