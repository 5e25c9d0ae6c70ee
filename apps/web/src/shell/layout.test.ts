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
    expect(layout.doesBuyerSlide(1024)).toBe(true);
    expect(layout.doesBuyerSlide(1280)).toBe(false);
  });
});
