import type { CallFailure } from '@pasar/sync';
import { useCallback, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useReadable } from '../base/desk.tsx';
import { isExpired } from '../base/expired.ts';
import { isFactorDemanded } from '../base/factor-demanded.ts';
import { failedDialog, lazyScreen } from '../base/lazy-screen.tsx';
import { leaveExpired, loadUiConfig, type UiConfig } from '../base/session.ts';
import { failureText } from '../base/texts/failure-text.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { UiConfigContext } from '../base/ui-config.ts';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { Tips } from '../ui/tips.tsx';
import { AppRoutes } from './routes.tsx';

const ExpiredDialog = lazyScreen(() => import('./expired-dialog.tsx').then(({ ExpiredDialog }) => ExpiredDialog), {
  failed: failedDialog(leaveExpired),
});

const FactorPage = lazyScreen(() => import('./factor.ts').then(({ loadFactorPage }) => loadFactorPage()));

export type FirstConfig =
  | { readonly ok: true; readonly data: UiConfig }
  | { readonly ok: false; readonly failure: CallFailure };

/** While the server cannot be reached, the configuration is asked for this often. */
const RETRY_MS = 5_000;

/**
 * The whole client. Without a UI configuration it shows the reason and a button to try again, and keeps trying while
 * the server cannot be reached.
 */
export function App(props: { readonly first: FirstConfig; readonly affiliateCode: string | null }) {
  const [config, setConfig] = useState(props.first);
  const hasExpired = useReadable(isExpired);
  const isDemanded = useReadable(isFactorDemanded);
  const { affiliateCode } = props;
  const retry = useCallback(async () => setConfig(await loadUiConfig(affiliateCode)), [affiliateCode]);
  if (!config.ok) return <ConfigFailed failure={config.failure} onRetry={retry} />;
  return (
    <UiConfigContext value={{ ...config.data, affiliateCode }}>
      {/* Navigation must paint in its own frame, not when React has time for a transition. */}
      <BrowserRouter useTransitions={false}>{isDemanded ? <FactorPage /> : <AppRoutes />}</BrowserRouter>
      <Tips />
      {hasExpired && <ExpiredDialog />}
    </UiConfigContext>
  );
}

function ConfigFailed(props: { readonly failure: CallFailure; readonly onRetry: () => Promise<void> }) {
  const { t } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await props.onRetry();
    setIsBusy(false);
  };
  const isUnreachable = props.failure.kind === 'unreachable';
  const { onRetry } = props;
  useEffect(() => {
    if (!isUnreachable) return;
    const again = () => void onRetry();
    const timer = setInterval(again, RETRY_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isUnreachable, onRetry]);
  const why = failureText(props.failure, t);
  return (
    <PlainPage
      icon="plug"
      title={t(isUnreachable && !navigator.onLine ? 'start.offline' : 'start.failed')}
      text={isUnreachable ? t('sentences', { first: why, second: t('start.kept') }) : why}
    >
      <Button kind="primary" disabled={isBusy} onClick={() => void retry()}>
        {t('tryAgain')}
      </Button>
    </PlainPage>
  );
}
