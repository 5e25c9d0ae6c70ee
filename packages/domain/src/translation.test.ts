import { describe, expect, it } from 'vitest';
import { hasWords, protect, restore } from './protected-text.ts';
import { isReadIn, isTranslated } from './translation.ts';

const KEPT = [
  '240915ABCD',
  'SPX-TH-0123456',
  'TH2409-15-XY',
  '1,299.50',
  '50.000',
  '12:30',
  '2026-11-23',
  'https://shopee.co.th/p/1?x=[2]&y=(3)',
  'www.lazada.vn/a-b_c',
  'a.b+c@mail.example.com',
  '😊',
  '👨‍👩‍👧🇹🇭',
  '1️⃣',
  '๑๒๓',
  '99%',
  'size40',
  '[7]',
  '【3】',
];
const WORDS = ['order', 'สวัสดี', '请问', 'bao nhiêu', 'berapa', 'OK', 'the-one', 'S$', 'café', 'a.b', '(', ']', '…'];

/** A seeded source of numbers below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
};

describe('what a translation must not change', () => {
  it('replaces numbers, order numbers, links and emoji, and no words', () => {
    const given = protect('Order SPX-TH-0123 at 12:30, size:40 😊😊 see https://x.example/a?b=1 or the-one');
    expect(given.text).toBe('Order [0] at [1], size:[2] [3] see [4] or the-one');
    expect(given.kept).toEqual(['SPX-TH-0123', '12:30', '40', '😊😊', 'https://x.example/a?b=1']);
    expect(hasWords(given)).toBe(true);
    expect(hasWords(protect('240915ABCD 😊'))).toBe(false);
  });

  it('comes through unchanged, or the translation is refused: 2000 seeded texts and translators', () => {
    let refused = 0;
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const random = randomOf(seed);
      const parts = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(random, [...KEPT, ...WORDS]));
      const text = parts.join(pick(random, [' ', '  ', '\n']));
      const given = protect(text);
      expect(restore(given.text, given)).toBe(text);
      // A translator that moves the placeholders, writes them its own way, and now and then loses or doubles one.
      const places = given.text.match(/\[\d+\]/g) ?? [];
      const moved = places.toSorted(() => random() - 0.5);
      const fault = pick(random, ['none', 'none', 'lost', 'doubled', 'invented'] as const);
      if (fault === 'lost') moved.pop();
      if (fault === 'doubled') moved.push(...moved.slice(0, 1));
      if (fault === 'invented') moved.push(`[${places.length}]`);
      const styled = moved.map((place) => pick(random, [place, place.replace('[', '[ '), `【${place.slice(1, -1)}】`]));
      const answer = restore(`Übersetzt: ${styled.join(' und ')}.`, given);
      const isFaulty = fault === 'invented' || (fault !== 'none' && places.length > 0);
      expect(answer === null, `${seed} ${fault}`).toBe(isFaulty);
      if (answer === null) refused += 1;
      else for (const kept of given.kept) expect(answer).toContain(kept);
    }
    expect(refused).toBeGreaterThan(500);
  });

  it('keeps every number, link and emoji of a text as one of its parts', () => {
    for (const kept of KEPT) {
      const digits = kept.match(/\p{Nd}/gu) ?? [];
      const given = protect(`hello ${kept} there`);
      for (const digit of digits) expect(given.kept.join(' '), kept).toContain(digit);
      expect(given.text.replaceAll(/\[\d+\]/g, '')).not.toMatch(/\p{Nd}|\p{RGI_Emoji}/v);
    }
  });

  it('takes no long time over a long text', () => {
    const startedAt = performance.now();
    for (const unit of ['a', 'a.', '1', '1a', 'a@', 'a-', '_', 'http://', 'A-']) protect(unit.repeat(5_000));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('whether a text is translated', () => {
  it('the narrowest switch that is set decides', () => {
    expect(isTranslated({ account: null, shop: null, conversation: null })).toBe(false);
    expect(isTranslated({ account: true, shop: null, conversation: null })).toBe(true);
    expect(isTranslated({ account: true, shop: false, conversation: null })).toBe(false);
    expect(isTranslated({ account: false, shop: false, conversation: true })).toBe(true);
  });
  it('a reader of one Chinese reads both', () => {
    expect(isReadIn('zh', 'zh-CN')).toBe(true);
    expect(isReadIn('zh', 'zh-TW')).toBe(true);
    expect(isReadIn('id', 'ms')).toBe(false);
    expect(isReadIn('unsure', 'en')).toBe(false);
  });
});
