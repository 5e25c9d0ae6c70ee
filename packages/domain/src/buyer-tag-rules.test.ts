import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BUYER_TAG_RULE_LIMITS,
  type BuyerTagCondition,
  type BuyerTagRule,
  type BuyerTagRuleStep,
  type BuyerTagRuleText,
  type BuyerToTag,
  stepTagRules,
  tagMatcherOf,
} from './buyer-tag-rules.ts';

const aRule = (more: Partial<BuyerTagRule> = {}): BuyerTagRule => ({
  ruleId: 'r',
  name: 'Rule',
  tagId: 't',
  shopIds: null,
  condition: { kind: 'words', words: ['refund'], isWhole: false },
  onSince: 0,
  ...more,
});
const textOf = ({ onSince: _, ...text }: BuyerTagRule): BuyerTagRuleText => text;
const aBuyer = (more: Partial<BuyerToTag> = {}): BuyerToTag => ({ shopId: 's', texts: [], orders: [], ...more });
const saying = (...texts: string[]) => aBuyer({ texts: texts.map((text) => ({ text, sentAt: 1 })) });
const order = (status: string, amount: string, currency = 'THB') => ({ status, total: { amount, currency } });
const meets = (condition: BuyerTagCondition, buyer: BuyerToTag): boolean =>
  tagMatcherOf([{ rule: aRule({ condition }), since: 0 }])(buyer).length === 1;
const has = (text: string, ...words: string[]) => meets({ kind: 'words', words, isWhole: false }, saying(text));
const hasWhole = (text: string, ...words: string[]) => meets({ kind: 'words', words, isWhole: true }, saying(text));

