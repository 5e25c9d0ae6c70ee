import type { CallFailure } from '@pasar/sync';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useReadable } from '../base/desk.tsx';
import { isExpired } from '../base/expired.ts';
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

export type FirstConfig =
  | { readonly ok: true; readonly data: UiConfig }
  | { readonly ok: false; readonly failure: CallFailure };

/** The whole client. Without a UI configuration it shows only the reason and a button to try again. */
export function App(props: { readonly first: FirstConfig; readonly affiliateCode: string | null }) {
  const [config, setConfig] = useState(props.first);
  const hasExpired = useReadable(isExpired);
  if (!config.ok) {
    return (
      <ConfigFailed failure={config.failure} onRetry={async () => setConfig(await loadUiConfig(props.affiliateCode))} />
    );
  }
  return (
    <UiConfigContext value={config.data}>
      {/* Navigation must paint in its own frame, not when React has time for a transition. */}
      <BrowserRouter useTransitions={false}>
        <AppRoutes />
      </BrowserRouter>
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
  return (
    <PlainPage icon="plug" title={t('start.failed')} text={failureText(props.failure, t)}>
      <Button kind="primary" disabled={isBusy} onClick={() => void retry()}>
        {t('tryAgain')}
      </Button>
    </PlainPage>
  );
}
