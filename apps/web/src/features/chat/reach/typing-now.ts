/** A member who pressed no key for so long does not type (our choice). */
const TYPING_MS = 5_000;
/** The other windows of the browser are told at most this often (our choice). */
const TOLD_EVERY_MS = 1_000;
/** When the member last typed, for all windows of the browser. */
const KEY = 'pasar.typedAt';
let typedAt = 0;

/** Notes when the member types in the composer, and that this ends when the member leaves the window; returns what ends it. */
export function watchTyping(): () => void {
  const typed = ({ target }: Event) => {
    const isComposer = target instanceof HTMLElement && target.matches('textarea[data-pane-focus]');
    if (isComposer && Date.now() - typedAt >= TOLD_EVERY_MS) note(Date.now());
  };
  const left = () => {
    if (typedAt > 0) note(0);
  };
  document.addEventListener('input', typed, true);
  addEventListener('blur', left);
  return () => {
    document.removeEventListener('input', typed, true);
    removeEventListener('blur', left);
  };
}

function note(at: number): void {
  typedAt = at;
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // The browser's storage is full: the other windows may tell of a buyer meanwhile.
  }
}

/** Whether the member types in this window or another one of the browser. */
export const isTypingNow = (): boolean =>
  [typedAt, Number(localStorage.getItem(KEY))].some((at) => Math.abs(Date.now() - at) < TYPING_MS);
