import { createMemoryStorage } from '@pasar/sync/testing/memory-storage';
import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', createMemoryStorage());
let layout: typeof import('./layout.ts');
beforeAll(async () => {
  layout = await import('./layout.ts');
});

describe('the layout', () => {
  it('folds the shops at 1280 unless the person decided', () => {
    const { areShopsFolded, DEFAULT_LAYOUT } = layout;
    expect(areShopsFolded(DEFAULT_LAYOUT, 1280)).toBe(true);
    expect(areShopsFolded(DEFAULT_LAYOUT, 1281)).toBe(false);
    expect(areShopsFolded({ ...DEFAULT_LAYOUT, shopFold: 'open' }, 1024)).toBe(false);
    expect(areShopsFolded({ ...DEFAULT_LAYOUT, shopFold: 'folded' }, 1920)).toBe(true);
  });

  it('slides the buyer over the messages at 1024', () => {
    const { doesBuyerSlide, DEFAULT_LAYOUT } = layout;
    expect(doesBuyerSlide(DEFAULT_LAYOUT, 1024)).toBe(true);
    expect(doesBuyerSlide(DEFAULT_LAYOUT, 1280)).toBe(false);
  });

  it('slides the buyer over the messages wherever less than 420 pixels would be left of them', () => {
    const { doesBuyerSlide, DEFAULT_LAYOUT } = layout;
    const open = { ...DEFAULT_LAYOUT, shopFold: 'open' } as const;
    expect(doesBuyerSlide(open, 1280)).toBe(true);
    // 64 of the rail, three lines, and the panes.
    const exact = 64 + 3 + open.shops + open.conversations + open.buyer + 420;
    expect(doesBuyerSlide(open, exact)).toBe(false);
    expect(doesBuyerSlide(open, exact - 1)).toBe(true);
    expect(doesBuyerSlide({ ...open, conversations: open.conversations + 1 }, exact)).toBe(true);
  });
});
