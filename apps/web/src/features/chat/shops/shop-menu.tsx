import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { useRef, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useMay } from '../../../base/may.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { useRemedies } from '../../../base/shops/remedies.ts';
import { useHealth } from '../../../base/shops/use-health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import type { GuardWordsDialogProps } from '../guard/guard-words-dialog.tsx';
import { needGuardTexts } from '../guard/need-texts.ts';
import { SharePanel } from './share.ts';

const GuardWordsDialog = lazyScreen<GuardWordsDialogProps>(
  () =>
    withTexts(needGuardTexts, () =>
      import('../guard/guard-words-dialog.tsx').then(({ GuardWordsDialog }) => GuardWordsDialog),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

export interface ShopMenuProps {
  readonly shopId: ShopId;
  readonly at: Corner;
  readonly onWaiting: (shopId: ShopId) => void;
  readonly onClose: () => void;
}

/** The actions on a shop of the list: first what its trouble needs. All others are in shop management. */
export function ShopMenu(props: ShopMenuProps) {
  const shop = useDeskState((state) => state.shops.get(props.shopId));
  return shop === undefined ? null : <MenuOfShop {...props} shop={shop} />;
}

function MenuOfShop({ shop, at, onWaiting, onClose }: ShopMenuProps & { readonly shop: ShopView }) {
  const { t } = useTranslation('chat');
  const { t: list } = useTranslation('shopList');
  const desk = useDesk();
  const remedies = useRemedies();
  const canManage = useMay(['shopManager']);
  const { text } = useHealth(shop);
  const { shopId, waitingCount, country } = shop;
  const countryName = useCountryName();
  const isMain = useDeskState(({ member }) => member?.isMain ?? false);
  const [opened, setOpened] = useState<'words' | 'share' | null>(null);
  const willOpen = useRef(false);
  // The menu closes before it says what was chosen; what it opens takes its place.
  const close = () => queueMicrotask(() => willOpen.current || onClose());
  const open = (what: 'words' | 'share') => {
    willOpen.current = true;
    setOpened(what);
  };
  if (opened === 'words') return <GuardWordsDialog country={country} onClose={onClose} />;
  if (opened === 'share') return <SharePanel shop={shop} at={at} onClose={onClose} />;
  const items: MenuItem[] = [{ kind: 'heading', key: 'shop', label: shopName(shop), detail: text }];
  for (const { key, icon, label, onChoose } of remedies([shop]))
    items.push({ kind: 'action', key, icon, label, onChoose });
  if (waitingCount > 0) {
    const label = t('shops.showWaiting', { count: waitingCount });
    items.push({ kind: 'action', key: 'waiting', icon: 'reply', label, onChoose: () => onWaiting(shopId) });
  }
  const share = t('shops.share');
  items.push({ kind: 'action', key: 'share', icon: 'clock', label: share, onChoose: () => open('share') });
  const hide = () => desk.shops.hide(shopId, true);
  items.push({ kind: 'action', key: 'hide', icon: 'hidden', label: list('hide'), onChoose: hide });
  if (canManage) {
    const manage = () => showShopOverlay({ kind: 'manage', tab: 'shops', find: shopName(shop) });
    items.push({ kind: 'action', key: 'manage', icon: 'sliders', label: list('manageOne'), onChoose: manage });
  }
  if (isMain) {
    const label = list('guardWords', { country: countryName(country) });
    items.push({ kind: 'action', key: 'words', icon: 'pencil', label, onChoose: () => open('words') });
  }
  return <Menu label={shopName(shop)} items={items} at={at} onClose={close} />;
}
