/** The error catalogue against the product's sources: every code is produced somewhere, or names what it awaits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REASON_CODES } from '@pasar/domain';
import { errorCatalogue } from '@pasar/domain/error-catalogue';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PLACES = ['packages/api/src', 'packages/connectors', 'packages/sync/src', 'apps/server/src', 'apps/web/src'];
const CODE = `'(?:${REASON_CODES.join('|')})'`;
/** Places that name a code without refusing with it: comparisons, look-ups, and lists of codes. */
const MENTIONS = [
  `[!=]==\\s*${CODE}`,
  `\\bcase\\s+${CODE}`,
  `\\.(?:has|includes|get|delete)\\(\\s*${CODE}`,
  `\\[(?:\\s*(?://[^\\n]*\\n\\s*)*${CODE}\\s*,?)+\\s*\\]`,
  // A union of a type.
  `(?<!\\|)\\|\\s*${CODE}`,
].map((pattern) => new RegExp(pattern, 'g'));

const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.(test|fixtures?|stories)\.|node_modules|\/(tests|samples)\//.test(path);
const producersIn = (source: string): string =>
  MENTIONS.reduce((rest, mention) => rest.replaceAll(mention, ''), source);
const producers = PLACES.flatMap((place) =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
)
  .filter(isProduct)
  .map((path) => producersIn(readFileSync(join(ROOT, path), 'utf8')))
  .join('\n');

const rows = [...errorCatalogue('general'), ...errorCatalogue('calls')];
const codes = new Map(rows.map(({ reason, awaits }) => [reason, awaits]));

describe('the error catalogue', () => {
  it.each([...codes])('%s (awaits: %s)', (reason, awaits) => {
    expect({ reason, isProduced: producers.includes(`'${reason}'`) }).toEqual({ reason, isProduced: awaits === null });
  });

  it.each([
    "const ABOUT: ReadonlySet<ReasonCode> = new Set([\n  'no_shops',\n  // why\n  'keyword_exists',\n]);",
    "const ONE = ['no_shops'] as const;",
    "if (refusal.reason === 'no_shops' || known.has('no_shops')) return;",
    "switch (reason) { case 'no_shops': }",
    "type Told = 'no_session' | 'no_shops';",
  ])('counts no mention as a producer: %s', (source) => {
    expect(producersIn(source)).not.toContain("'no_shops'");
  });

  it.each([
    "return refusal('no_shops', words);",
    "const WORDS: readonly [RegExp, ReasonCode][] = [[/none/, 'no_shops']];",
    "const BY_CODE = new Map<string, ReasonCode>([['error_none', 'no_shops']]);",
    "fail(isThere ? 'call_failed' : 'no_shops');",
    "const NOT_FOUND = { refusedAs: 'no_shops', at: 'data' } as const;",
    "z.string().min(1, 'no_shops')",
  ])('counts a refusal as one: %s', (source) => {
    expect(producersIn(source)).toContain("'no_shops'");
  });

  it('has a code for each sentence, or the reason why two sentences share a code', () => {
    const merged = (code: string) => rows.filter(({ reason }) => reason === code).map((row) => row.merged !== null);
    // The sentence comes from the first of each pair.
    expect(merged('shop_not_found').sort()).toEqual([false, true]);
    expect(merged('shop_not_logged_in').sort()).toEqual([false, true, true]);
    expect(merged('shop_not_in_software')).toEqual([false]);
  });
});
