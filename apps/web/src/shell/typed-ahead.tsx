import { type KeyboardEvent, useCallback } from 'react';
import { useTranslation } from '../base/texts/i18n.ts';

let typed = '';
/** Takes the text before the palette can; null while nobody waits for the palette. */
let box: HTMLInputElement | null = null;
/** Had the focus before the text box. */
let before: Element | null = null;
let isComposing = false;

/** What was typed before the palette could take it: the words with which it begins. */
export const typedAhead = (): string => typed;
export const forgetTyped = (): void => {
  typed = '';
};

/**
 * Resolves when the palette may take the focus: not while an input method composes a word. Gives the focus back first,
 * because the palette returns it, when it closes, to the element that had it.
 */
export async function handOver(): Promise<void> {
  const held = box;
  if (held === null) return;
  if (isComposing) await new Promise((resolve) => held.addEventListener('compositionend', resolve, { once: true }));
  typed = held.value;
  giveBack();
}

const giveBack = () => {
  if (before instanceof HTMLElement) before.focus();
};

/**
 * Where the palette will have its text box, because the window of an input method opens beside the text. It has a
 * width, because in a text box without one Chromium keeps the caret before what an input method writes.
 */
const UNSEEN = {
  position: 'fixed',
  insetBlockStart: '14vh',
  insetInlineStart: '35vw',
  inlineSize: '20rem',
  opacity: 0,
  pointerEvents: 'none',
} as const;

/**
 * Stands in for the palette until its code is loaded, and takes what is typed. Otherwise the text, and Enter, would go
 * to the composer that still has the focus, and from there to a buyer. It is a text box, because an input method
 * composes its text only in one.
 */
export function TypedAhead({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const take = useCallback((input: HTMLInputElement) => {
    box = input;
    before = document.activeElement;
    isComposing = false;
    forgetTyped();
    input.focus();
    return () => {
      box = null;
      giveBack();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' || event.key === 'Tab') event.preventDefault();
  };
  return (
    <input
      ref={take}
      style={UNSEEN}
      aria-label={t('palette.open')}
      onCompositionStart={() => {
        isComposing = true;
      }}
      onCompositionEnd={() => {
        isComposing = false;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
