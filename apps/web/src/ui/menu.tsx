import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';
import { type Corner, useCorner } from './use-corner.ts';

export type MenuItem =
  | {
      readonly kind: 'action';
      readonly key: string;
      readonly label: string;
      readonly icon?: IconName;
      /** The option is marked as the present choice. */
      readonly isChosen?: boolean;
      /** What a screen reader says in place of the label, where the label alone does not say of what. */
      readonly name?: string;
      /** The action deletes something for good. */
      readonly isDanger?: boolean;
      /** The key of the note that says why the action cannot be chosen. It stays reachable, so that the note is read. */
      readonly offBy?: string;
      readonly onChoose: () => void;
    }
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly label: string;
      /** A second line. */
      readonly detail?: string;
    }
  /** A fact below a line, at the end of the menu. */
  | { readonly kind: 'note'; readonly key: string; readonly label: string };

/**
 * Opens a menu where the right button was pressed, when the button is up again: its release would close the menu as a
 * press elsewhere does. Some browsers tell of the press, others of the release.
 */
export function openAtPointer(event: MouseEvent, open: (at: Corner) => void): void {
  event.preventDefault();
  const at = { x: event.clientX, y: event.clientY };
  if (event.buttons === 0) open(at);
  else addEventListener('pointerup', () => setTimeout(() => open(at)), { once: true });
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly at: Corner;
  readonly onClose: () => void;
}

/**
 * A list of actions above everything else. Choosing, Escape, Tab, or a press elsewhere closes it; the focus returns.
 */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const box = useCorner(at, onClose, (held) => itemsOf(held)[0]);
  const id = useId();
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
        <MenuRow key={item.key} item={item} id={id} onClose={onClose} />
      ))}
    </div>
  );
}

const itemsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('button')];

/** `id`: that of the menu, before the key of a note. */
function MenuRow({
  item,
  id,
  onClose,
}: {
  readonly item: MenuItem;
  readonly id: string;
  readonly onClose: () => void;
}) {
  if (item.kind === 'heading') {
    return (
      <div className={styles.heading} role="presentation">
        {item.label}
        {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
      </div>
    );
  }
  if (item.kind === 'note') {
    return (
      <div id={`${id}-${item.key}`} className={styles.note} role="presentation">
        {item.label}
      </div>
    );
  }
  const isRadio = item.isChosen !== undefined;
  const isOff = item.offBy !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role that takes it is there whenever it is set.
    <button
      type="button"
      role={isRadio ? 'menuitemradio' : 'menuitem'}
      aria-checked={item.isChosen}
      aria-label={item.name}
      aria-disabled={isOff || undefined}
      aria-describedby={isOff ? `${id}-${item.offBy}` : undefined}
      className={item.isDanger === true ? styles.dangerItem : styles.item}
      onClick={() => {
        if (isOff) return;
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

interface OpenerProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens a menu under itself. `draw` draws the menu, whose code may be loaded only then. */
export function MenuOpener(props: OpenerProps & { readonly draw: (at: Corner, onClose: () => void) => ReactNode }) {
  const [at, setAt] = useState<Corner | null>(null);
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${props.className ?? ''}`}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        data-tip={at === null ? props.label : undefined}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(at === null ? { x: box.left, y: box.bottom + 4, right: box.right } : null);
        }}
      >
        {props.children}
      </button>
      {at !== null && props.draw(at, () => setAt(null))}
    </>
  );
}

/** The same with a menu that is known already. */
export function MenuButton({ items, ...opener }: OpenerProps & { readonly items: readonly MenuItem[] }) {
  return (
    <MenuOpener
      {...opener}
      draw={(at, onClose) => <Menu label={opener.label} items={items} at={at} onClose={onClose} />}
    />
  );
}
