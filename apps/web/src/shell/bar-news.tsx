import { failedLine, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { ExpiredShops } from './expired-shops.tsx';
import { needShellTexts } from './need-texts.ts';
import { useNotices } from './notices.ts';
import { UndeliveredEntry } from './undelivered-entry.tsx';
import { useUpdate } from './use-update.ts';

const UpdateNotice = lazyScreen(
  () => withTexts(needShellTexts, () => import('./update-notice.tsx').then(({ UpdateNotice }) => UpdateNotice)),
  { failed: failedLine },
);

/**
 * What the bar tells when something needs a person: a newer version, logins that have expired, answers that did not
 * arrive; and the toasts about actions that were undone or refused.
 */
export function BarNews() {
  useNotices();
  const version = useUpdate();
  return (
    <>
      {version !== null && <UpdateNotice version={version} />}
      <ExpiredShops />
      <UndeliveredEntry />
    </>
  );
}
