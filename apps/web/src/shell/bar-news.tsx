import { ExpiredShops } from './expired-shops.tsx';
import { UndeliveredEntry } from './undelivered-entry.tsx';

/** What the bar tells when something needs a person: logins that have expired, answers that did not arrive. */
export function BarNews() {
  return (
    <>
      <ExpiredShops />
      <UndeliveredEntry />
    </>
  );
}
