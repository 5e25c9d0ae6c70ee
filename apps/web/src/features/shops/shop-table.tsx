import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { type KeyboardEvent, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { healthText, healthTone, shopName } from '../../base/shops/health.ts';
import { movedTo, shopsInOrder } from '../../base/shops/order.ts';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HealthDot } from '../../ui/health-dot.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import table from '../../ui/table.module.css';
import { AliasField } from './alias-field.tsx';
import styles from './manage-dialog.module.css';
import { ShopRowMenu } from './shop-row-menu.tsx';
import { type RowDrag, useRowDrag } from './use-row-drag.ts';

/** Every shop: name, site, login, unread and unreplied counts, actions. The order is that of the shop list. */
export function ShopTable() {
  const { t } = useTranslation('shops');
  const desk = useDesk();
  const countryName = useCountryName();
  const all = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const [words, setWords] = useState('');
  const shops = shopsInOrder([...all.values()], arrangement.order);
  const found = shops.filter((shop) => isCalled(shop, countryName(shop.country), words));
  const order = shops.map((shop) => shop.shopId);
  const move = (shopId: ShopId, to: number) => desk.shops.arrange(movedTo(order, shopId, to));
  const drag = useRowDrag(order, move);
  if (shops.length === 0) {
    return (
      <Empty icon="shop" title={t('table.empty')} text={t('table.emptyText')}>
        <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
          {t('manage.add')}
        </Button>
        <Button kind="plain" onClick={() => showShopOverlay({ kind: 'manage', tab: 'import' })}>
          {t('tab.import')}
        </Button>
      </Empty>
    );
  }
  return (
    <>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('table.search')}
          placeholder={t('table.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {arrangement.order.length > 0 && (
          <Button kind="link" onClick={() => desk.shops.arrange([])}>
            {t('table.usualOrder')}
          </Button>
        )}
      </div>
      <div className={table.scroll}>
        <table className={table.table} data-table="shops">
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{t('table.order')}</span>
              </th>
              <th>{t('table.shop')}</th>
              <th>{t('table.site')}</th>
              <th>{t('table.login')}</th>
              <th className={table.number}>{t('table.unread')}</th>
              <th className={table.number}>{t('table.unreplied')}</th>
              <th>
                <span className="visually-hidden">{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody onDragLeave={drag.leave}>
            {found.map((shop) => (
              <ShopRow
                key={shop.shopId}
                shop={shop}
                isHidden={arrangement.hidden.includes(shop.shopId)}
                drag={drag.of(shop.shopId)}
                onMove={(step) => move(shop.shopId, order.indexOf(shop.shopId) + step)}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className={styles.none}>{t('table.none', { words })}</p>}
      </div>
    </>
  );
}

const isCalled = (shop: ShopView, country: string, words: string): boolean =>
  `${shop.name} ${shop.alias ?? ''} ${MARKETPLACE_NAMES[shop.marketplace]} ${shop.country} ${country} ${shop.platformShopId}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());

interface RowProps {
  readonly shop: ShopView;
  readonly isHidden: boolean;
  readonly drag: RowDrag;
  readonly onMove: (step: -1 | 1) => void;
}

function ShopRow(props: RowProps) {
  const { t } = useTranslation('shops');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const { shop, isHidden, drag } = props;
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
      data-dragged={drag.isDragged || undefined}
      data-drop={drag.landing ?? undefined}
      onDragOver={drag.over}
      onDrop={drag.drop}
    >
      <td>
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
      </td>
      <td>
        <AliasField shop={shop} />
      </td>
      <td>
        <span className={styles.site}>
          <span className={styles.place}>
            <MarketplaceMark marketplace={shop.marketplace} size={16} />
            {MARKETPLACE_NAMES[shop.marketplace]} · {countryName(shop.country)}
          </span>
          {shop.isCb && <span className={styles.tag}>{t('row.crossBorder')}</span>}
          {shop.isOnVacation && <span className={styles.tag}>{t('row.vacation')}</span>}
          {isHidden && <span className={styles.tag}>{t('row.hidden')}</span>}
        </span>
      </td>
      <td>
        <span className={styles.health}>
          <HealthDot tone={healthTone(shop)} />
          {healthText(shop, locale, common)}
        </span>
        {shop.unreadableCount > 0 && (
          <p className={styles.unreadable}>{t('row.unreadable', { count: shop.unreadableCount })}</p>
        )}
      </td>
      <td className={table.number}>{shop.unreadCount}</td>
      <td className={table.number}>{shop.unreplyCount}</td>
      <td>
        <ShopRowMenu shop={shop} isHidden={isHidden} />
      </td>
    </tr>
  );
}
