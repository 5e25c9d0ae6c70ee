import { useReadable } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { assigning, chooseAssignee } from '../place/assigning.ts';
import type { AssignDialogProps } from './assign-dialog.tsx';
import { needTogetherTexts } from './need-texts.ts';

const AssignDialog = lazyScreen<AssignDialogProps>(
  () => withTexts(needTogetherTexts, () => import('./assign-dialog.tsx').then(({ AssignDialog }) => AssignDialog)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** Where a person chooses who answers a buyer, whether or not the conversation is open. */
export function AssignPlace() {
  const id = useReadable(assigning);
  return id === null ? null : <AssignDialog key={id} id={id} onClose={() => chooseAssignee(null)} />;
}
