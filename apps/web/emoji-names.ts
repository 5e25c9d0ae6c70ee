import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const NAME = 'virtual:emoji-names/';
/** Of 2022: older systems draw nothing for newer emoji. */
const NEWEST = 15;
/** Skin tones and hair, which are no emoji of their own. */
const COMPONENTS = 2;

interface Entry {
  readonly emoji: string;
  readonly label: string;
  readonly tags: readonly string[];
  readonly group?: number;
  readonly version: number;
}

/**
 * Emoji with their names and search words in one language, as a module of their own for each: a third of what the
 * package holds, and fetched from Pasar's own server.
 */
export function emojiNames(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'emoji-names',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load: async (id) => {
      if (!id.startsWith(`\0${NAME}`)) return null;
      const file = resolve(`emojibase-data/${id.slice(NAME.length + 1)}/data.json`);
      const entries = JSON.parse(await readFile(file, 'utf8')) as readonly Entry[];
      const kept = entries
        .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST)
        .map(({ emoji, label, tags, group }) => [emoji, label, tags.join('|'), group]);
      if (kept.length < 1_000) throw new Error(`${file} has another shape in this version`);
      // A long text is read faster than a literal of as many arrays.
      return `export const names = JSON.parse(${JSON.stringify(JSON.stringify(kept))})`;
    },
  };
}