describe('words', () => {
  test.each([
    ['Where is my REFUND?', 'refund', true],
    ['ＣＯＤ可以吗', 'cod', true],
    ['可以货到付款吗', '货到付款', true],
    ['เก็บเงินปลายทางได้ไหม', 'เก็บเงินปลายทาง', true],
    ['ส่งทำไมช้า', 'ทํา', true],
    ['free\u00a0\n shipping', 'Free Shipping', true],
    ['mã giảm giá', 'ma', false],
    ['postcode', 'cod', true],
    ['hello', 'refund', false],
  ])('%s contains %s: %s', (text, word, isThere) => {
    expect(has(text, word)).toBe(isThere);
  });

  test.each([
    ['postcode', 'cod', false],
    ['codes', 'cod', false],
    ['COD, please', 'cod', true],
    ['codes and cod', 'cod', true],
    ['要cod吗', 'cod', true],
    ['จ่ายcodได้ไหม', 'cod', true],
    ['cod2', 'cod', false],
    ['可以货到付款吗', '货到付款', true],
    ['#vip!', '#vip', true],
    ['a#vip', '#vip', true],
  ])('as a whole word, %s contains %s: %s', (text, word, isThere) => {
    expect(hasWhole(text, word)).toBe(isThere);
  });

  test('any of them in any of the texts that were sent since is enough', () => {
    expect(has('two', 'one', 'two')).toBe(true);
    const rule = aRule({ condition: { kind: 'words', words: ['one'], isWhole: false } });
    const buyer = aBuyer({ texts: [{ text: 'one', sentAt: 4 }] });
    expect(tagMatcherOf([{ rule, since: 4 }])(buyer)).toEqual([rule]);
    expect(tagMatcherOf([{ rule, since: 5 }])(buyer)).toEqual([]);
  });

  test('case, width and kinds of spaces never decide, and a whole word is contained as well', () => {
    const piece = fc.constantFrom('a', 'B', 'ｃ', 'ไ', 'ำ', '货', ' ', '\u3000', '1', 'é', 'đ', '-');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, (before, word, after) => {
        fc.pre(word.trim() !== '');
        const whole = `${before}${word}${after}`;
        expect(has(whole.toUpperCase().normalize('NFKC'), word)).toBe(has(whole, word));
        if (hasWhole(whole, word)) expect(has(whole, word)).toBe(true);
        expect(hasWhole(`${before} ${word} ${after}`, word)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('orders', () => {
  test('one with one of the statuses is enough', () => {
    const condition = { kind: 'orders', statuses: ['unpaid', 'refund'] } as const;
    expect(meets(condition, aBuyer({ orders: [order('finished', '1'), order('refund', '1')] }))).toBe(true);
    expect(meets(condition, aBuyer({ orders: [order('finished', '1')] }))).toBe(false);
  });

  test('those that count as sales are summed exactly, each currency apart', () => {
    const condition = { kind: 'spent', least: { amount: '0.8', currency: 'THB' } } as const;
    expect(meets(condition, aBuyer({ orders: [order('finished', '0.7'), order('wait_seller_send', '0.10')] }))).toBe(
      true,
    );
    expect(meets(condition, aBuyer({ orders: [order('finished', '0.7'), order('unpaid', '9')] }))).toBe(false);
    expect(meets(condition, aBuyer({ orders: [order('finished', '0.7'), order('cancelled', '9')] }))).toBe(false);
    expect(meets(condition, aBuyer({ orders: [order('finished', '9', 'MYR')] }))).toBe(false);
  });
});

test('a rule for some shops matches in these alone, and all rules that match are given in their order', () => {
  const [all, some, other] = [
    aRule({ ruleId: '1' }),
    aRule({ ruleId: '2', shopIds: ['s'] }),
    aRule({ shopIds: ['x'] }),
  ];
  const matching = tagMatcherOf([all, other, some].map((rule) => ({ rule, since: 0 })));
  expect(matching(saying('refund'))).toEqual([all, some]);
  expect(matching({ ...saying('refund'), shopId: 'y' })).toEqual([all]);
});

describe('steps', () => {
  const done = (rules: readonly BuyerTagRule[], step: BuyerTagRuleStep, now = 7) => {
    const outcome = stepTagRules(rules, step, now);
    if (outcome.is !== 'done') throw new Error(outcome.is);
    return outcome;
  };

  test('a new rule is off, and a changed one stays as it was switched', () => {
    const rule = textOf(aRule());
    const added = done([], { kind: 'put', rule });
    expect(added).toMatchObject({ rules: [{ ...rule, onSince: null }], event: { kind: 'added', rule } });
    const on = done(added.rules, { kind: 'switchOn', ruleId: 'r', withRecent: true });
    expect(on.rules).toEqual([{ ...rule, onSince: 7 }]);
    expect(on.event).toEqual({ kind: 'switchedOn', name: 'Rule', withRecent: true });
    const after = { ...rule, name: 'Other' };
    const changed = done(on.rules, { kind: 'put', rule: after }, 9);
    expect(changed).toMatchObject({
      rules: [{ ...after, onSince: 7 }],
      event: { kind: 'changed', before: rule, after },
    });
    expect(done(changed.rules, { kind: 'switchOff', ruleId: 'r' }).rules).toEqual([{ ...after, onSince: null }]);
  });

  test('what changes nothing is no event, whatever the order of the fields', () => {
    const { condition, ...rest } = textOf(aRule());
    const held = { onSince: 3, ...rest, condition: { isWhole: false, words: ['refund'], kind: 'words' as const } };
    expect(done([held], { kind: 'put', rule: { condition, ...rest } }).event).toBeNull();
    expect(done([held], { kind: 'switchOn', ruleId: 'r', withRecent: true })).toEqual({
      is: 'done',
      rules: [held],
      event: null,
    });
  });

  test('a rule that is gone is told, and there is a most', () => {
    for (const kind of ['remove', 'switchOff'] as const) {
      expect(stepTagRules([], { kind, ruleId: 'r' }, 7)).toEqual({ is: 'gone' });
    }
    const rules = Array.from({ length: BUYER_TAG_RULE_LIMITS.rules }, (_, n) => aRule({ ruleId: `${n}` }));
    expect(stepTagRules(rules, { kind: 'put', rule: textOf(aRule()) }, 7)).toEqual({ is: 'full' });
    expect(done(rules, { kind: 'remove', ruleId: '3' }).rules).toHaveLength(rules.length - 1);
  });
});
