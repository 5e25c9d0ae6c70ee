import './shell/no-eval.ts';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { isSignedIn, storeChannel } from './shell/cookies.ts';
import { readLink } from './shell/guard.ts';
import { startI18n } from './shell/i18n.ts';
import { prefillName } from './shell/last-name.ts';
import { initialLocale } from './shell/locale.ts';
import { loadDesk } from './shell/routes.tsx';
import { loadUiConfig } from './shell/session.ts';
import { startTheme } from './shell/theme.ts';

/** Composes and starts: theme before the first paint, texts and UI configuration before any navigation. */
async function start(root: HTMLElement): Promise<void> {
  startTheme();
  const link = readLink(location.search);
  if (link.isGray) storeChannel();
  if (link.accountName !== null) prefillName(link.accountName);
  // The screens' code comes while the configuration does.
  const texts = startI18n(initialLocale());
  if (isSignedIn()) void loadDesk();
  const [first] = await Promise.all([loadUiConfig(link.affiliateCode), texts]);
  createRoot(root).render(
    <StrictMode>
      <App first={first} affiliateCode={link.affiliateCode} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void start(root);
