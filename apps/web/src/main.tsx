import './shell/no-eval.ts';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedIn, storeChannel } from './base/cookies.ts';
import { readLink } from './base/guard.ts';
import { prefillName } from './base/last-name.ts';
import { initialLocale } from './base/locale.ts';
import { loadUiConfig } from './base/session.ts';
import { startI18n } from './base/texts/i18n.ts';
import { startTheme } from './base/theme.ts';
import { App } from './shell/app.tsx';
import { keepShell } from './shell/keep-shell.ts';
import { loadDesk } from './shell/routes.tsx';

/** Starts the client: theme before the first paint, texts and UI configuration before any navigation. */
async function start(root: HTMLElement): Promise<void> {
  startTheme();
  const link = readLink(location.search);
  if (link.isGray) storeChannel();
  if (link.accountName !== null) prefillName(link.accountName);
  // The code of the screens is loaded at the same time as the configuration.
  const texts = startI18n(initialLocale());
  if (isSignedIn()) void loadDesk();
  const [first] = await Promise.all([loadUiConfig(link.affiliateCode), texts]);
  createRoot(root).render(
    <StrictMode>
      <App first={first} affiliateCode={link.affiliateCode} />
    </StrictMode>,
  );
  void keepShell();
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void start(root);
