import { expect, test } from 'vitest';
import { endsOf, excerptOf, foldWords, questionOf, wordsIn } from './search-words.ts';

test('width, case and the marks of Latin letters make no difference; the marks of Thai do', () => {
  expect(foldWords('ＬＡＭＰ Đặt hàng')).toBe('lamp dat hang');
  expect(foldWords('ส่งของ')).toBe('ส่งของ'.normalize('NFC'));
});

test('a text is cut into words, Chinese into pairs of characters, Thai into both', () => {
  expect(wordsIn('Is the lamp, lamp new? 12.5')).toEqual(['is', 'the', 'lamp', 'new', '12', '5']);
  expect(wordsIn('发货时间')).toEqual(['发货', '货时', '时间', '间']);
  expect(wordsIn('ส่งของ')).toEqual(
    ['ส่ง', 'ของ', '_ส่ง', '_งข', '_ขอ', '_อง', '_ง'].map((word) => word.normalize('NFC')),
  );
  expect(wordsIn('买了iPhone15手机')).toEqual(['买了', '了', 'iphone15', '手机', '机']);
});

test('the last word of a question may be unfinished until a space follows', () => {
  expect(questionOf('red la')?.parts).toEqual([
    [[{ word: 'red', isPrefix: false }]],
    [[{ word: 'la', isPrefix: true }]],
  ]);
  expect(questionOf('red la ')?.parts.at(-1)).toEqual([[{ word: 'la', isPrefix: false }]]);
});

test('a single letter asks for nothing, a single Chinese character and a digit do', () => {
  expect(questionOf(' a')).toBeNull();
  expect(questionOf('?!')).toBeNull();
  expect(questionOf('a lamp')?.parts).toHaveLength(1);
  expect(questionOf('货')?.parts).toEqual([[[{ word: '货', isPrefix: true }]]]);
  expect(questionOf('5')?.parts).toEqual([[[{ word: '5', isPrefix: false }]]]);
});

test('a Thai question is looked for as it stands, its last character unfinished; a short one as a word', () => {
  expect(questionOf('หูฟัง')?.parts[0]?.[0]).toEqual([
    { word: '_หูฟั', isPrefix: false },
    { word: '_ฟัง', isPrefix: true },
  ]);
  expect(questionOf('สี')?.parts).toEqual([[[{ word: 'สี', isPrefix: true }]]]);
});

test('a Chinese question is taken as it was typed, or as its words apart', () => {
  const ways = questionOf('修改地址')?.parts[0]?.map((words) => words.map(({ word }) => word));
  expect(ways).toEqual([
    ['修改', '改地', '地址'],
    ['修改', '地址'],
  ]);
  expect(questionOf('王小明')?.parts[0]).toHaveLength(1);
});

test('a word without end is stored and asked for by its beginning', () => {
  for (const endless of ['x'.repeat(3_000), `ก${'\u0e49'.repeat(3_000)}`, '😀a'.repeat(900)]) {
    expect(Math.max(...wordsIn(endless).map(({ length }) => length))).toBeLessThanOrEqual(64);
  }
  expect(questionOf(`${'x'.repeat(90)} y1`)?.parts[0]).toEqual([[{ word: 'x'.repeat(64), isPrefix: false }]]);
});

test('the ends of a number are three signs long at least', () => {
  expect(endsOf('2611-04')).toEqual(['61104', '1104', '104']);
});

const marked = (text: string, words: string) => {
  const question = questionOf(words);
  if (question === null) throw new Error('nothing asked');
  const { text: piece, marks } = excerptOf(text, question);
  return { piece, marked: marks.map(([from, to]) => piece.slice(from, to)) };
};

test('what was asked for is marked as it stands in the text', () => {
  expect(marked('Anh đặt hàng hôm qua', 'dat hang').marked).toEqual(['đặt', 'hàng']);
  expect(marked('我想问发货时间', '发货').marked).toEqual(['发货']);
  expect(marked('ลูกค้าถามว่าส่งของเมื่อไหร่คะ', 'ส่งของ').marked).toEqual(['ส่งของ']);
  expect(marked('能帮我修改收货地址吗', '修改地址').marked).toEqual(['修改', '地址']);
  expect(marked('Is the ＬＡＭＰ new?', 'lam').marked).toEqual(['ＬＡＭ']);
  expect(marked('inlaid lamp', 'la').marked).toEqual(['la']);
});

test('an excerpt of a long text stands around the first mark and cuts no character', () => {
  const { piece, marked: words } = marked(`${'กิน 😀 '.repeat(60)} lamp ${'x '.repeat(100)}`, 'lamp');
  expect(words).toEqual(['lamp']);
  expect(piece).toMatch(/^….*lamp.*…$/u);
  expect(piece.isWellFormed()).toBe(true);
});
