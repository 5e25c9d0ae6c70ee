import { describe, expect, it } from 'vitest';
import { defaultGuardWords, type SendSituation, type SendWarning, sendWarnings } from './send-guard.ts';

const NOW = 1_800_000_000_000;
const at = (part: Partial<SendSituation> = {}): SendSituation => ({
  marketplace: 'shopee',
  words: [],
  inARow: 0,
  buyerWroteAt: NOW,
  buyerTexts: [],
  now: NOW,
  ...part,
});
const ofText = (text: string, part: Partial<SendSituation> = {}): SendWarning[] =>
  sendWarnings({ count: 1, texts: [text] }, at(part));
const kinds = (text: string, part: Partial<SendSituation> = {}) => ofText(text, part).map(({ kind }) => kind);

it.each([
  ['shopee', 600],
  ['lazada', 2_000],
  ['tiktok', 1_000],
] as const)('warns at %s of a text of more than %i characters, and counts an emoji once', (marketplace, most) => {
  expect(kinds('😀'.repeat(most), { marketplace })).toEqual([]);
  expect(ofText('a'.repeat(most + 1), { marketplace })).toEqual([{ kind: 'length', length: most + 1, most }]);
});

it('warns at Shopee of a sixth message in a row, and of a buyer who wrote more than seven days ago', () => {
  expect(kinds('hello', { inARow: 4 })).toEqual([]);
  expect(kinds('hello', { inARow: 5 })).toEqual(['inARow']);
  expect(kinds('hello', { inARow: 9, marketplace: 'tiktok' })).toEqual([]);
  expect(kinds('hello', { buyerWroteAt: NOW - 7 * 86_400_000 })).toEqual([]);
  expect(kinds('hello', { buyerWroteAt: NOW - 7 * 86_400_000 - 1 })).toEqual(['closed']);
  expect(kinds('hello', { buyerWroteAt: null })).toEqual([]);
  expect(kinds('hello', { buyerWroteAt: 0, marketplace: 'lazada' })).toEqual([]);
});

it('judges what has no words by the two rules of time and number, and several messages by their number', () => {
  const of = (count: number, texts: readonly string[], part: Partial<SendSituation>) =>
    sendWarnings({ count, texts }, at(part)).map(({ kind }) => kind);
  expect(of(1, [], { inARow: 4 })).toEqual([]);
  expect(of(2, [], { inARow: 4 })).toEqual(['inARow']);
  expect(of(6, [], {})).toEqual(['inARow']);
  expect(of(6, [], { marketplace: 'lazada' })).toEqual([]);
  expect(of(1, [], { buyerWroteAt: 0 })).toEqual(['closed']);
  expect(of(0, [], { inARow: 9, buyerWroteAt: 0 })).toEqual([]);
  expect(of(3, ['call 0812345678', 'or 0812345679'], { inARow: 3 })).toEqual(['inARow', 'contact']);
});

describe('an address outside the marketplace', () => {
  it.each([
    ['write to me: shop.one+th@mail.example.com', 'shop.one+th@mail.example.com'],
    ['call +66 81 234 5678 please', '+66 81 234 5678'],
    ['โทร 081-234-5678', '081-234-5678'],
    ['ｃａｌｌ ０９１２３４５６７８', '0912345678'],
    ['see https://wa.me/66812345678', 'https://wa.me/66812345678'],
    ['www.example.com/shop', 'www.example.com/shop'],
    ['https://shopee.co.th.example.com/x', 'https://shopee.co.th.example.com/x'],
  ])('is found in "%s"', (text, found) => {
    expect(ofText(text)).toEqual([{ kind: 'contact', found }]);
  });

  it.each([
    'your order 240912ABCDEF12',
    'order 577412345678901234',
    'parcel TH0123456789012',
    'it costs 1,290.00 or 0.99',
    '100 x 20 x 3 cm, 2026-11-23 09:30',
    'https://shopee.co.th/product/1/2 and https://s.lazada.co.th/x and https://vt.tiktok.com/y',
  ])('is not seen in "%s"', (text) => {
    expect(kinds(text)).toEqual([]);
  });
});

it('finds a listed word whatever its case and width, and a Latin word only where it stands alone', () => {
  const words = ['line', 'ไลน์', '微信', 'bank transfer', 'c++ (x'];
  expect(ofText('ＬＩＮＥ me', { words })).toEqual([{ kind: 'word', found: 'line' }]);
  expect(kinds('a new online deadline', { words })).toEqual([]);
  expect(kinds('แอดไลน์ได้เลย', { words })).toEqual(['word']);
  expect(kinds('加微信吧', { words })).toEqual(['word']);
  expect(kinds('by Bank Transfer?', { words })).toEqual(['word']);
  expect(kinds('I know C++ (x)', { words })).toEqual(['word']);
  expect(kinds('nothing', { words: ['', ' '] })).toEqual([]);
});

it.each([
  ['您好，今天发货', ['สวัสดีค่ะ ส่งเมื่อไหร่'], true],
  ['您好，今天发货', ['hello, when?'], true],
  ['Hello, today', ['สวัสดีค่ะ'], true],
  ['Hello, today', ['bao giờ gửi hàng?'], false],
  ['Hello, your order leaves today', ['bao giờ gửi hàng?'], true],
  ['Hello Nguyễn Thị Mai, your order leaves today', ['bao giờ gửi hàng?'], false],
  ['Shop gui hang hom nay, ban cho minh dia chi nhe', ['bao giờ gửi hàng?'], false],
  ['Shop gửi hàng hôm nay bạn nhé', ['bao gio gui hang vay shop'], false],
  ['Shop gửi hàng hôm nay bạn nhé', ['when will you ship my order?'], true],
  ['Shop gửi hàng hôm nay bạn nhé'.normalize('NFD'), ['bao giờ gửi hàng?'], false],
  ['A sua encomenda é enviada hoje', ['bao giờ gửi hàng?'], false],
  ['https://shopee.vn/product/aaaaaaaaaa/bbbbbbbbbb', ['bao giờ gửi hàng?'], false],
  ['ส่งวันนี้ค่ะ SKU A12', ['สวัสดีค่ะ'], false],
  ['OK 👍', ['สวัสดีค่ะ'], false],
  ['https://shopee.co.th/product/1/2 123', ['สวัสดีค่ะ'], false],
  ['您好 hello there my friend', ['สวัสดีค่ะ'], true],
  ['您好您好 hello you', ['สวัสดีค่ะ'], false],
  ['您好，今天发货', [], false],
] as const)('of the answer "%s" to %j it says another script: %s', (text, buyerTexts, isOther) => {
  expect(kinds(text, { buyerTexts })).toEqual(isOther ? ['script'] : []);
});

it('has words for each country', () => {
  expect(defaultGuardWords('TH')).toContain('ไลน์');
  expect(defaultGuardWords('CNSC')).toContain('微信');
});
