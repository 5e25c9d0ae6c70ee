import { createStore } from '@pasar/sync';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly icon: IconName;
}
const SHOWN_MS = 7_000;
const KEPT = 3;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows an event that needs no answer: a setting that was undone, a retry that was refused. */
export function toast(text: string, icon: IconName = 'failed'): void {
  lastId += 1;
  const id = lastId;
  toasts.update((shown) => [...shown, { id, text, icon }].slice(-KEPT));
}
const dismiss = (id: number): void => toasts.update((shown) => shown.filter((item) => item.id !== id));

export function Toasts({ closeLabel }: { readonly closeLabel: string }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const box = useRef<HTMLDivElement>(null);
  // The popover that is shown last lies on top: without this an open dialog would cover the message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: raised again with everything that is said.
  useEffect(() => {
    box.current?.hidePopover();
    box.current?.showPopover();
  }, [shown]);
  return (
    <div ref={box} popover="manual" className={styles.toasts} role="status">
      {shown.map((item) => (
        <ToastLine key={item.id} item={item} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

function ToastLine({ item, closeLabel }: { readonly item: Toast; readonly closeLabel: string }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(item.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [item.id]);
  return (
    <div className={styles.toast}>
      <Icon name={item.icon} size={16} />
      <span>{item.text}</span>
      <button type="button" aria-label={closeLabel} onClick={() => dismiss(item.id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
