import { ClosingDialog } from '../closing/closing-dialog.tsx';
import { DeleteDialog } from '../conversations/deletion/delete-dialog.tsx';
import { UnreadOffer } from '../conversations/unread-offer.tsx';
import type { Asking } from '../place/asking.ts';
import { TagsDialog } from '../side/buyer/tags-dialog.tsx';
import { AssignDialog } from '../together/assign-dialog.tsx';

export interface AskedDialogProps {
  readonly asked: Asking;
  readonly onClose: () => void;
}

const DIALOGS = {
  assign: AssignDialog,
  delete: DeleteDialog,
  close: ClosingDialog,
  tags: TagsDialog,
  unread: UnreadOffer,
} as const;

/** Asks a person about a conversation, whether or not it is open. */
export function AskedDialog({ asked: { what, id, undo }, onClose }: AskedDialogProps) {
  const Dialog = DIALOGS[what];
  return <Dialog id={id} undo={undo} onClose={onClose} />;
}
