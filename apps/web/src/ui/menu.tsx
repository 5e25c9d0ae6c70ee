import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export type MenuItem =
  | {
      readonly kind: 'action';
      readonly key: string;
      readonly label: string;
      readonly icon?: IconName;
      /** The option is marked as the present choice. */
      readonly isChosen?: boolean;
      /** The action deletes something for good. */
      readonly isDanger?: boolean;
      readonly onChoose: () => void;
    }
  | { readonly kind: 'heading'; readonly key: string; readonly label: string };

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Position of the upper left corner; the menu is moved to stay inside the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/**
 * A list of actions above everything else. Choosing, Escape, Tab, or a press elsewhere closes it; the focus returns.
 */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  useEffect(() => {
    const held = box.current;
    if (held === null) return;
    const before = document.activeElement;
    held.showPopover();
    const { width, height } = held.getBoundingClientRect();
    held.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
    held.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
    itemsOf(held)[0]?.focus();
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') closing.current();
    };
    held.addEventListener('toggle', onToggle);
    return () => {
      held.removeEventListener('toggle', onToggle);
      if (
        before instanceof HTMLElement &&
        (document.activeElement === document.body || held.contains(document.activeElement))
      )
        before.focus();
    };
  }, [at.x, at.y]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = itemsOf(event.currentTarget);
    const index = all.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
    }
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <MenuRow key={item.key} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

const itemsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('button')];

function MenuRow({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  if (item.kind === 'heading') {
    return (
      <div className={styles.heading} role="presentation">
        {item.label}
      </div>
    );
  }
  const isRadio = item.isChosen !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role that takes it is there whenever it is set.
    <button
      type="button"
      role={isRadio ? 'menuitemradio' : 'menuitem'}
      aria-checked={item.isChosen}
      className={item.isDanger === true ? styles.dangerItem : styles.item}
      onClick={() => {
        onClose();
        item.onChoose();
      }}
    >
      {item.icon !== undefined && <Icon name={item.icon} size={16} />}
      <span className={styles.label}>{item.label}</span>
      {item.isChosen === true && <Icon name="check" size={16} />}
    </button>
  );
}

/** A button that opens a menu under itself. */
export function MenuButton(props: {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        id={id}
        className={`${styles.button} ${props.className ?? ''}`}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        data-tip={at === null ? props.label : undefined}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(at === null ? { x: box.left, y: box.bottom + 4 } : null);
        }}
      >
        {props.children}
      </button>
      {at !== null && <Menu label={props.label} items={props.items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}
