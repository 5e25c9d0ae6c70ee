import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { useReturnFocus } from './use-return-focus.ts';

/** A dialog over everything else for as long as it is drawn; the focus goes back where it came from. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  useReturnFocus();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const held = dialog.current;
    held?.showModal();
    return () => held?.close();
  }, []);
  return dialog;
}

/** Escape, in this dialog itself: a dialog inside it, or a file that was not chosen, is cancelled by the same event. */
export const onOwnCancel =
  (onClose: () => void) =>
  (event: SyntheticEvent): void => {
    if (event.target === event.currentTarget) onClose();
  };
