import { describe, expect, it } from 'vitest';
import { listText } from './list-text.ts';

describe('names in a text', () => {
  it('are joined as the language joins them', () => {
    const names = ['Kopi', 'Umaga', 'Batik'];
    expect(listText(names, 'en')).toBe('Kopi, Umaga, and Batik');
    expect(listText(names, 'zh-CN')).toBe('Kopi、Umaga和Batik');
    expect(listText(names, 'zh-TW')).toBe('Kopi、Umaga和Batik');
    expect(listText(names, 'th')).toBe('Kopi Umaga และ Batik');
    expect(listText(['Kopi'], 'zh-CN')).toBe('Kopi');
  });
});
