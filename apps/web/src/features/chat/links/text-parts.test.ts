import { describe, expect, it } from 'vitest';
import { partsOf, type TextPart } from './text-parts.ts';

const shown = (text: string) => partsOf(text).map((part) => (part.kind === 'words' ? part.text : { ...part }));
const link = (text: string, url: string, host: string): TextPart => ({ kind: 'link', text, url, host });

describe('the parts of a text', () => {
  it('finds addresses between words of any script', () => {
    const url = 'https://shopee.co.th/p/1';
    expect(shown(`ดู ${url} นะ`)).toEqual(['ดู ', link(url, url, 'shopee.co.th'), ' นะ']);
    expect(shown(`看这个${url}，好吗`)).toEqual(['看这个', link(url, url, 'shopee.co.th'), '，好吗']);
    expect(shown('(see www.lazada.sg).')).toEqual([
      '(see ',
      link('www.lazada.sg', 'https://www.lazada.sg/', 'www.lazada.sg'),
      ').',
    ]);
    expect(shown('shopee.sg/abc')).toEqual([link('shopee.sg/abc', 'https://shopee.sg/abc', 'shopee.sg')]);
  });

  it('names the host that a browser would go to', () => {
    expect(shown('https://shopee.sg@evil.example/x')).toMatchObject([{ kind: 'link', host: 'evil.example' }]);
    expect(shown('https://shоpee.sg/x')).toMatchObject([{ kind: 'link', host: 'xn--shpee-kye.sg' }]);
  });

  it('takes words for words', () => {
    for (const text of [
      'ok.so',
      'javascript:alert(1)',
      'data:text/html,x',
      'a@b.sg',
      'ftp://x.sg/y',
      '1.5',
      '//x.sg/y',
    ]) {
      expect(partsOf(text).some(({ kind }) => kind === 'link')).toBe(false);
    }
  });

  it('finds order numbers, and no other numbers', () => {
    expect(shown('Order 2611201ABCDEF9 please')).toEqual([
      'Order ',
      { kind: 'number', text: '2611201ABCDEF9' },
      ' please',
    ]);
    expect(shown('订单900548022891005好')).toEqual(['订单900548022891005好']);
    expect(shown('订单 900548022891005，好')).toEqual(['订单 ', { kind: 'number', text: '900548022891005' }, '，好']);
    for (const text of ['20261123', '0812345678', '12345678901234567890', 'HELLO12345678901234']) {
      expect(partsOf(text)).toEqual([{ kind: 'words', text }]);
    }
  });
});
