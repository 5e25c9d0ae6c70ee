import type { ArrangementView, ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react';
import { unreadIn, useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { failedLine, lazyScreen } from '../../../base/lazy-screen.tsx';
import { May } from '../../../base/may.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { healthText, healthTone, shopName } from '../../../base/shops/health.ts';
import { groupsOf, SHOP_GROUPINGS, type ShopGroup, shopsInOrder } from '../../../base/shops/order.ts';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { waitsForPerson } from '../../../base/shops/way-back-in.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { allUndelivered } from '../../../base/undelivered.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { CountBadge, UndeliveredBadge, WaitingBadge } from '../../../ui/count-badge.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { HealthDot } from '../../../ui/health-dot.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import styles from './shop-list.module.css';

export interface ShopListProps {
  readonly scope: ChatScope;
  readonly chosen: ShopId | null;
  readonly isFolded: boolean;
  readonly onChoose: (shopId: ShopId | null) => void;
  /** Shows the buyers who wait in a shop, or in all. */
  readonly onWaiting: (shopId: ShopId | null) => void;
  readonly onFold: () => void;
}

const HiddenShops = lazyScreen(() => import('./hidden-shops.tsx').then(({ HiddenShops }) => HiddenShops), {
  failed: failedLine,
});

/** Number of shops from which the list has a search box. */
const FILTER_FROM = 5;

/**
 * The shops of the screen, each with its health and its unread messages. Choosing a shop narrows the conversation list
 * to it.
 */
export const ShopList = memo(function ShopList(props: ShopListProps) {
  const { t } = useTranslation('chat');
  const { scope, isFolded } = props;
  const countryName = useCountryName();
  const isReady = useDeskState((state) => state.boot.state === 'ready');
  const all = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const shops = useMemo(() => shopsOf(all, arrangement, scope), [all, arrangement, scope]);
  const hidden = useMemo(() => hiddenOf(all, arrangement, scope), [all, arrangement, scope]);
  const hasHidden = hidden.length > 0;
  const [words, setWords] = useState('');
  const hasFilter = !isFolded && shops.length >= FILTER_FROM;
  const found = hasFilter ? shops.filter((shop) => matches(shop, countryName(shop.country), words)) : shops;
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
        {!isFolded && shops.length > 1 && <Grouping />}
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
        <input
          className={styles.filter}
          type="search"
          aria-label={t('shops.find')}
          placeholder={t('shops.find')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setWords('')}
        />
      )}
      {!isReady && <SkeletonRows count={6} hasAvatar={!isFolded} />}
      {isReady && shops.length === 0 && !hasHidden && !isFolded && (
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
      {isReady && (shops.length > 0 || hasHidden) && <Options {...props} shops={found} words={words} />}
      {isReady && hasHidden && <HiddenShops hidden={hidden} isFolded={isFolded} />}
    </section>
  );
});

const GROUPING_TEXTS = {
  marketplace: 'shops.byMarketplace',
  country: 'shops.byCountry',
  none: 'shops.ungrouped',
} as const;

/** Chooses the headings of the shop list, for this browser. */
function Grouping() {
  const { t } = useTranslation('chat');
  const { shopGrouping } = useLayout();
  return (
    <MenuButton
      label={t('shops.grouping')}
      items={SHOP_GROUPINGS.map((grouping) => ({
        kind: 'action',
        key: grouping,
        label: t(GROUPING_TEXTS[grouping]),
        isChosen: grouping === shopGrouping,
        onChoose: () => setLayout({ shopGrouping: grouping }),
      }))}
    >
      <Icon name="more" />
    </MenuButton>
  );
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

interface OptionsProps extends ShopListProps {
  readonly shops: readonly ShopView[];
  readonly words: string;
}

function Options(props: OptionsProps) {
  const { t } = useTranslation('chat');
  const { scope, chosen, isFolded, shops } = props;
  const { shopGrouping } = useLayout();
  const isArranged = useDeskState((state) => state.arrangement.order.length > 0);
  const groups = groupsOf(shops, shopGrouping, isArranged);
  const unread = useDeskState((state) => {
    const counts = unreadIn(state);
    return scope === 'all' ? counts.total : counts.byMarketplace[scope];
  });
  const allName = scope === 'all' ? t('shops.all') : t('shops.allOf', { marketplace: MARKETPLACE_NAMES[scope] });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') props.onWaiting(chosen);
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    const order: (ShopId | null)[] = [null, ...groups.flatMap((group) => group.shops.map((shop) => shop.shopId))];
    const next = order[Math.min(order.length - 1, Math.max(0, order.indexOf(chosen) + step))];
    if (next !== undefined) props.onChoose(next);
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      className={styles.options}
      aria-label={t('shops.label')}
      aria-activedescendant={shopOptionId(chosen)}
      data-pane-focus=""
      onKeyDown={onKeyDown}
    >
      <Option
        id={shopOptionId(null)}
        name={allName}
        description={unread > 0 ? t('unread', { count: unread }) : ''}
        isChosen={chosen === null}
        onChoose={() => props.onChoose(null)}
      >
        <span className={styles.allMark}>
          <Icon name="all" size={16} />
        </span>
        {!isFolded && <span className={styles.name}>{allName}</span>}
        <span className={styles.count}>
          <CountBadge count={unread} isQuiet />
        </span>
      </Option>
      {groups.map((group) => (
        <Group key={group.shops[0]?.shopId} {...props} group={group} />
      ))}
      {shops.length === 0 && props.words !== '' && (
        <p className={styles.none}>{t('shops.noneFound', { words: props.words })}</p>
      )}
    </div>
  );
}

/** A heading and its shops. Their rows leave out the marketplace or country that the heading names. */
function Group(props: ShopListProps & { readonly group: ShopGroup }) {
  const id = useId();
  const countryName = useCountryName();
  const { heading, shops } = props.group;
  if (heading === null) return shops.map((shop) => <ShopOption key={shop.shopId} {...props} shop={shop} says="both" />);
  const isMarketplace = heading.kind === 'marketplace';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
    <div role="group" aria-labelledby={id} className={styles.group} data-by={heading.kind}>
      <div id={id} className={props.isFolded ? 'visually-hidden' : styles.heading}>
        {isMarketplace ? MARKETPLACE_NAMES[heading.marketplace] : countryName(heading.country)}
      </div>
      {shops.map((shop) => (
        <ShopOption key={shop.shopId} {...props} shop={shop} says={isMarketplace ? 'country' : 'nothing'} />
      ))}
    </div>
  );
}

