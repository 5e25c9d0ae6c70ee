import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '../src/ui/contrast.ts';

const css = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8');

/** The colours of a theme: those of every block whose selector fits, later ones over earlier ones. */
function tokensOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const fits = selector.includes(`[data-theme="${theme}"]`) || /:root\s*$/.test(selector);
    if (!fits) continue;
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)) tokens.set(name, value);
  }
  return tokens;
}

/** Text and what it stands on. */
const PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['text', ['pane', 'pane-2', 'hover', 'selected', 'bubble-buyer', 'bubble-seller', 'bubble-robot', 'info-pane']],
  ['text-2', ['pane', 'pane-2', 'hover', 'selected', 'bubble-buyer', 'bubble-seller', 'bubble-robot', 'info-pane']],
  ['text-3', ['pane', 'pane-2', 'hover', 'selected']],
  [
    'accent-text',
    ['pane', 'pane-2', 'hover', 'selected', 'bubble-buyer', 'bubble-seller', 'bad-pane', 'wait-pane', 'info-pane'],
  ],
  ['on-accent', ['accent', 'accent-hover']],
  ['badge-text', ['badge']],
  ['bad', ['pane', 'hover', 'selected', 'bad-pane']],
  ['wait', ['pane', 'hover', 'selected', 'wait-pane']],
  ['good', ['pane', 'hover']],
  ['rail-text', ['rail', 'rail-hover']],
  ['rail-text-strong', ['rail-selected']],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const colour = (name: string): string => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`--${name} has no colour in ${theme}`);
    return value;
  };
  it.each(PAIRS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '--%s on --%s keeps 4.5:1',
    (text, ground) => {
      expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
