import { setLayout, useLayout } from '../../../base/layout.ts';
import { openChatSettings } from '../../../base/open-chat-settings.ts';
import { useShopGroups } from '../../../base/shops/groups.ts';
import { SHOP_GROUPINGS } from '../../../base/shops/order.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import type { ShopSort } from './listed-shops.ts';

const GROUPING_TEXTS = { marketplace: 'byMarketplace', country: 'byCountry', none: 'ungrouped' } as const;
const SORT_TEXTS = { own: 'sortOwn', waiting: 'sortWaiting' } as const satisfies Record<ShopSort, string>;

/** Chooses the headings, the order and the filter of the shop list, for this browser. */
export function ListMenu({ at, onClose }: { readonly at: Corner; readonly onClose: () => void }) {
  const { t } = useTranslation('shopList');
  const { t: chat } = useTranslation('chat');
  const { shopGrouping, shopSort, isOnlyWaiting, shopGroup } = useLayout();
  const groups = useShopGroups();
  const items: readonly MenuItem[] = [
    { kind: 'heading', key: 'grouping', label: t('grouping') },
    ...SHOP_GROUPINGS.map((grouping) => ({
      kind: 'action' as const,
      key: grouping,
      label: t(GROUPING_TEXTS[grouping]),
      isChosen: grouping === shopGrouping,
      onChoose: () => setLayout({ shopGrouping: grouping }),
    })),
    { kind: 'heading', key: 'sort', label: t('sort') },
    ...(['own', 'waiting'] as const).map((sort) => ({
      kind: 'action' as const,
      key: sort,
      label: t(SORT_TEXTS[sort]),
      isChosen: sort === shopSort,
      onChoose: () => setLayout({ shopSort: sort }),
    })),
    { kind: 'heading', key: 'shown', label: t('shown') },
    ...([false, true] as const).map((isOnly) => ({
      kind: 'action' as const,
      key: `${isOnly}`,
      label: isOnly ? chat('shops.onlyWaiting') : t('everyShop'),
      isChosen: isOnly === isOnlyWaiting,
      onChoose: () => setLayout({ isOnlyWaiting: isOnly }),
    })),
    ...(groups.length === 0
      ? []
      : [
          { kind: 'heading' as const, key: 'group', label: t('groups') },
          {
            kind: 'action' as const,
            key: 'every group',
            label: t('everyGroup'),
            isChosen: shopGroup === null,
            onChoose: () => setLayout({ shopGroup: null }),
          },
          ...groups.map(({ groupId, name, shopIds }) => ({
            kind: 'action' as const,
            key: groupId,
            label: name,
            isChosen: shopGroup?.groupId === groupId,
            onChoose: () => setLayout({ shopGroup: { groupId, shopIds } }),
          })),
        ]),
  ];
  const settings: MenuItem = { kind: 'action', key: 'settings', label: t('chatSettings'), onChoose: openChatSettings };
  return <Menu label={chat('shops.listMenu')} items={[...items, settings]} at={at} onClose={onClose} />;
}
