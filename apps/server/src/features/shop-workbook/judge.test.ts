import { asShopId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { judge, type KnownShop } from './judge.ts';

const shop = (id: string, more: Partial<KnownShop> = {}): KnownShop => ({
  shopId: asShopId(`${more.marketplace ?? 'shopee'} ${id}`),
  marketplace: 'shopee',
  country: 'MY',
  platformShopId: id,
  alias: null,
  ...more,
});
const SHOPS = [shop('11'), shop('12', { alias: 'Old' }), shop('11', { marketplace: 'lazada' })];
const HEAD = ['Site', 'Shop ID', 'Alias', 'Unbind'];
const verdicts = (...rows: (readonly (string | null)[])[]) => {
  const judged = judge([HEAD, ...rows], SHOPS);
  return judged.ok ? judged.rows.map(({ verdict }) => verdict) : judged.reason;
};

describe('a workbook of shops', () => {
  it('renames, takes an alias away, unbinds, and leaves what is so already', () => {
    expect(verdicts(['Shopee MY', '11', ' New ', ''], ['Shopee MY', '12', '', 'no'])).toEqual([
      { kind: 'rename', shopId: 'shopee 11', from: null, to: 'New' },
      { kind: 'rename', shopId: 'shopee 12', from: 'Old', to: null },
    ]);
    expect(verdicts(['Shopee MY', '12', 'Old', ''], ['Lazada MY', '11', 'New', 'X'])).toEqual([
      { kind: 'same', shopId: 'shopee 12' },
      { kind: 'unbind', shopId: 'lazada 11' },
    ]);
  });

  it.each([
    ['unknown', ['Shopee MY', '99', '', '']],
    ['unknown', ['Shopee TH', '12', '', '']],
    ['unknown', ['nowhere', '12', '', '']],
    ['ambiguous', ['', '11', 'New', '']],
    ['incomplete', ['Shopee MY', '', 'New', '']],
    ['tooLong', ['Shopee MY', '11', 'n'.repeat(61), '']],
    ['notText', ['Shopee MY', null, '', '']],
    ['unclear', ['Shopee MY', '11', '', 'maybe']],
  ] as const)('finds a row %s: %j', (fault, row) => {
    expect(verdicts(row)).toEqual([{ kind: 'fault', fault }]);
  });

  it('takes a shop once', () => {
    expect(verdicts(['Shopee MY', '12', 'A', ''], ['', '12', 'B', ''])).toEqual([
      { kind: 'rename', shopId: 'shopee 12', from: 'Old', to: 'A' },
      { kind: 'fault', fault: 'repeated' },
    ]);
  });

  it('says nothing of aliases without their column', () => {
    const judged = judge(
      [
        ['店铺ID', '解绑'],
        ['12', '是'],
        ['12', ''],
      ],
      [shop('12', { alias: 'Old' })],
    );
    expect(judged.ok && judged.rows.map(({ verdict }) => verdict.kind)).toEqual(['unbind', 'fault']);
    const kept = judge([['店铺ID'], ['12']], [shop('12', { alias: 'Old' })]);
    expect(kept.ok && kept.rows[0]?.verdict.kind).toBe('same');
  });

  it('is refused as a whole when it is empty, has no ids, or is too long', () => {
    expect(judge([], SHOPS)).toEqual({ ok: false, reason: 'import_empty' });
    expect(judge([HEAD], SHOPS)).toEqual({ ok: false, reason: 'import_empty' });
    expect(judge([['Name'], ['x']], SHOPS)).toEqual({ ok: false, reason: 'import_unreadable' });
    expect(verdicts(...Array.from({ length: 2_001 }, () => ['', '11', '', '']))).toBe('import_too_many_rows');
  });
});
