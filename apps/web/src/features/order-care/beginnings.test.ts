import { BUYER_LANGUAGES, MARKETPLACES, ORDER_CARE_KINDS, SEND_LIMITS } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { draftVariants } from '../../base/parts/parts-draft.ts';
import { withBeginnings } from './beginnings.ts';

const written = (
  kind: (typeof ORDER_CARE_KINDS)[number],
  ...asked: Parameters<typeof withBeginnings> extends [unknown, ...infer Rest] ? Rest : never
) =>
  withBeginnings(kind, ...asked).map(({ language, parts }) => {
    const [first] = parts;
    return [
      language,
      first !== undefined && 'part' in first && first.part.kind === 'text' ? first.part.text : '',
    ] as const;
  });

describe('a text to begin with', () => {
  test.each(ORDER_CARE_KINDS)('of %s is short enough everywhere, and leaves open only what every order has', (kind) => {
    const [, ...languages] = draftVariants({
      parts: [],
      variants: BUYER_LANGUAGES.map((language) => ({ language, parts: [] })),
    });
    const texts = written(kind, [], [{ language: null, parts: [] }, ...languages]);
    expect(texts.map(([language]) => language)).toEqual([null, ...BUYER_LANGUAGES]);
    const most = Math.min(...MARKETPLACES.map((marketplace) => SEND_LIMITS[marketplace].textLength.most));
    for (const [, text] of texts) {
      // Names of buyers and shops are longer than their variables.
      expect([...text].length).toBeLessThan(most - 100);
      expect(['{buyer}', '{shop}', '{order}']).toEqual(expect.arrayContaining(text.match(/\{\w+\}/g) ?? []));
      expect(text).toContain('{buyer}');
    }
  });

  test('comes in the languages of the countries, and fills only what is empty', () => {
    const languages = (...countries: Parameters<typeof withBeginnings>[1]) =>
      written('pay', countries, draftVariants(null)).map(([language]) => language);
    expect(languages('SG', 'TH', 'TW')).toEqual([null, 'th', 'zh-Hant']);
    expect(languages('TH')).toEqual([null]);
    expect(written('pay', ['TH'], draftVariants(null))[0]?.[1]).toContain('สวัสดี');
    const own = {
      parts: [{ kind: 'text' as const, text: 'ours' }],
      variants: [{ language: 'th' as const, parts: [] }],
    };
    const filled = written('pay', ['SG', 'TH', 'TW'], draftVariants(own));
    expect(filled.map(([language]) => language)).toEqual([null, 'th']);
    expect([filled[0]?.[1], filled[1]?.[1]]).toEqual(['ours', expect.stringContaining('สวัสดี')]);
  });
});
