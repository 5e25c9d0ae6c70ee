import { describe, expect, it } from 'vitest';
import { readText } from './text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('rows as text', () => {
  it.each([
    ['a CSV file', '站点,账号,密码\r\nShopee MY,a@x,"p,""1"""\r\n'],
    ['a CSV file with semicolons', '站点;账号;密码\nShopee MY;a@x;"p,""1"""'],
    ['cells copied from a spreadsheet', '站点\t账号\t密码\nShopee MY\ta@x\tp,"1"\n'],
    ['a byte order mark', '\uFEFF站点,账号,密码\nShopee MY,a@x,"p,""1"""'],
  ])('are read from %s', (_what, text) => {
    expect(readText(utf8(text), 'zh-CN')).toEqual([
      ['站点', '账号', '密码'],
      ['Shopee MY', 'a@x', 'p,"1"'],
    ]);
  });

  it('are read in the encodings of Excel', () => {
    const gbk = Uint8Array.from([0xd5, 0xbe, 0xb5, 0xe3, 0x2c, 0xd5, 0xcb, 0xba, 0xc5]);
    expect(readText(gbk, 'zh-CN')).toEqual([['站点', '账号']]);
    expect(readText(Uint8Array.from([0xaf, 0xb8, 0xc2, 0x49]), 'zh-TW')).toEqual([['站點']]);
    expect(readText(Buffer.from('\uFEFFไซต์\ta', 'utf16le'), 'th')).toEqual([['ไซต์', 'a']]);
  });

  it('keep a quotation mark at the start of a password', () => {
    expect(readText(utf8('Shopee MY\ta@x\t"p1\nShopee SG\tb@x\tp2'), 'en')).toEqual([
      ['Shopee MY', 'a@x', '"p1'],
      ['Shopee SG', 'b@x', 'p2'],
    ]);
  });

  it('are not found in bytes that are no text', () => {
    expect(() => readText(Uint8Array.from([0xd0, 0xcf, 0, 0]), 'en')).toThrow();
  });
});
