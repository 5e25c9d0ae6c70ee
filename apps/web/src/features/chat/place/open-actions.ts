import { createStore } from '@pasar/sync';
import type { IconName } from '../../../ui/icon.tsx';

/** An action on the open conversation. */
export interface OpenAction {
  readonly key: OpenActionKey;
  readonly icon: IconName;
  readonly label: string;
  /** Whether a setting is on; undefined where the action sets nothing. */
  readonly isOn?: boolean;
  /** Why the marketplace cannot do it; null where it can. */
  readonly whyNot: string | null;
  readonly run: () => void;
}

/**
 * The keys of the actions, as physical keys: they are the same in every layout, and on a Mac, where Alt writes special
 * letters. They are held with Alt, because the cursor is in the composer most of the time.
 */
export const OPEN_ACTION_CODES = {
  pin: 'KeyP',
  favorite: 'KeyS',
  mute: 'KeyM',
  unread: 'KeyU',
  setAside: 'KeyN',
  close: 'KeyC',
  assign: 'KeyA',
  note: 'KeyT',
  buyer: 'KeyB',
  recall: 'KeyR',
  find: 'KeyF',
} as const;
export type OpenActionKey = keyof typeof OPEN_ACTION_CODES;

const letterOf = (key: OpenActionKey): string => OPEN_ACTION_CODES[key].slice('Key'.length);
/** The keys as a person reads them, and as `aria-keyshortcuts` names them. */
export const shownKeys = (key: OpenActionKey): string => `Alt ${letterOf(key)}`;
export const ariaKeys = (key: OpenActionKey): string => `Alt+${letterOf(key)}`;

/** What can be done with the open conversation; empty while none is open. The palette offers the same. */
export const openActions = createStore<readonly OpenAction[]>([]);
