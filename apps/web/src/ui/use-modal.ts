import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** Returns the focus, when the component unmounts, to the element that had it when the component mounted. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}

/**
 * Focuses the element marked `data-first`. By default the browser would focus the first element, which is the close
 * button.
 */
export function focusFirst(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
}

/** A modal dialog, open while it is mounted; afterwards the focus returns to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  useReturnFocus();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const held = dialog.current;
    held?.showModal();
    focusFirst(held);
    return () => held?.close();
  }, []);
  return dialog;
}

/**
 * Handles Escape only in this dialog itself: a dialog inside it, or a file chooser that was cancelled, sends the same
 * event.
 */
export const onOwnCancel =
  (onClose: () => void) =>
  (event: SyntheticEvent): void => {
    if (event.target === event.currentTarget) onClose();
  };
