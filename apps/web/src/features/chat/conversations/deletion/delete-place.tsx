import { useReadable } from '../../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../../base/lazy-screen.tsx';
import { needMessagesTexts } from '../../messages/need-texts.ts';
import { askDelete, deleting } from '../../place/deleting.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

const DeleteDialog = lazyScreen<DeleteDialogProps>(
  () => withTexts(needMessagesTexts, () => import('./delete-dialog.tsx').then(({ DeleteDialog }) => DeleteDialog)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** Where a person is asked before a conversation is deleted, whether or not it is open. */
export function DeletePlace() {
  const id = useReadable(deleting);
  return id === null ? null : <DeleteDialog key={id} id={id} onClose={() => askDelete(null)} />;
}
