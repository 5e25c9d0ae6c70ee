import type { ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import type { KeyboardEvent } from 'react';
import { shopName } from '../../base/shops/health.ts';
import { useHealth } from '../../base/shops/use-health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { HealthDot } from '../../ui/health-dot.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CROSS_BORDER_MARK, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import table from '../../ui/table.module.css';
import { useNow } from '../../ui/use-now.ts';
import { AliasField } from './alias-field.tsx';
import type { ShopDetails } from './details.ts';
import styles from './manage-dialog.module.css';
import { ShopRowMenu } from './shop-row-menu.tsx';
import type { RowDrag } from './use-row-drag.ts';

export interface ShopRowProps {
  readonly shop: ShopView;
  /** Undefined until it is known. */
  readonly details: ShopDetails | undefined;
  /** The proxy of the shop's account; null for who may not know. */
  readonly proxy: string | null;
  readonly isHidden: boolean;
  readonly isPicked: boolean;
  readonly onPick: () => void;
  /** Null while the table is sorted by a column: the rows have no own order then. */
  readonly drag: RowDrag | null;
  readonly onMove: (step: -1 | 1) => void;
  readonly onTop: () => void;
}

export function ShopRow(props: ShopRowProps) {
  const { t } = useTranslation('shops');
  const countryName = useCountryName();
  const { shop, details, proxy, isHidden, drag } = props;
  const health = useHealth(shop);
  const isLive = health.tone === 'good';
  const place = `${MARKETPLACE_NAMES[shop.marketplace]} · ${countryName(shop.country)}`;
  const synced = details !== undefined && <Synced at={details.comparedAt} />;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (step === null) return;
    event.preventDefault();
    props.onMove(step);
  };
  return (
    <tr
      data-shop={shop.platformShopId}
      data-state={shop.connection.state}
      className={isHidden ? styles.hidden : undefined}
      data-dragged={drag?.isDragged || undefined}
      data-drop={drag?.landing ?? undefined}
      onDragOver={drag?.over}
      onDrop={drag?.drop}
    >
      <td>
        <span className={styles.lead}>
          <input
            type="checkbox"
            aria-label={t('row.pick', { shop: shopName(shop) })}
            checked={props.isPicked}
            onChange={props.onPick}
          />
          {drag !== null && (
            <button
              type="button"
              draggable
              className={styles.grip}
              aria-label={t('row.move', { shop: shopName(shop) })}
              data-tip={t('row.moveTip')}
              onDragStart={(event) => drag.start(event, shopName(shop))}
              onDragEnd={drag.end}
              onKeyDown={onKeyDown}
            >
              <Icon name="grip" size={16} />
            </button>
          )}
        </span>
      </td>
      <td>
        <AliasField shop={shop} />
      </td>
      <td>
        <span className={styles.site}>
          <MarketplaceMark marketplace={shop.marketplace} size={16} />
          <span className={styles.oneLine} data-tip={place}>
            {place}
          </span>
          {shop.isCb && (
            <span className={styles.tag} data-tip={t('row.crossBorder')}>
              {CROSS_BORDER_MARK}
            </span>
          )}
          {shop.isOnVacation && <span className={styles.tag}>{t('row.vacation')}</span>}
          {isHidden && <span className={styles.tag}>{t('row.hidden')}</span>}
        </span>
        <span className={styles.second} data-tip={details?.account}>
          {details?.account}
        </span>
      </td>
      {proxy !== null && (
        <td>
          <span className={styles.oneLine} data-tip={proxy}>
            {proxy}
          </span>
        </td>
      )}
      <td>
        <span className={styles.health} data-tip={health.text}>
          <HealthDot tone={health.tone} />
          <span className={isLive ? 'visually-hidden' : styles.oneLine}>{health.text}</span>
          {isLive && synced}
        </span>
        {!isLive && synced}
        {shop.unreadableCount > 0 && (
          <p className={styles.unreadable} data-tip={t('row.unreadable', { count: shop.unreadableCount })}>
            {t('row.unreadable', { count: shop.unreadableCount })}
          </p>
        )}
      </td>
      <td className={table.number}>{shop.unreadCount}</td>
      <td className={table.number}>{shop.waitingCount}</td>
      <td>
        <ShopRowMenu shop={shop} isHidden={isHidden} onTop={props.onTop} />
      </td>
    </tr>
  );
}

/** When the shop was last compared with the marketplace. */
function Synced({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('shops');
  const locale = useLocale();
  const now = useNow();
  if (at === null) return <span className={styles.second}>{t('row.notSynced')}</span>;
  return (
    <time className={styles.second} dateTime={new Date(at).toISOString()} data-tip={fullTime(at)}>
      {t('row.synced', { time: listTime(at, now, locale) })}
    </time>
  );
}
