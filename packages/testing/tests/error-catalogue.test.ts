/** The error catalogue against the product's sources: every code has somebody who refuses with it, or says what it awaits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '@pasar/domain';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PLACES = ['packages/api/src', 'packages/connectors', 'apps/server/src', 'apps/web/src'];
/** They name codes without refusing with any. */
const LISTS = ['apps/server/src/engine/person.ts', 'apps/server/src/engine/runner-context.ts'];

const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.(test|fixtures?|stories)\.|node_modules|\/tests\//.test(path) && !LISTS.includes(path);
const sources = PLACES.flatMap((place) =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
)
  .filter(isProduct)
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

const rows = [...errorCatalogue('general'), ...errorCatalogue('calls')];
const codes = new Map(rows.map(({ reason, awaits }) => [reason, awaits]));

describe('the error catalogue', () => {
  it.each([...codes])('%s (awaits: %s)', (reason, awaits) => {
    expect({ reason, isProduced: sources.includes(`'${reason}'`) }).toEqual({ reason, isProduced: awaits === null });
  });
});
