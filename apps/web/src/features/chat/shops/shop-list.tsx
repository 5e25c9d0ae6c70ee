import type { ShopView } from '@pasar/api';
import type { Urgency } from '@pasar/domain';
import { urgencyIn } from '@pasar/sync';
import { memo, useMemo, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { May } from '../../../base/may.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { waitsForPerson } from '../../../base/shops/way-back-in.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuOpener } from '../../../ui/menu.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { byWaiting, hiddenOf, inGroup, isCalled, shopsOf, withWaiting } from './listed-shops.ts';
import { needShopListTexts } from './need-texts.ts';
import styles from './shop-list.module.css';
import { type ShopChoice, ShopOptions } from './shop-options.tsx';
import { useSteadyShops } from './use-steady-shops.ts';

export interface ShopListProps extends ShopChoice {
  readonly onFold: () => void;
}

const HiddenShops = lazyScreen(
  () => withTexts(needShopListTexts, () => import('./hidden-shops.tsx').then(({ HiddenShops }) => HiddenShops)),
  { failed: failedLine },
);

const OnlyGroup = lazyScreen(() =>
  withTexts(needShopListTexts, () => import('./only-group.tsx').then(({ OnlyGroup }) => OnlyGroup)),
);

const ListMenu = lazyScreen(() =>
  withTexts(needShopListTexts, () => import('./list-menu.tsx').then(({ ListMenu }) => ListMenu)),
);

/** Number of shops from which the list has a search box. */
const FILTER_FROM = 5;
const RANKS: Readonly<Record<Urgency, number>> = { calm: 0, soon: 1, overdue: 2 };

/**
 * The shops of the screen, one line for each, with its health and the buyers who wait in it. Choosing a shop narrows
 * the conversation list to it.
 */
export const ShopList = memo(function ShopList(props: ShopListProps) {
  const { t } = useTranslation('chat');
  const { scope, chosen, isFolded } = props;
  const isReady = useDeskState((state) => state.boot.state === 'ready');
  const all = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const { shopSort, isOnlyWaiting, shopGroup } = useLayout();
  const shops = useMemo(
    () => inGroup(shopsOf(all, arrangement, scope), shopGroup?.shopIds),
    [all, arrangement, scope, shopGroup],
  );
  const hidden = useMemo(() => hiddenOf(all, arrangement, scope), [all, arrangement, scope]);
  const hasHidden = hidden.length > 0;
  const [words, setWords] = useState('');
  const hasFilter = !isFolded && shops.length >= FILTER_FROM;
  const countryName = useCountryName();
  const now = useNow();
  // A digit for each shop, as text, because the selector must give the same for the same state.
  const urgencies = useDeskState((state) => {
    if (shopSort !== 'waiting') return '';
    return shops.map(({ shopId }) => RANKS[urgencyIn(state, [shopId], now)]).join('');
  });
  const listed = useMemo(() => {
    const isSought = hasFilter && words.trim() !== '';
    const found = isSought ? shops.filter((shop) => isCalled(shop, countryName(shop.country), words)) : shops;
    const waiting = isOnlyWaiting ? withWaiting(found, chosen) : found;
    if (shopSort !== 'waiting') return waiting;
    const urgency = new Map(shops.map(({ shopId }, index) => [shopId, Number(urgencies[index])]));
    return byWaiting(waiting, (shopId) => urgency.get(shopId) ?? 0);
  }, [shops, hasFilter, countryName, words, isOnlyWaiting, chosen, shopSort, urgencies]);
  const isByWaiting = shopSort === 'waiting' || isOnlyWaiting;
  const steady = useSteadyShops(listed, all, `${scope} ${words} ${shopSort} ${isOnlyWaiting}`);
  return (
    <section
      className={isFolded ? styles.folded : styles.list}
      aria-label={t('shops.label')}
      aria-busy={!isReady}
      data-pane="shops"
      id="shops-pane"
    >
      <header className={styles.header}>
        {!isFolded && <h2>{t('shops.label')}</h2>}
        {shops.length > 1 && (
          <MenuOpener label={t('shops.listMenu')} draw={(at, onClose) => <ListMenu at={at} onClose={onClose} />}>
            <Icon name="more" />
          </MenuOpener>
        )}
        <May keys={['shopManager']}>
          <Tools scope={scope} />
        </May>
        <IconButton
          icon={isFolded ? 'unfold' : 'fold'}
          label={isFolded ? t('shops.unfold') : t('shops.fold')}
          aria-expanded={!isFolded}
          onClick={props.onFold}
        />
      </header>
      {hasFilter && (
        <div className={styles.filters}>
          <input
            className={styles.filter}
            type="search"
            aria-label={t('shops.find')}
            placeholder={t('shops.find')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setWords('')}
          />
          <IconButton
            icon="reply"
            label={t('shops.onlyWaiting')}
            isOn={isOnlyWaiting}
            onClick={() => setLayout({ isOnlyWaiting: !isOnlyWaiting })}
          />
        </div>
      )}
      {shopGroup !== null && <OnlyGroup held={shopGroup} isFolded={isFolded} />}
      {!isReady && <SkeletonLines count={8} />}
      {isReady && shops.length === 0 && shopGroup === null && !hasHidden && !isFolded && (
        <Empty icon="shop" title={t('shops.empty')} text={t('shops.emptyText')}>
          <May keys={['shopManager']}>
            <Button
              kind="primary"
              onClick={() => showShopOverlay({ kind: 'authorize', marketplace: scope === 'all' ? 'shopee' : scope })}
            >
              {t('shops.add')}
            </Button>
          </May>
        </Empty>
      )}
      {isReady && (shops.length > 0 || hasHidden) && (
        <ShopOptions
          {...props}
          shops={isByWaiting ? steady.shops : listed}
          none={noneText(listed, words, isOnlyWaiting)}
          onEnter={steady.enter}
          onLeave={steady.leave}
        />
      )}
      {isReady && hasHidden && <HiddenShops hidden={hidden} isFolded={isFolded} />}
    </section>
  );
});

/** Why the list has no shop, where a search or the filter has left none. */
function noneText(listed: readonly ShopView[], words: string, isOnlyWaiting: boolean) {
  if (listed.length > 0) return null;
  if (words.trim() !== '') return { key: 'shops.noneFound', words } as const;
  return isOnlyWaiting ? ({ key: 'shops.noneWaiting', words } as const) : null;
}

/** Opens shop management and the sign-in of a new shop; a dot shows that a sign-in waits for the person. */
function Tools({ scope }: { readonly scope: ChatScope }) {
  const { t } = useTranslation('chat');
  const waiting = useDeskState((state) => [...state.signIns.values()].filter(waitsForPerson).length);
  return (
    <span className={styles.tools}>
      <IconButton
        icon="plus"
        label={t('shops.add')}
        onClick={() => showShopOverlay({ kind: 'authorize', marketplace: scope === 'all' ? 'shopee' : scope })}
      />
      <span className={styles.manage} data-waiting={waiting}>
        <IconButton
          icon="sliders"
          label={waiting === 0 ? t('shops.manage') : t('shops.manageWaiting', { count: waiting })}
          onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}
        />
        <CountBadge count={waiting} />
      </span>
    </span>
  );
}
