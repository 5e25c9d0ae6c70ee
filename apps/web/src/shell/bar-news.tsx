import { ExpiredShops } from './expired-shops.tsx';
import { useNotices } from './notices.ts';
import { UndeliveredEntry } from './undelivered-entry.tsx';

/**
 * What the bar tells when something needs a person: logins that have expired, answers that did not arrive; and the
 * toasts about actions that were undone or refused.
 */
export function BarNews() {
  useNotices();
  return (
    <>
      <ExpiredShops />
      <UndeliveredEntry />
    </>
  );
}
