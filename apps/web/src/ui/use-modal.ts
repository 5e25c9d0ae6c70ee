import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** Gives the focus back, when this goes away, to what had it when this came. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}

/** The browser would begin with what stands first, which is the way out; `data-first` marks where the person begins. */
export function focusFirst(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
}

/** A dialog over everything else for as long as it is drawn; the focus goes back where it came from. */
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

/** Escape, in this dialog itself: a dialog inside it, or a file that was not chosen, is cancelled by the same event. */
export const onOwnCancel =
  (onClose: () => void) =>
  (event: SyntheticEvent): void => {
    if (event.target === event.currentTarget) onClose();
  };
