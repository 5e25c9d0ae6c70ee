import type { Notice } from '@pasar/sync';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Toasts, toast } from '../ui/toasts.tsx';
import { DeskProvider, unreadIn, useDesk, useDeskState } from './desk.tsx';
import styles from './desk-window.module.css';
import { failureText } from './failure-text.ts';
import { onWindowKey } from './keys.ts';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useUiConfig } from './ui-config.ts';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })));

/** The window of a signed-in member: rail, bar, and the screen inside. */
export function DeskWindow() {
  return (
    <DeskProvider>
      <DeskFrame />
    </DeskProvider>
  );
}

type Overlay = 'none' | 'palette' | 'shortcuts';

function DeskFrame() {
  const { t } = useTranslation('shell');
  const [overlay, setOverlay] = useState<Overlay>('none');
  const close = useCallback(() => setOverlay('none'), []);
  useTitle();
  useNotices();
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
        <main className={styles.main}>
          <BootGate />
        </main>
      </div>
      <Toasts closeLabel={t('close')} />
      <Suspense fallback={null}>
        {overlay === 'palette' && <CommandPalette onClose={close} onShortcuts={() => setOverlay('shortcuts')} />}
        {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The screens draw their own skeletons while the desk loads; when it cannot, this says why. It goes on trying. */
function BootGate() {
  const { t } = useTranslation('shell');
  const desk = useDesk();
  const boot = useDeskState((state) => state.boot);
  if (boot.state !== 'failed') return <Outlet />;
  return (
    <Empty icon="plug" title={t('start.failed')} text={failureText(boot.failure, t)}>
      <Button kind="primary" onClick={() => desk.wake()}>
        {t('tryAgain')}
      </Button>
    </Empty>
  );
}

/** What waits stands in the tab of the browser too. */
function useTitle(): void {
  const { productName } = useUiConfig();
  const total = useDeskState((state) => unreadIn(state).total);
  useEffect(() => {
    document.title = total === 0 ? productName : `(${total > 99 ? '99+' : total}) ${productName}`;
  }, [total, productName]);
}

/** Things that were undone or refused are said once, at the foot of the window. */
function useNotices(): void {
  const { t } = useTranslation('shell');
  const desk = useDesk();
  useEffect(() => {
    const texts = { pin: t('undone.pin'), unpin: t('undone.unpin'), unread: t('undone.unread') };
    return desk.onNotice((notice: Notice) => {
      if (notice.kind === 'arrived') return;
      const failure = notice.kind === 'undone' ? notice.undone.failure : notice.failure;
      // The dialog says it.
      if (failure.kind === 'expired') return;
      const why = failureText(failure, t);
      toast(notice.kind === 'undone' ? t('sentences', { first: texts[notice.undone.setting], second: why }) : why);
    });
  }, [desk, t]);
}
