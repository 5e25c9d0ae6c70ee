import { createStore } from '@pasar/sync';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './toasts.module.css';

/** `good`: something was done. `info`: something is to be known. `bad`: something failed. */
export type ToastTone = 'good' | 'info' | 'bad';
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  readonly action: ToastAction | null;
}
/** How long a toast stays while nobody points at it or has the focus in it. Milliseconds. */
const SHOWN_MS: Readonly<Record<ToastTone, number>> = { good: 7_000, info: 7_000, bad: 12_000 };
const ICONS: Readonly<Record<ToastTone, IconName>> = { good: 'check', info: 'info', bad: 'failed' };
const KEPT = 3;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows an event that needs no answer: a setting that was undone, a retry that was refused. Said again, it is new. */
export function toast(tone: ToastTone, text: string, action: ToastAction | null = null): void {
  lastId += 1;
  const id = lastId;
  toasts.update((shown) => [...shown.filter((item) => item.text !== text), { id, tone, text, action }].slice(-KEPT));
}
const dismiss = (id: number): void => toasts.update((shown) => shown.filter((item) => item.id !== id));

/** Trouble interrupts a screen reader, everything else waits for a pause. Both regions exist before they speak. */
const REGIONS = [
  { role: 'alert', tones: ['bad'] },
  { role: 'status', tones: ['good', 'info'] },
] as const satisfies readonly { readonly role: string; readonly tones: readonly ToastTone[] }[];

export function Toasts({ closeLabel }: { readonly closeLabel: string }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const box = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id ?? 0;
  const raised = useRef(0);
  // The popover that is shown last lies on top: without this an open dialog would cover the message. It is not raised
  // for a toast that goes, because a screen reader would read the others again.
  useEffect(() => {
    const held = box.current;
    if (held === null || newest <= raised.current) return;
    raised.current = newest;
    const focused = held.contains(document.activeElement) ? document.activeElement : null;
    held.hidePopover();
    held.showPopover();
    if (focused instanceof HTMLElement) focused.focus();
  }, [newest]);
  usePlace(box, newest);
  return (
    <div ref={box} popover="manual" className={styles.toasts} data-pane={shown.length > 0 ? 'toasts' : undefined}>
      {REGIONS.map(({ role, tones }) => (
        <div key={role} role={role} className={styles.region}>
          {shown
            .filter(({ tone }) => tones.some((item) => item === tone))
            .map((item) => (
              <ToastLine key={item.id} item={item} closeLabel={closeLabel} />
            ))}
        </div>
      ))}
    </div>
  );
}

const boxesOf = (parts: string): readonly DOMRect[] =>
  [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());

/**
 * Keeps the toasts where they cover no control: at the right end of the first element that is marked `data-toasts`, and
 * below the last one. Where there is none, or a dialog lies over them, they stand at the right end below the bars, which
 * come and go.
 */
function usePlace(box: RefObject<HTMLDivElement | null>, newest: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast looks for its place.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const marks = boxesOf(':root:not(:has(:modal)) [data-toasts]');
      const top = (marks.at(-1)?.bottom ?? boxesOf('main')[0]?.top ?? 0) + 8;
      const right = marks[0] === undefined ? 12 : innerWidth - marks[0].right + 12;
      if (box.current !== null) box.current.style.inset = `${top}px ${right}px auto auto`;
    });
    for (const part of document.querySelectorAll('main, [data-toasts] ~ *')) observer.observe(part);
    return () => observer.disconnect();
  }, [box, newest]);
}

function ToastLine({ item, closeLabel }: { readonly item: Toast; readonly closeLabel: string }) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  const { id, tone, text, action } = item;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    dismiss(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast that is looked at stays; Escape inside closes it.
    <div
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={onKeyDown}
    >
      <Icon name={ICONS[tone]} size={16} />
      <span className={styles.text}>{text}</span>
      {action !== null && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={() => dismiss(id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
