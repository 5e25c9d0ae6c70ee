import type { Marketplace } from '@pasar/domain';
import type { IconName } from '../ui/icon.tsx';

/** One line of the palette. */
export interface Command {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** The keys that do the same, as a person reads them; empty for none. */
  readonly keys: string;
  /** The marketplace whose mark is shown instead of the icon. */
  readonly marketplace: Marketplace | null;
  /** The text that is searched, in lower case. */
  readonly haystack: string;
  readonly run: () => void;
}
type Default = 'marketplace' | 'detail' | 'keys';
type Parts = Omit<Command, 'haystack' | Default> & Partial<Pick<Command, Default>>;
/** Makes a command; its searched text consists of the shown texts. */
export const command = (parts: Parts): Command => {
  const { detail = '', marketplace = null, keys = '' } = parts;
  return { ...parts, detail, marketplace, keys, haystack: `${parts.label} ${detail} ${parts.group}`.toLowerCase() };
};

const SHOWN = 60;

/** The commands that contain all the words, in any order. Commands that begin with the first word come first. */
export function matching(commands: readonly Command[], words: string): readonly Command[] {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const first = wanted[0];
  if (first === undefined) return commands.slice(0, SHOWN);
  const found = commands.filter((command) => wanted.every((word) => command.haystack.includes(word)));
  const isHead = (command: Command) => command.label.toLowerCase().startsWith(first);
  return [...found.filter(isHead), ...found.filter((command) => !isHead(command))].slice(0, SHOWN);
}
