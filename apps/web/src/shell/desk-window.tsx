import { waitingIn } from '@pasar/sync';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { DeskProvider, useDesk, useDeskState, useReadable } from '../base/desk.tsx';
import { rememberScreen } from '../base/last-screen.ts';
import { failedDialog, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { useMay } from '../base/may.tsx';
import { chatSettingsOpen, closeChatSettings } from '../base/open-chat-settings.ts';
import { logOut, waitingForMe } from '../base/session.ts';
import { closeShopOverlay, shopOverlays } from '../base/shops/overlay.ts';
import { failureText } from '../base/texts/failure-text.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { needTogetherTexts } from '../features/chat/together/need-texts.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Toasts } from '../ui/toasts.tsx';
import styles from './desk-window.module.css';
import { onWindowKey } from './keys.ts';
import type { LogOutProps } from './log-out-dialog.tsx';
import { needShellTexts } from './need-texts.ts';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { handOver, TypedAhead } from './typed-ahead.tsx';

const failed = failedDialog(({ onClose }: { readonly onClose: () => void }) => onClose());
const CommandPalette = lazyScreen(
  async () => {
    const [{ CommandPalette }] = await Promise.all([import('./command-palette.tsx'), needShellTexts()]);
    await handOver();
    return CommandPalette;
  },
  { coming: ({ onClose }) => <TypedAhead onClose={onClose} />, failed },
);
const ShortcutSheet = lazyScreen(
  () => withTexts(needShellTexts, () => import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ShortcutSheet)),
  { failed },
);
const LogOut = lazyScreen<LogOutProps>(
  () =>
    withTexts(
      () => Promise.all([needShellTexts(), needTogetherTexts()]),
      () => import('./log-out-dialog.tsx').then(({ LogOut }) => LogOut),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);
const ShopOverlays = lazyScreen(() => import('./load-screens.ts').then(({ loadShopOverlays }) => loadShopOverlays()), {
  failed: failedDialog(closeShopOverlay),
});

const ChatSettingsDialog = lazyScreen(
  () => import('./load-screens.ts').then(({ loadChatSettingsDialog }) => loadChatSettingsDialog()),
  { failed: failedDialog(closeChatSettings) },
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

type Overlay = 'none' | 'palette' | 'shortcuts' | 'logOut';

function DeskFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('common');
  const [overlay, setOverlay] = useState<Overlay>('none');
  const close = useCallback(() => setOverlay('none'), []);
  const desk = useDesk();
  const mayChat = useMay(['chat']);
  const [waiting, setWaiting] = useState(0);
  // Who leaves waiting buyers or drafts behind is asked what becomes of them.
  const leave = useCallback(async () => {
    const count = mayChat ? await waitingForMe() : 0;
    setWaiting(count);
    if (count > 0 || (desk.drafts?.get().size ?? 0) > 0) setOverlay('logOut');
    else await logOut(false);
  }, [desk, mayChat]);
  const onLogOut = useCallback(() => void leave(), [leave]);
  const { manage, signIn } = useReadable(shopOverlays);
  const areSettingsOpen = useReadable(chatSettingsOpen);
  const isShopOverlayOpen = manage !== null || signIn !== null;
  useTitle();
  useLastScreen();
  useOpenSignIns();
  const navigate = useNavigate();
  useEffect(() => {
    const search = () => {
      setOverlay('none');
      void navigate('/search');
      document.querySelector<HTMLInputElement>('[data-search-words]')?.select();
    };
    const commands = { palette: () => setOverlay('palette'), shortcuts: () => setOverlay('shortcuts'), search };
    const onKeyDown = (event: KeyboardEvent) => onWindowKey(event, commands);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate]);
  return (
    <div className={styles.window}>
      <Rail />
      <div className={styles.right}>
        <TopBar
          onPalette={() => setOverlay('palette')}
          onShortcuts={() => setOverlay('shortcuts')}
          onLogOut={onLogOut}
        />
        <main className={styles.main}>
          <BootGate>{children}</BootGate>
        </main>
      </div>
      <Toasts closeLabel={t('close')} />
      {overlay === 'palette' && (
        <CommandPalette onClose={close} onShortcuts={() => setOverlay('shortcuts')} onLogOut={onLogOut} />
      )}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
      {overlay === 'logOut' && <LogOut waiting={waiting} onClose={close} />}
      {isShopOverlayOpen && <ShopOverlays />}
      {areSettingsOpen && <ChatSettingsDialog onClose={closeChatSettings} />}
    </div>
  );
}

/** Shows why the desk cannot load. While it loads, the screens show skeletons. The desk keeps trying. */
function BootGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('common');
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

/** Loads the open sign-ins of the member, including those begun in other windows, before a dialog needs them. */
function useOpenSignIns(): void {
  const desk = useDesk();
  // The member is known after the first snapshot.
  const canManage = useMay(['shopManager']);
  useEffect(() => {
    if (canManage) void desk.shops.loadSignIns();
  }, [desk, canManage]);
}

/** Shows the number of buyers who wait for an answer in the title of the browser tab, to a member who is told of them. */
function useTitle(): void {
  const { productName } = useUiConfig();
  const total = useDeskState((state) => (state.chatSetting.isReached ? waitingIn(state, 'all') : 0));
  useEffect(() => {
    document.title = total === 0 ? productName : `(${total > 99 ? '99+' : total}) ${productName}`;
  }, [total, productName]);
}

/** The screen on which the member begins after the next login. */
function useLastScreen(): void {
  const { pathname } = useLocation();
  const memberId = useDeskState(({ member }) => member?.memberId ?? null);
  useEffect(() => {
    if (memberId !== null) rememberScreen(memberId, pathname);
  }, [memberId, pathname]);
}
