import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { waitingIn } from '@pasar/sync';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { unreadIn, useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import { type ListedGroup, listedGroups } from './listed-shops.ts';
import { needShopListTexts } from './need-texts.ts';
import { GroupHeading } from './shop-group-heading.tsx';
import styles from './shop-list.module.css';
import { Option, ShopOption, shopOptionId, Waiting } from './shop-option.tsx';

const ShopMenu = lazyScreen(() =>
  withTexts(needShopListTexts, () => import('./shop-menu.tsx').then(({ ShopMenu }) => ShopMenu)),
);

export interface ShopChoice {
  readonly scope: ChatScope;
  readonly chosen: ShopId | null;
  readonly isFolded: boolean;
  readonly onChoose: (shopId: ShopId | null) => void;
  /** Shows the buyers who wait in a shop, or in all. */
  readonly onWaiting: (shopId: ShopId | null) => void;
}

export interface ShopOptionsProps extends ShopChoice {
  readonly shops: readonly ShopView[];
  readonly none: { readonly key: 'shops.noneFound' | 'shops.noneWaiting'; readonly words: string } | null;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** All shops, then each group with its heading. The list has the focus and names its active option. */
export function ShopOptions(props: ShopOptionsProps) {
  const { t } = useTranslation('chat');
  const { scope, chosen, isFolded, shops, none, onChoose, onWaiting } = props;
  const { shopGrouping, shopSort, collapsedGroups } = useLayout();
  const isOrdered = useDeskState((state) => state.arrangement.order.length > 0);
  const [menu, setMenu] = useState<{ readonly shopId: ShopId; readonly at: Corner } | null>(null);
  const openMenu = useCallback((shopId: ShopId, at: Corner) => setMenu({ shopId, at }), []);
  const isArranged = isOrdered || shopSort === 'waiting';
  const groups = listedGroups(shops, { grouping: shopGrouping, isArranged, collapsed: collapsedGroups, chosen });
  const unread = useDeskState((state) => {
    const counts = unreadIn(state);
    return scope === 'all' ? counts.total : counts.byMarketplace[scope];
  });
  const waiting = useDeskState((state) => waitingIn(state, scope));
  const allName = scope === 'all' ? t('shops.all') : t('shops.allOf', { marketplace: MARKETPLACE_NAMES[scope] });
  const facts = [
    ...(waiting > 0 ? [t('shops.waiting', { count: waiting })] : []),
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
  ];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isCollapsing = { ArrowLeft: true, ArrowRight: false }[event.key];
    if (step !== undefined) {
      const order: (ShopId | null)[] = [null, ...groups.flatMap((group) => group.rows.map((shop) => shop.shopId))];
      const next = order[Math.min(order.length - 1, Math.max(0, order.indexOf(chosen) + step))];
      if (next !== undefined) onChoose(next);
    } else if (isCollapsing !== undefined) {
      const meant = chosen === null ? groups : groups.filter((group) => isIn(group, chosen));
      collapse(collapsedGroups, meant, isCollapsing);
    } else if (isMenuKey && chosen !== null) {
      const row = document.getElementById(shopOptionId(chosen))?.getBoundingClientRect();
      openMenu(chosen, { x: row?.left ?? 0, y: row?.bottom ?? 0 });
    } else if (event.key === 'Enter') onWaiting(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        role="listbox"
        tabIndex={0}
        className={styles.options}
        aria-label={t('shops.label')}
        aria-activedescendant={shopOptionId(chosen)}
        data-pane-focus=""
        onKeyDown={onKeyDown}
        onPointerEnter={props.onEnter}
        onPointerLeave={props.onLeave}
      >
        <Option
          id={shopOptionId(null)}
          name={allName}
          description={facts.join('. ')}
          tip={[allName, ...facts].join('\n')}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
        >
          <Icon name="all" size={16} />
          {!isFolded && <span className={styles.name}>{allName}</span>}
          <Waiting count={waiting} onShow={() => onWaiting(null)} />
        </Option>
        {groups.map((group) => {
          const rows = group.rows.map((shop) => (
            <ShopOption
              key={shop.shopId}
              shop={shop}
              isChosen={shop.shopId === chosen}
              isFolded={isFolded}
              hasMark={group.heading?.kind !== 'marketplace' && scope === 'all'}
              hasCode={group.heading?.kind !== 'country'}
              onChoose={onChoose}
              onWaiting={onWaiting}
              onMenu={openMenu}
            />
          ));
          if (group.heading === null) return rows;
          const { heading } = group;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div
              key={group.key}
              role="group"
              aria-labelledby={`shops-of-${group.key} shops-of-${group.key}-state`}
              className={styles.group}
            >
              <GroupHeading
                id={`shops-of-${group.key}`}
                heading={heading}
                group={group}
                isFolded={isFolded}
                onToggle={() => collapse(collapsedGroups, [group], !group.isCollapsed)}
              />
              {rows}
            </div>
          );
        })}
        {none !== null && <p className={styles.none}>{t(none.key, { words: none.words })}</p>}
      </div>
      {menu !== null && <ShopMenu {...menu} onWaiting={onWaiting} onClose={() => setMenu(null)} />}
    </>
  );
}

const isIn = (group: ListedGroup, shopId: ShopId): boolean => group.shops.some((shop) => shop.shopId === shopId);

/** Collapses or expands groups, for this browser. */
function collapse(collapsed: readonly string[], groups: readonly ListedGroup[], isCollapsing: boolean): void {
  const keys = groups.flatMap(({ key }) => key ?? []);
  const others = collapsed.filter((key) => !keys.includes(key));
  setLayout({ collapsedGroups: isCollapsing ? [...others, ...keys] : others });
}
