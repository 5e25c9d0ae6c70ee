/** A member who pressed no key for so long does not type (our choice). */
const TYPING_MS = 5_000;
let typedAt = Number.NEGATIVE_INFINITY;

/** Notes when the member types in the composer; returns what ends it. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches('textarea[data-pane-focus]')) typedAt = Date.now();
  };
  document.addEventListener('input', note, true);
  return () => document.removeEventListener('input', note, true);
}

export const isTypingNow = (): boolean => document.hasFocus() && Date.now() - typedAt < TYPING_MS;
