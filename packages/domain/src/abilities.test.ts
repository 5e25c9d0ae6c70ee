import { describe, expect, it } from 'vitest';
import { ABILITIES, type AbilityRow, levelOf, offers } from './abilities.ts';
import { COMING_FEATURES } from './coming-features.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { MARKETPLACES } from './marketplace.ts';

const ROWS: readonly (readonly [ability: string, row: AbilityRow])[] = Object.entries(ABILITIES);

describe('the table of abilities', () => {
  it.each(ROWS)('%s: awaits a feature where something is planned, and only there', (_ability, row) => {
    const isPlanned = MARKETPLACES.some((marketplace) => row[marketplace] === 'planned');
    expect('awaits' in row).toBe(isPlanned);
  });

  it('names no coming feature that nothing awaits', () => {
    const reasons = [...errorCatalogue('general'), ...errorCatalogue('calls')];
    const awaited = new Set([
      ...ROWS.flatMap(([, row]) => ('awaits' in row ? [row.awaits] : [])),
      ...reasons.flatMap(({ awaits }) => awaits ?? []),
    ]);
    expect([...awaited].toSorted()).toEqual([...COMING_FEATURES]);
  });

  it('offers what is there today', () => {
    expect(levelOf('shopee', 'quote')).toBe('planned');
    expect(offers('shopee', 'quote')).toBe(false);
    expect(offers('tiktok', 'quote')).toBe(true);
    expect(offers('lazada', 'quote')).toBe(false);
  });
});
