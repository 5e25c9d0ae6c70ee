import { useReadable } from '../../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../../base/lazy-screen.tsx';
import { askDelete, deleting } from '../../place/deleting.ts';
import { needQueueTexts } from '../need-texts.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

const DeleteDialog = lazyScreen<DeleteDialogProps>(
  () => withTexts(needQueueTexts, () => import('./delete-dialog.tsx').then(({ DeleteDialog }) => DeleteDialog)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** Where a person is asked before a conversation is deleted, whether or not it is open. */
export function DeletePlace() {
  const id = useReadable(deleting);
  return id === null ? null : <DeleteDialog key={id} id={id} onClose={() => askDelete(null)} />;
}
