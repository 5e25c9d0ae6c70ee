import type { AfterSalesCase, ReturnDetailView, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { orderAddress } from '../../base/order-address.ts';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/list-page.module.css';
import { useReturnFocus } from '../../ui/use-modal.ts';
import styles from './after-sales.module.css';
import { CaseReason, isDue, TimeLeft, useStatus } from './case-words.tsx';
import { RETURN_DETAIL } from './look-ups.ts';
import type { AfterSalesParts } from './parts.ts';
import { KIND_TEXTS } from './texts.ts';

interface CasePanelProps {
  readonly parts: AfterSalesParts;
  readonly one: AfterSalesCase;
  readonly onClose: () => void;
}

/** Everything about a case, beside the list. Escape closes it, and the focus returns to the row. */
export function CasePanel({ parts, one, onClose }: CasePanelProps) {
  const { t } = useTranslation('afterSales');
  const { t: common } = useTranslation('common');
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const shop = useDeskState(({ shops }) => shops.get(one.shopId) ?? null);
  useReturnFocus();
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className={page.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A dialog over the panel closes by itself.
        if (event.key === 'Escape' && !(event.target instanceof Element && event.target.closest('dialog'))) onClose();
      }}
    >
      <header className={page.panelHead}>
        <h2 id={id} ref={head} tabIndex={-1} className={page.panelTitle}>
          {t('panel.title', { kind: t(KIND_TEXTS[one.kind]), number: one.orderNumber ?? one.orderId })}
        </h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <div className={page.panelBody}>
        <div className={page.panelShop}>
          <ShopCell shop={shop} />
          <span className={page.cut}>{one.buyerName}</span>
        </div>
        <Facts parts={parts} one={one} shop={shop} />
        {shop !== null && <Answer parts={parts} one={one} shop={shop} />}
        {shop !== null && <Items parts={parts} one={one} shop={shop} />}
        {one.returned !== null && <Returned parts={parts} one={one} shop={shop} returnId={one.returned.returnId} />}
      </div>
    </section>
  );
}

function Facts({ parts, one, shop }: Omit<CasePanelProps, 'onClose'> & { readonly shop: ShopView | null }) {
  const { t } = useTranslation('afterSales');
  const locale = useLocale();
  const status = useStatus(one);
  const { returned } = one;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('fact.status'), status],
    [t('fact.reason'), <CaseReason key="reason" CancelReason={parts.CancelReason} one={one} shop={shop} />],
    [t(one.kind === 'cancel' ? 'fact.total' : 'fact.refund'), moneyText(one.amount, locale)],
    ...(returned === null ? [] : [[t('fact.number'), returned.returnSn] as const]),
    ...(returned?.areGoodsReturned == null
      ? []
      : [[t('fact.goods'), t(returned.areGoodsReturned ? 'fact.goodsBack' : 'fact.goodsKept')] as const]),
    [t('fact.since'), fullTime(one.since)],
    ...(isDue(one) ? [[t('column.due'), <TimeLeft key="due" one={one} />] as const] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {returned?.buyerText != null && <blockquote className={styles.words}>{returned.buyerText}</blockquote>}
    </>
  );
}

/** What can be done: only a cancellation can be answered from here, and that where the marketplace has the call. */
function Answer({ parts, one, shop }: Omit<CasePanelProps, 'onClose'> & { readonly shop: ShopView }) {
  const { t } = useTranslation('afterSales');
  const orderNumber = one.orderNumber ?? one.orderId;
  return (
    <div className={styles.answer}>
      <div className={page.line}>
        <parts.Write order={{ ...one, orderNumber }} />
        {one.kind === 'cancel' && one.isOpen && (
          <parts.Cancellation order={{ ...one, orderNumber, buyerName: one.buyerName ?? '' }} shop={shop} />
        )}
        <parts.OfficeButton shop={shop} orderNumber={orderNumber} />
        <Link className={styles.link} to={orderAddress(orderNumber)}>
          {t('order')}
        </Link>
      </div>
      {one.kind !== 'cancel' && one.isOpen && (
        <p className={page.reason}>{t('notHere', { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}</p>
      )}
    </div>
  );
}

function Items({ parts: { Thumb }, one, shop }: Omit<CasePanelProps, 'onClose'> & { readonly shop: ShopView }) {
  const { t } = useTranslation('afterSales');
  const locale = useLocale();
  if (one.items.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t('items')}>
      <h3 className={page.subtitle}>{t('items')}</h3>
      <ul className={styles.items}>
        {one.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may be about the same product.
          <li key={`${item.productId} ${index}`} className={page.withMark}>
            <span className={page.thumb}>
              <Thumb url={item.imageUrl} shop={shop} />
            </span>
            <span className={page.lines}>
              <span className={page.cut}>{item.title}</span>
              <span className={styles.quiet}>
                {[item.variant, `× ${item.quantity}`, moneyText(item.price, locale)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReturnedProps extends Omit<CasePanelProps, 'onClose'> {
  readonly shop: ShopView | null;
  readonly returnId: string;
}

/** The buyer's pictures, and the way of the parcel that comes back, which the marketplace is asked for. */
function Returned({ parts: { Thumb }, one, shop, returnId }: ReturnedProps) {
  const { t } = useTranslation('afterSales');
  const look = useLookUp(RETURN_DETAIL, { shopId: one.shopId, returnId });
  const pictures = one.returned?.pictureUrls ?? [];
  const known = look.state === 'found' || look.state === 'stale' ? look.data : null;
  return (
    <>
      {pictures.length > 0 && (
        <section className={styles.part} aria-label={t('pictures')}>
          <h3 className={page.subtitle}>{t('pictures')}</h3>
          <div className={styles.pictures}>
            {pictures.map((url, index) => (
              <a key={url} href={url} target="_blank" rel="noreferrer" aria-label={t('picture', { number: index + 1 })}>
                {shop !== null && <Thumb url={url} shop={shop} />}
              </a>
            ))}
          </div>
        </section>
      )}
      <section className={styles.part} aria-label={t('way')}>
        <h3 className={page.subtitle}>{t('way')}</h3>
        <LookUpProblem look={look} />
        {known === null ? (
          look.state === 'waiting' && <p className={styles.quiet}>{t('way.asking')}</p>
        ) : (
          <Way detail={known} />
        )}
      </section>
    </>
  );
}

function Way({ detail: { trackingNumber, events } }: { readonly detail: ReturnDetailView }) {
  const { t } = useTranslation('afterSales');
  if (trackingNumber === null && events.length === 0) return <p className={styles.quiet}>{t('way.none')}</p>;
  return (
    <>
      {trackingNumber !== null && <p>{trackingNumber}</p>}
      <ol className={styles.events}>
        {events.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <span>{text}</span>
            <time className="numbers" dateTime={new Date(at).toISOString()}>
              {fullTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
