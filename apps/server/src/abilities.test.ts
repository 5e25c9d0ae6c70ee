import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP_CALLS, type ShopMethod } from '@pasar/connector-kit';
import { levelOf, MARKETPLACES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SHOP_METHODS } from './records/shop-methods.ts';

/** Of every file of the server, its code without comments and without spaces. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [
      file,
      readFileSync(join(import.meta.dirname, file), 'utf8')
        .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
        .replace(/\s/g, ''),
    ]),
);
const found = (pattern: RegExp): readonly string[] =>
  [...SOURCES.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, named = '']) => named));

/** What the engine calls itself: `session.calls.<group>.<name>(`. */
const CALLED = found(/\.calls\.(\w+\.\w+)\(/g);
/** What features have the session's own process call. */
const ASKED = found(/askShop\(\w+,[\w.]+,'(\w+\.\w+)'/g);

const levelsOf = (method: ShopMethod) => MARKETPLACES.map((marketplace) => levelOf(marketplace, method));

describe('the table of abilities', () => {
  it('says yes of the shop calls that the server reaches, and of no others', () => {
    const reached = new Set([...CALLED, ...ASKED]);
    const isYes = SHOP_CALLS.filter((method) => levelsOf(method).includes('yes'));
    expect(isYes.toSorted()).toEqual([...reached].toSorted());
  });

  it('plans no shop call at one marketplace that the server reaches at another', () => {
    const mixed = SHOP_CALLS.filter((method) => {
      const levels = levelsOf(method);
      return levels.includes('yes') && levels.includes('planned');
    });
    expect(mixed).toEqual([]);
  });
});

describe('the server reaches a shop call', () => {
  it('by its name or by a question to its process, and in no other way', () => {
    const ways = found(/\bsession\.calls(.{0,30})/g).filter((way) => !/^\.\w+\.\w+\(/.test(way));
    // The only call by a name from the request: a method of `SHOP_METHODS`.
    expect(ways).toHaveLength(1);
    expect(ways[0]).toMatch(/^,method,args\)/);
    expect(found(/(\w*\{[\w,:]*\bcalls\b[\w,:]*\}[=)])/g)).toEqual([]);
  });

  it('by a question that a feature asks, where there is a question', () => {
    expect(Object.keys(SHOP_METHODS).toSorted()).toEqual([...new Set(ASKED)].toSorted());
  });
});
