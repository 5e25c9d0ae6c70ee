import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AUTO_REPLY_LIMITS,
  type AutoReplySwitches,
  type DueAnswer,
  dayOf,
  isWorking,
  keywordMatcherOf,
  keywordsOf,
  planAnswer,
  USUAL_AUTO_REPLY,
  whyNoAnswer,
  writtenKeywords,
} from './auto-reply.ts';
import { foldText } from './text-match.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (iso: string): number => Date.parse(iso);
const rule = (keywordId: string, keywords: readonly string[], isWhole = false) => ({ keywordId, keywords, isWhole });

describe('keywords', () => {
  it('are separated by the enumeration comma, other commas and semicolons, and each counts once', () => {
    expect(keywordsOf('价格、 Price,price；物流; ，')).toEqual(['价格', 'price', '物流']);
    expect(keywordsOf('、 ,')).toEqual([]);
    expect(keywordsOf(writtenKeywords(['a', 'b c']))).toEqual(['a', 'b c']);
  });

  it('are found whatever their case and width, in texts of all scripts', () => {
    const find = keywordMatcherOf([rule('price', ['price', '价格', 'ราคา', 'giá'])]);
    for (const text of ['What is the PRICE?', 'ｐｒｉｃｅ', '请问价格多少', 'ราคาเท่าไหร่คะ', 'GIÁ bao nhiêu']) {
      expect(find(text)?.rule, text).toBe('price');
    }
    expect(find('gia')).toBeNull();
    expect(find('')).toBeNull();
  });

  it('as whole words are no parts of longer words, where words have spaces', () => {
    const find = keywordMatcherOf([rule('size', ['size', '码'], true)]);
    expect(find('oversized')).toBeNull();
    expect(find('which size, please')?.keyword).toBe('size');
    expect(find('什么码数')?.keyword).toBe('码');
  });

  it('of several the longest decides, and of equally long ones the earlier rule', () => {
    const find = keywordMatcherOf([rule('short', ['free']), rule('long', ['free shipping']), rule('twin', ['cost'])]);
    expect(find('is it free shipping?')?.rule).toBe('long');
    expect(find('free and cost')?.rule).toBe('short');
    expect(find('cost, free')?.rule).toBe('short');
  });

  it('are found exactly where a look at every rule finds them', () => {
    const word = fc.stringMatching(/^[abก价]{1,4}$/);
    const rules = fc.array(
      fc.record({ keywords: fc.array(word, { minLength: 1, maxLength: 3 }), isWhole: fc.boolean() }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(rules, fc.stringMatching(/^[abก价 A１]{0,14}$/), (made, text) => {
        const all = made.map((one, index) => ({ ...one, keywordId: String(index) }));
        const folded = foldText(text);
        const isIn = (keyword: string, isWhole: boolean) => {
          const letter = /[a-z0-9]/;
          for (let place = folded.indexOf(keyword); place >= 0; place = folded.indexOf(keyword, place + 1)) {
            const end = place + keyword.length;
            const isBroken =
              (letter.test(folded[place - 1] ?? '') && letter.test(keyword[0] ?? '')) ||
              (letter.test(folded[end] ?? '') && letter.test(keyword.at(-1) ?? ''));
            if (!isWhole || !isBroken) return true;
          }
          return false;
        };
        const hits = all.flatMap((one) =>
          one.keywords
            .filter((keyword) => isIn(keyword, one.isWhole))
            .map((keyword) => ({ id: one.keywordId, keyword })),
        );
        const longest = Math.max(0, ...hits.map((hit) => hit.keyword.length));
        const wanted = hits.find((hit) => hit.keyword.length === longest)?.id ?? null;
        expect(keywordMatcherOf(all)(text)?.rule ?? null).toBe(wanted);
      }),
    );
  });
});

describe('working times', () => {
  const days = [1, 2, 3, 4, 5];
  const nine = { hours: { from: 540, to: 1_080, days }, holidays: ['2026-12-25'] };

  it.each([
    ['2026-11-26T02:00:00Z', true],
    ['2026-11-26T01:59:59Z', false],
    ['2026-11-26T11:00:00Z', false],
    ['2026-11-28T03:00:00Z', false],
    ['2026-12-25T03:00:00Z', false],
  ])('of Bangkok at %s: %s', (time, is) => {
    expect(isWorking(at(time), nine, 'TH')).toBe(is);
  });

  it('over midnight belong to the day on which they begin', () => {
    const night = { hours: { from: 1_320, to: 120, days: [5] }, holidays: [] };
    expect(isWorking(at('2026-11-27T15:30:00Z'), night, 'TH')).toBe(true);
    expect(isWorking(at('2026-11-27T18:30:00Z'), night, 'TH')).toBe(true);
    expect(isWorking(at('2026-11-26T18:30:00Z'), night, 'TH')).toBe(false);
  });

  it('follow summer time, and the day of the wall clock', () => {
    const nine = { hours: { from: 540, to: 1_080, days: [0, 1, 2, 3, 4, 5, 6] }, holidays: [] };
    expect(isWorking(at('2026-03-28T08:30:00Z'), nine, 'PL')).toBe(true);
    expect(isWorking(at('2026-03-28T07:30:00Z'), nine, 'PL')).toBe(false);
    expect(isWorking(at('2026-03-29T07:30:00Z'), nine, 'PL')).toBe(true);
    expect(dayOf(at('2026-11-30T17:00:00Z'), 'TH')).toBe('2026-12-01');
    expect(dayOf(at('2026-11-30T17:00:00Z'), 'BR')).toBe('2026-11-30');
  });
});

const FAQ = [
  { category: 'Shipping', variants: [], questions: [{ question: 'How long?', answer: 'Three days.', variants: [] }] },
  { category: 'Payment', variants: [], questions: [{ question: 'Cash?', answer: 'Yes.', variants: [] }] },
];

const NOW = at('2026-11-26T03:00:00Z');
const ON: AutoReplySwitches = { ...USUAL_AUTO_REPLY, isOn: true, isKeywordOn: true };
interface Planning {
  readonly on?: Partial<AutoReplySwitches>;
  readonly isWelcomeOn?: boolean;
  readonly held?: object;
  readonly questionsChangedAt?: number;
}
const plan = (text: string, more: Planning = {}) =>
  planAnswer(
    { text, sentAt: NOW },
    {
      switches: { ...ON, ...more.on },
      findKeyword: keywordMatcherOf([rule('price', ['price'])]),
      isWelcomeOn: more.isWelcomeOn ?? false,
      faq: FAQ,
      questionsChangedAt: more.questionsChangedAt ?? null,
    },
    { now: NOW, country: 'TH', greetedAt: null, waiting: new Set(), ...more.held },
  );

describe('which answer a message gets', () => {
  it('is the one to the keyword after seconds, else the usual one after minutes', () => {
    expect(plan('the price?')).toMatchObject({ kind: 'keyword', keywordId: 'price', dueAt: NOW + 3_000 });
    expect(plan('hello')).toMatchObject({ kind: 'default', dueAt: NOW + 5 * MINUTE });
    expect(plan('the price?', { on: { isKeywordOn: false } })).toMatchObject({ kind: 'default' });
    expect(plan('hello', { on: { isOn: false } })).toBeNull();
  });

  it('is the usual one where a keyword is outside of its times, and there was no greeting to give', () => {
    const holidays = ['2026-11-26'];
    expect(plan('the price?', { on: { keywordTimes: 'working', holidays } })).toMatchObject({ kind: 'default' });
    expect(plan('the price?', { on: { keywordTimes: 'working', holidays }, isWelcomeOn: true })).toMatchObject({
      kind: 'welcome',
    });
    expect(plan('the price?', { on: { keywordTimes: 'notWorking', holidays } })).toMatchObject({ kind: 'keyword' });
  });

  it('is the greeting once a day, and then a question of its list', () => {
    expect(plan('hello', { isWelcomeOn: true })).toMatchObject({ kind: 'welcome', dueAt: NOW });
    const greeted = { greetedAt: NOW - HOUR };
    expect(plan('1', { isWelcomeOn: true, held: greeted })).toMatchObject({ kind: 'faq', faqPlace: 0 });
    expect(plan('hello', { isWelcomeOn: true, held: greeted })).toMatchObject({ kind: 'default' });
    const changed = { isWelcomeOn: true, held: greeted, questionsChangedAt: NOW - HOUR + 1 };
    expect(plan('1', changed)).toMatchObject({ kind: 'default' });
    expect(plan('cash?', changed)).toMatchObject({ kind: 'faq', faqPlace: 1 });
    expect(plan('1', { isWelcomeOn: true })).toMatchObject({ kind: 'welcome' });
    expect(plan('hello', { isWelcomeOn: true, held: { greetedAt: NOW - 12 * HOUR } })).toMatchObject({
      kind: 'welcome',
    });
  });

  it('is none while the usual one waits, and none for a message that comes late', () => {
    expect(plan('hello', { held: { waiting: new Set(['default']) } })).toBeNull();
    expect(plan('the price?', { held: { waiting: new Set(['default']) } })).toMatchObject({ kind: 'keyword' });
    expect(plan('hello', { held: { now: NOW + AUTO_REPLY_LIMITS.lateMs + 1 } })).toBeNull();
  });
});

describe('an answer that is due', () => {
  const due = (more: Partial<DueAnswer> = {}): DueAnswer => ({
    kind: 'default',
    dueAt: NOW,
    now: NOW,
    country: 'TH',
    switches: ON,
    isThere: true,
    isStopped: false,
    isWaiting: true,
    writtenAt: NOW - 5 * MINUTE,
    lastAnswerAt: null,
    lastCountedAt: null,
    lastGreetedAt: null,
    answerHours: null,
    ...more,
  });

  it.each<[string | null, Partial<DueAnswer>]>([
    [null, {}],
    ['answered', { isWaiting: false }],
    ['switchedOff', { isThere: false }],
    ['stopped', { isStopped: true }],
    ['late', { now: NOW + AUTO_REPLY_LIMITS.lateMs + 1 }],
    ['answeredBefore', { lastAnswerAt: NOW - MINUTE }],
    [null, { kind: 'keyword', lastAnswerAt: NOW - MINUTE }],
    ['tooOften', { answerHours: 2, lastCountedAt: NOW - HOUR }],
    [null, { answerHours: 1, lastCountedAt: NOW - HOUR, kind: 'keyword' }],
    [null, { kind: 'faq', answerHours: 2, lastCountedAt: NOW - HOUR }],
    ['greeted', { kind: 'welcome', lastGreetedAt: NOW - HOUR }],
    [null, { kind: 'welcome', lastGreetedAt: NOW - 12 * HOUR }],
    ['outsideTimes', { switches: { ...ON, times: 'notWorking' } }],
    [null, { switches: { ...ON, times: 'notWorking', holidays: ['2026-11-26'] } }],
    ['outsideTimes', { kind: 'keyword', switches: { ...ON, keywordTimes: 'working', holidays: ['2026-11-26'] } }],
  ])('is held back because: %s', (reason, more) => {
    expect(whyNoAnswer(due(more))).toBe(reason);
  });
});
