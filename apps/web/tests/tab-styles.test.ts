import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const SHEETS = ['tab/tab', 'orders/orders', 'products/products'] as const;

/** The rules of a sheet with more than one declaration, as they are written. */
async function rulesOf(sheet: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../src/features/chat/${sheet}.module.css`, import.meta.url), 'utf8');
  return [...text.matchAll(/\{([^}]*)\}/g)]
    .map(([, body = '']) => body.trim().replace(/\s+/g, ' '))
    .filter((body) => body.split(';').length > 2);
}

it('what two tabs of the right panel share is written once', async () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const sheet of SHEETS) {
    for (const rule of new Set(await rulesOf(sheet))) {
      const other = seen.get(rule);
      if (other !== undefined) twice.push(`${other} and ${sheet}: ${rule}`);
      seen.set(rule, sheet);
    }
  }
  expect(twice).toEqual([]);
});
