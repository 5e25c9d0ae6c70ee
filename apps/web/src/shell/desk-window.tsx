import type { Notice } from '@pasar/sync';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Toasts, toast } from '../ui/toasts.tsx';
import { DeskProvider, unreadIn, useDesk, useDeskState, useReadable } from './desk.tsx';
import styles from './desk-window.module.css';
import { ExpiredShops } from './expired-shops.tsx';
import { failureText } from './failure-text.ts';
import { needTexts, useLocale, useTranslation } from './i18n.ts';
import { onWindowKey } from './keys.ts';
import { useMay } from './may.tsx';
import { Rail } from './rail.tsx';
import { refusalText } from './refusal-text.ts';
import { shopName, shopNames } from './shop-health.ts';
import { shopOverlays } from './shop-overlay.ts';
import { TopBar } from './top-bar.tsx';
import { useUiConfig } from './ui-config.ts';

const CommandPalette = lazy(() =>
  Promise.all([import('./command-palette.tsx'), needTexts('later')]).then(([module]) => ({
    default: module.CommandPalette,
  })),
);
const ShopOverlays = lazy(() =>
  Promise.all([import('../features/shops/shop-overlays.tsx'), needTexts('shops'), needTexts('routing')]).then(
    ([module]) => ({
      default: module.ShopOverlays,
    }),
  ),
);
const ShortcutSheet = lazy(() =>
  Promise.all([import('./shortcut-sheet.tsx'), needTexts('later')]).then(([module]) => ({
    default: module.ShortcutSheet,
  })),
);

/** The window of a signed-in member: rail, bar, and the screen inside. */
export function DeskWindow() {
  return (
    <DeskProvider>
      <DeskFrame>
        <Outlet />
      </DeskFrame>
    </DeskProvider>
  );
}

type Overlay = 'none' | 'palette' | 'shortcuts';

function DeskFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell');
  const [overlay, setOverlay] = useState<Overlay>('none');
  const close = useCallback(() => setOverlay('none'), []);
  const { manage, signIn } = useReadable(shopOverlays);
  const isShopOverlayOpen = manage !== null || signIn !== null;
  useTitle();
  useNotices();
  useOpenSignIns();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) =>
      onWindowKey(event, { palette: () => setOverlay('palette'), shortcuts: () => setOverlay('shortcuts') });
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className={styles.window}>
      <Rail />
      <div className={styles.right}>
        <TopBar onPalette={() => setOverlay('palette')} onShortcuts={() => setOverlay('shortcuts')} />
        <ExpiredShops />
        <main className={styles.main}>
          <BootGate>{children}</BootGate>
        </main>
      </div>
      <Toasts closeLabel={t('close')} />
      <Suspense fallback={null}>
        {overlay === 'palette' && <CommandPalette onClose={close} onShortcuts={() => setOverlay('shortcuts')} />}
        {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
        {isShopOverlayOpen && <ShopOverlays />}
      </Suspense>
    </div>
  );
}

/** The screens draw their own skeletons while the desk loads; when it cannot, this says why. It goes on trying. */
function BootGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell');
  const desk = useDesk();
  const boot = useDeskState((state) => state.boot);
  if (boot.state !== 'failed') return children;
  return (
    <Empty icon="plug" title={t('start.failed')} text={failureText(boot.failure, t)}>
      <Button kind="primary" onClick={() => desk.wake()}>
        {t('tryAgain')}
      </Button>
    </Empty>
  );
}

/** Sign-ins that were left half-way, in this window or another, are known before anybody looks for them. */
function useOpenSignIns(): void {
  const desk = useDesk();
  // The member is known from the first snapshot on.
  const canManage = useMay(['shopManager']);
  useEffect(() => {
    if (canManage) void desk.shops.loadSignIns();
  }, [desk, canManage]);
}

/** What waits stands in the tab of the browser too. */
function useTitle(): void {
  const { productName } = useUiConfig();
  const total = useDeskState((state) => unreadIn(state).total);
  useEffect(() => {
    document.title = total === 0 ? productName : `(${total > 99 ? '99+' : total}) ${productName}`;
  }, [total, productName]);
}

const UNDONE_TEXTS = {
  pin: 'undone.pin',
  unpin: 'undone.unpin',
  unread: 'undone.unread',
  mute: 'undone.mute',
  unmute: 'undone.unmute',
  favorite: 'undone.favorite',
  unfavorite: 'undone.unfavorite',
  recall: 'undone.recall',
  delete: 'undone.delete',
  mark: 'undone.mark',
  arrange: 'undone.arrange',
  hide: 'undone.hide',
  show: 'undone.show',
} as const;

const ON_THE_WAY_TEXTS = {
  ip_tip: 'notice.ipTip',
  shop_login_expire: 'notice.shopLoginExpire',
  ip_isolation_failed: 'notice.ipIsolationFailed',
} as const;

/** Things that were undone or refused are said once, at the foot of the window. */
function useNotices(): void {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const desk = useDesk();
  useEffect(() => {
    return desk.onNotice((notice: Notice) => {
      if (notice.kind === 'arrived') return;
      if (notice.kind === 'wishRefused') {
        const { wish, refusal } = notice.moment;
        toast(t('sentences', { first: t(UNDONE_TEXTS[wish]), second: refusalText(refusal, locale, t) }));
        return;
      }
      if (notice.kind === 'onTheWay') {
        const { connectionId, host } = notice.moment;
        const text = t(ON_THE_WAY_TEXTS[notice.moment.notice], { host: host ?? '' });
        // A login that is not done has no shops yet.
        const ofLogin = [...desk.state.get().shops.values()].filter((shop) => shop.connectionId === connectionId);
        toast(ofLogin.length === 0 ? text : t('notice.ofShops', { shops: shopNames(ofLogin), text }));
        return;
      }
      const failure = notice.kind === 'refused' ? notice.failure : notice.undone.failure;
      // The dialog says it.
      if (failure.kind === 'expired') return;
      const why = failureText(failure, t);
      if (notice.kind === 'refused') return toast(why);
      const shop = notice.kind === 'shopsUndone' ? notice.undone.shop : null;
      const values = { shop: shop === null ? '' : shopName(shop) };
      toast(t('sentences', { first: t(UNDONE_TEXTS[notice.undone.setting], values), second: why }));
    });
  }, [desk, t, locale]);
}
