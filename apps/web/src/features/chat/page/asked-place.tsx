import { useReadable } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { asking } from '../place/asking.ts';
import type { AskedDialogProps } from './asked-dialog.tsx';

const AskedDialog = lazyScreen<AskedDialogProps>(
  () => import('./load-asked-dialog.ts').then(({ loadAskedDialog }) => loadAskedDialog()),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** Where a person is asked about a conversation. */
export function AskedPlace() {
  const asked = useReadable(asking);
  if (asked === null) return null;
  return <AskedDialog key={`${asked.what} ${asked.id}`} asked={asked} onClose={() => asking.update(() => null)} />;
}
