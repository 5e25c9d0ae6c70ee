import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { type ReactNode, useState } from 'react';
import { useDesk, useDeskState, useReadable } from '../../base/desk.tsx';
import { setLayout, useLayout } from '../../base/layout.ts';
import { useLookUp } from '../../base/look-up.ts';
import { useMay } from '../../base/may.tsx';
import { GroupChips } from '../../base/shops/group-chips.tsx';
import { isInGroup, useShopGroups } from '../../base/shops/groups.ts';
import { movedTo, shopsInOrder } from '../../base/shops/order.ts';
import { shopOverlays, showShopOverlay } from '../../base/shops/overlay.ts';
import { SUBJECTS } from '../../base/subjects.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { useShopDetails } from './details.ts';
import styles from './manage-dialog.module.css';
import { ShopRow } from './shop-row.tsx';
import { FILTERS, type Filter, isIn, nextSort, type Sort, type SortBy, sorted, toTop } from './table-order.ts';
import { useRowDrag } from './use-row-drag.ts';

const FILTER_TEXTS = {
  all: 'filter.all',
  troubled: 'filter.troubled',
  waiting: 'filter.waiting',
  hidden: 'filter.hidden',
} as const satisfies Record<Filter, string>;

/**
 * Every shop: name, site, account, proxy, connection, last comparison, unread and unreplied counts, actions. Its own order is that of the list.
 */
export function ShopTable() {
  const { t } = useTranslation('shops');
  const desk = useDesk();
  const countryName = useCountryName();
  const all = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const { shopGrouping } = useLayout();
  const { find } = useReadable(shopOverlays);
  const [words, setWords] = useState(find);
  const [filter, setFilter] = useState<Filter>('all');
  const [groupId, setGroupId] = useState<string | null>(null);
  const groups = useShopGroups();
  const group = groups.find((one) => one.groupId === groupId) ?? null;
  const [sort, setSort] = useState<Sort | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<ShopId>>(new Set());
  const proxyOf = useProxyOf();
  const details = useShopDetails();
  const siteName = (shop: ShopView) => `${MARKETPLACE_NAMES[shop.marketplace]} ${countryName(shop.country)}`;
  const shops = shopsInOrder([...all.values()], arrangement.order);
  const order = shops.map((shop) => shop.shopId);
  const matching = shops.filter(
    (shop) =>
      isCalled(shop, `${siteName(shop)} ${details.get(shop.shopId)?.account ?? ''}`, words) &&
      isIn(filter, shop, arrangement.hidden) &&
      isInGroup(group, shop.shopId),
  );
  const found = sorted(matching, sort, siteName);
  const chosen = new Set(found.flatMap(({ shopId }) => (picked.has(shopId) ? shopId : [])));
  const move = (shopId: ShopId, to: number) => desk.shops.arrange(movedTo(order, shopId, to));
  const moveToTop = (shopIds: ReadonlySet<ShopId>) => desk.shops.arrange(toTop(order, shopIds));
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
  const column = (by: SortBy, text: string, isNumber = false) => (
    <Column by={by} sort={sort} isNumber={isNumber} onSort={() => setSort(nextSort(sort, by))}>
      {text}
    </Column>
  );
  const pick = (shopId: ShopId) => {
    const others = new Set(picked);
    if (!others.delete(shopId)) others.add(shopId);
    setPicked(others);
  };
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
        <Select
          aria-label={t('filter.label')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(FILTERS.find((item) => item === currentTarget.value) ?? 'all')}
        >
          {FILTERS.map((item) => (
            <option key={item} value={item}>
              {t(FILTER_TEXTS[item])}
            </option>
          ))}
        </Select>
        <GroupChips
          label={t('filter.groups')}
          isOn={(one) => one.groupId === groupId}
          onPress={(one) => setGroupId(one.groupId === groupId ? null : one.groupId)}
        />
        <span className={styles.space} />
        {arrangement.order.length > 0 && shopGrouping !== 'none' && chosen.size === 0 && (
          <span className={styles.note}>
            {t('table.grouped')}{' '}
            <Button kind="link" onClick={() => setLayout({ shopGrouping: 'none' })}>
              {t('table.ungroup')}
            </Button>
          </span>
        )}
        {arrangement.order.length > 0 && chosen.size === 0 && (
          <Button kind="link" onClick={() => desk.shops.arrange([])}>
            {t('table.usualOrder')}
          </Button>
        )}
        {chosen.size > 0 && (
          <Bulk
            count={chosen.size}
            onTop={() => moveToTop(chosen)}
            onHide={(isHidden) => {
              for (const shopId of chosen)
                if (arrangement.hidden.includes(shopId) !== isHidden) desk.shops.hide(shopId, isHidden);
            }}
            onClear={() => setPicked(new Set())}
          />
        )}
      </div>
      <div className={table.scroll}>
        <table className={table.table} data-table="shops" data-proxies={proxyOf !== null || undefined}>
          <thead>
            <tr>
              <th>
                <input
                  type="checkbox"
                  aria-label={t('table.pickAll')}
                  checked={found.length > 0 && chosen.size === found.length}
                  onChange={({ currentTarget }) =>
                    setPicked(new Set(currentTarget.checked ? found.map(({ shopId }) => shopId) : []))
                  }
                />
              </th>
              {column('shop', t('table.shop'))}
              {column('site', t('table.site'))}
              {proxyOf !== null && <th>{t('table.proxy')}</th>}
              {column('connection', t('table.login'))}
              <th className={table.number}>{t('table.unread')}</th>
              {column('waiting', t('table.waiting'), true)}
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
                details={details.get(shop.shopId)}
                proxy={proxyOf === null ? null : (proxyOf(shop) ?? t('table.defaultProxy'))}
                isHidden={arrangement.hidden.includes(shop.shopId)}
                isPicked={chosen.has(shop.shopId)}
                onPick={() => pick(shop.shopId)}
                drag={sort === null ? drag.of(shop.shopId) : null}
                onMove={(step) => move(shop.shopId, order.indexOf(shop.shopId) + step)}
                onTop={() => moveToTop(new Set([shop.shopId]))}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 && (
          <p className={styles.none}>{words === '' ? t('filter.none') : t('table.none', { words })}</p>
        )}
      </div>
    </>
  );
}

