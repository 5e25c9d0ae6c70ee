import { OPEN_ACTION_CODES, openActions } from '../features/chat/place/open-actions.ts';
import { toast } from '../ui/toasts.tsx';

/** The panes that F6 moves through, in their order on the screen. */
export const PANES = ['rail', 'shops', 'conversations', 'messages', 'buyer', 'toasts'] as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Handles the keys of the whole window; each pane handles its own keys. */
export function onWindowKey(
  event: KeyboardEvent,
  commands: { readonly palette: () => void; readonly shortcuts: () => void; readonly search: () => void },
): void {
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    commands.palette();
  } else if ((event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f') {
    event.preventDefault();
    commands.search();
  } else if (event.key === '?' && !isTyping(event.target)) {
    event.preventDefault();
    commands.shortcuts();
  } else if (event.key === 'F6') {
    event.preventDefault();
    cyclePanes(event.shiftKey ? -1 : 1);
  } else if (event.altKey) runOpenAction(event);
}

/** Alt and a letter: an action on the open conversation. Alt Gr writes letters of some layouts. */
function runOpenAction(event: KeyboardEvent): void {
  const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.getModifierState('AltGraph');
  if (isOther || event.repeat || event.isComposing) return;
  const action = openActions.get().find(({ key }) => OPEN_ACTION_CODES[key] === event.code);
  // A dialog or menu that lies over the conversation has its own keys.
  const isCovered = document.querySelector('dialog[open], :popover-open[role="menu"], .ant-modal-wrap') !== null;
  if (action === undefined || isCovered) return;
  event.preventDefault();
  if (action.whyNot === null) action.run();
  else toast('info', action.whyNot);
}

/**
 * Moves the focus to the next pane of the page: to the element that the pane marks as its start (`data-pane-focus`).
 */
function cyclePanes(step: 1 | -1): void {
  const panes = PANES.flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-pane="${name}"]`)]);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  const pane = panes.at((from + step) % panes.length);
  if (pane !== undefined) placeToStart(pane).focus();
}

/**
 * Without a marked element this is the first that can be pressed or filled. A pane without any, for example an empty
 * one, takes the focus itself, so that a screen reader reads it.
 */
const placeToStart = (pane: HTMLElement): HTMLElement =>
  pane.querySelector<HTMLElement>('[data-pane-focus]') ??
  pane.querySelector<HTMLElement>('a[href], button:not(:disabled), input, textarea, [tabindex="0"]') ??
  pane;
