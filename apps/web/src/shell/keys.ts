/** The panes F6 goes through, in the order they stand. */
export const PANES = ['rail', 'shops', 'conversations', 'messages', 'buyer'] as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Keys of the whole window. Those of a pane are the pane's own. */
export function onWindowKey(
  event: KeyboardEvent,
  commands: { readonly palette: () => void; readonly shortcuts: () => void },
): void {
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    commands.palette();
  } else if (event.key === '?' && !isTyping(event.target)) {
    event.preventDefault();
    commands.shortcuts();
  } else if (event.key === 'F6') {
    event.preventDefault();
    cyclePanes(event.shiftKey ? -1 : 1);
  }
}

/** To the next pane that is there; inside it, to what it says is its place to start (`data-pane-focus`). */
function cyclePanes(step: 1 | -1): void {
  const panes = PANES.flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-pane="${name}"]`)]);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  const pane = panes.at((from + step) % panes.length);
  if (pane !== undefined) placeToStart(pane).focus();
}

/** A pane with nothing to press, such as an empty one, is itself a place: it says there what it is for. */
const placeToStart = (pane: HTMLElement): HTMLElement =>
  pane.querySelector<HTMLElement>('[data-pane-focus]') ??
  pane.querySelector<HTMLElement>('a[href], button:not(:disabled), input, textarea, [tabindex="0"]') ??
  pane;