const isCalled = (shop: ShopView, more: string, words: string): boolean =>
  `${shop.name} ${shop.alias ?? ''} ${more} ${shop.country} ${shop.platformShopId}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());

/** The name of the proxy by which a shop's account leaves; undefined for the default. Null for who may not know. */
function useProxyOf(): ((shop: ShopView) => string | undefined) | null {
  const mayKnow = useMay(['ipPartition']);
  const look = useLookUp(SUBJECTS, {}, mayKnow);
  if (!mayKnow || (look.state !== 'found' && look.state !== 'stale')) return null;
  const { bindings, subjects } = look.data;
  return ({ connectionId }) => {
    const bound = bindings.find((binding) => binding.connectionId === connectionId);
    return subjects.find((subject) => subject.ip_partition_subject_id === bound?.ipSubjectId)?.name;
  };
}

/** A heading that sorts by its column. */
function Column(props: {
  readonly by: SortBy;
  readonly sort: Sort | null;
  readonly isNumber: boolean;
  readonly onSort: () => void;
  readonly children: ReactNode;
}) {
  const { by, sort, isNumber } = props;
  const isDescending = sort?.by === by ? sort.isDescending : null;
  const direction = isDescending === null ? undefined : isDescending ? 'descending' : 'ascending';
  return (
    <th className={isNumber ? table.number : undefined} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={props.onSort}>
        {props.children}
        {isDescending !== null && <Icon name={isDescending ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  );
}

/** What can be done with the chosen shops at once. */
function Bulk(props: {
  readonly count: number;
  readonly onTop: () => void;
  readonly onHide: (isHidden: boolean) => void;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('shops');
  return (
    <span className={styles.bulk}>
      <span role="status">{t('bulk.count', { count: props.count })}</span>
      <Button kind="plain" onClick={props.onTop}>
        {t('row.toTop')}
      </Button>
      <Button kind="plain" onClick={() => props.onHide(true)}>
        {t('row.hide')}
      </Button>
      <Button kind="plain" onClick={() => props.onHide(false)}>
        {t('row.show')}
      </Button>
      <Button kind="link" onClick={props.onClear}>
        {t('bulk.clear')}
      </Button>
    </span>
  );
}
