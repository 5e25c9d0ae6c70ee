import { useEffect } from 'react';

let typed = '';

/** What was typed before the palette could take it: the words with which it begins. */
export const typedAhead = (): string => typed;
export const forgetTyped = (): void => {
  typed = '';
};

/**
 * Stands in for the palette until its code is loaded, and keeps what is typed. Otherwise the text, and Enter, would go
 * to the composer that still has the focus, and from there to a buyer.
 */
export function TypedAhead({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    forgetTyped();
    const keep = (event: KeyboardEvent) => {
      const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
      if (isText) typed += event.key;
      else if (event.key === 'Backspace') typed = typed.slice(0, -1);
      else if (event.key === 'Escape') onClose();
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [onClose]);
  return null;
}
