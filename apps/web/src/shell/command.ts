import type { Marketplace } from '@pasar/domain';
import type { IconName } from '../ui/icon.tsx';

/** One line of the palette. */
export interface Command {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** Its mark stands instead of the icon. */
  readonly marketplace: Marketplace | null;
  /** Lower case; what words are looked for in. */
  readonly haystack: string;
  readonly run: () => void;
}
type Parts = Omit<Command, 'haystack' | 'marketplace' | 'detail'> & Partial<Pick<Command, 'marketplace' | 'detail'>>;
/** Makes one; what words are looked for in is made of what is shown. */
export const command = (parts: Parts): Command => {
  const { detail = '', marketplace = null } = parts;
  return { ...parts, detail, marketplace, haystack: `${parts.label} ${detail} ${parts.group}`.toLowerCase() };
};

const SHOWN = 60;

/** All the words must be in it, in any order; those that begin with the first word come first. */
export function matching(commands: readonly Command[], words: string): readonly Command[] {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const first = wanted[0];
  if (first === undefined) return commands.slice(0, SHOWN);
  const found = commands.filter((command) => wanted.every((word) => command.haystack.includes(word)));
  const isHead = (command: Command) => command.label.toLowerCase().startsWith(first);
  return [...found.filter(isHead), ...found.filter((command) => !isHead(command))].slice(0, SHOWN);
}