interface ShopOptionProps extends ShopListProps {
  readonly shop: ShopView;
  /** Which of marketplace and country the row shows. */
  readonly says: 'both' | 'country' | 'nothing';
}

function ShopOption({ shop, says, chosen, isFolded, onChoose, onWaiting }: ShopOptionProps) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const unread = useDeskState((state) => unreadIn(state).byShop.get(shop.shopId) ?? 0);
  const undelivered = useDeskState(
    (state) => allUndelivered(state).filter((item) => item.shopId === shop.shopId).length,
  );
  const health = healthText(shop, locale, common);
  const name = shopName(shop);
  const place = `${MARKETPLACE_NAMES[shop.marketplace]} · ${countryName(shop.country)}`;
  const waits = [
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
    ...(shop.unreplyCount > 0 ? [t('shops.unreplied', { count: shop.unreplyCount })] : []),
    ...(undelivered > 0 ? [t('shops.undelivered', { count: undelivered })] : []),
  ];
  const waiting = waits.join('\n');
  return (
    <Option
      id={shopOptionId(shop.shopId)}
      name={name}
      description={`${place}. ${health} ${waiting}`}
      tip={[name, ...(isFolded ? [place] : []), health, ...waits].join('\n')}
      isChosen={chosen === shop.shopId}
      onChoose={() => onChoose(shop.shopId)}
    >
      <Avatar name={name} seed={shop.shopId} url={null} size={isFolded ? 34 : 28} shape="square">
        <span className={styles.mark}>
          <MarketplaceMark marketplace={shop.marketplace} size={13} />
        </span>
      </Avatar>
      {!isFolded && (
        <span className={styles.lines}>
          <span className={styles.name}>
            {says === 'nothing' && (
              <span className={styles.lead}>
                <HealthDot tone={healthTone(shop)} />
              </span>
            )}
            {name}
          </span>
          {says !== 'nothing' && (
            <span className={styles.country}>
              <HealthDot tone={healthTone(shop)} />
              <span className={styles.place}>{says === 'both' ? place : countryName(shop.country)}</span>
            </span>
          )}
          {(shop.isCb || shop.isOnVacation) && (
            <span className={styles.tags}>
              {shop.isCb && <span className={styles.tag}>{t('shops.crossBorder')}</span>}
              {shop.isOnVacation && <span className={styles.tag}>{t('shops.vacation')}</span>}
            </span>
          )}
        </span>
      )}
      <span className={styles.count}>
        <CountBadge count={unread} isQuiet />
        {!isFolded && (
          <span className={styles.pair}>
            <UndeliveredBadge count={undelivered} />
            {shop.unreplyCount > 0 && (
              // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys; Enter does the same.
              <span
                className={styles.waiting}
                data-tip={t('shops.showWaiting', { count: shop.unreplyCount })}
                onClick={(event) => {
                  event.stopPropagation();
                  onWaiting(shop.shopId);
                }}
              >
                <WaitingBadge count={shop.unreplyCount} />
              </span>
            )}
          </span>
        )}
      </span>
      {isFolded && (
        <span className={styles.undelivered}>
          <UndeliveredBadge count={undelivered} />
        </span>
      )}
      {isFolded && (
        <span className={styles.dot}>
          <HealthDot tone={healthTone(shop)} />
        </span>
      )}
    </Option>
  );
}

function Option(props: {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tip?: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      role="option"
      id={props.id}
      className={styles.option}
      aria-selected={props.isChosen}
      aria-label={props.name}
      aria-description={props.description}
      data-tip={props.tip}
      onClick={props.onChoose}
    >
      {props.children}
    </div>
  );
}

const shopOptionId = (id: ShopId | null): string => `shop-${id ?? 'all'}`;

const isOf = (scope: ChatScope, shop: ShopView): boolean => scope === 'all' || shop.marketplace === scope;

/** The shops of the screen that the member has not hidden, in the member's order. */
function shopsOf(
  all: ReadonlyMap<ShopId, ShopView>,
  { order, hidden }: ArrangementView,
  scope: ChatScope,
): readonly ShopView[] {
  return shopsInOrder(
    [...all.values()].filter((shop) => isOf(scope, shop) && !hidden.includes(shop.shopId)),
    order,
  );
}

/** The hidden shops of the screen. The arrangement may still name a shop that was unbound. */
const hiddenOf = (
  all: ReadonlyMap<ShopId, ShopView>,
  { hidden }: ArrangementView,
  scope: ChatScope,
): readonly ShopView[] => hidden.flatMap((shopId) => all.get(shopId) ?? []).filter((shop) => isOf(scope, shop));

const matches = (shop: ShopView, countryName: string, words: string): boolean =>
  `${shop.name} ${shop.alias ?? ''} ${shop.country} ${countryName} ${shop.platformShopId}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());
