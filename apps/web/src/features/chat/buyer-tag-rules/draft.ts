import type { BuyerTagRuleTextView, BuyerTagRuleView, BuyerTagView } from '@pasar/api';
import {
  asShopId,
  BUYER_TAG_RULE_LIMITS,
  type BuyerTagCondition,
  CURRENCY_BY_COUNTRY,
  type OrderStatus,
  type ShopId,
  SPENT_AMOUNT,
} from '@pasar/domain';

export const CONDITION_KINDS = ['words', 'orders', 'spent'] as const satisfies readonly BuyerTagCondition['kind'][];

/** A rule as it is being written: each kind of condition keeps what was written for it. */
export interface Draft {
  readonly ruleId: string;
  readonly name: string;
  readonly tagId: string | null;
  readonly shopIds: readonly string[] | null;
  readonly kind: BuyerTagCondition['kind'];
  /** One in each line. */
  readonly words: string;
  readonly isWhole: boolean;
  readonly statuses: readonly OrderStatus[];
  readonly amount: string;
  readonly currency: string;
}

/** Ids of what is gone by now are left out, because nobody could see them to take them away. */
export function draftOf(
  rule: BuyerTagRuleView | null,
  tags: readonly BuyerTagView[],
  shops: ReadonlyMap<ShopId, { readonly country: keyof typeof CURRENCY_BY_COUNTRY }>,
): Draft {
  const [shop] = shops.values();
  const empty: Omit<Draft, 'ruleId'> = {
    name: '',
    tagId: null,
    shopIds: null,
    kind: 'words',
    words: '',
    isWhole: false,
    statuses: [],
    amount: '',
    currency: CURRENCY_BY_COUNTRY[shop?.country ?? 'GLOBAL'],
  };
  if (rule === null) return { ruleId: crypto.randomUUID(), ...empty };
  const { ruleId, name, tagId, shopIds, condition } = rule;
  const isKnown = tags.some(({ buyerTagId }) => buyerTagId === tagId);
  const held = { ...empty, ruleId, name, kind: condition.kind, tagId: isKnown ? tagId : null };
  const among = { ...held, shopIds: shopIds?.filter((one) => shops.has(asShopId(one))) ?? null };
  switch (condition.kind) {
    case 'words':
      return { ...among, words: condition.words.join('\n'), isWhole: condition.isWhole };
    case 'orders':
      return { ...among, statuses: condition.statuses };
    case 'spent':
      return { ...among, ...condition.least };
  }
}

export type Field = 'name' | 'tagId' | 'shopIds' | 'words' | 'statuses' | 'amount';
const FAULT_TEXTS = {
  name: 'wrong.name',
  tagId: 'wrong.tag',
  shopIds: 'wrong.shops',
  statuses: 'wrong.statuses',
  amount: 'wrong.amount',
} as const;
const fault = (field: keyof typeof FAULT_TEXTS) => ({ field, text: FAULT_TEXTS[field] }) as const;

const wordsOf = ({ words }: Draft): string[] => [
  ...new Set(
    words
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

/** The rule that is written, or what the person has to correct first. */
export function readDraft(draft: Draft) {
  const { ruleId, tagId, shopIds } = draft;
  const name = draft.name.trim();
  if (name === '') return { wrong: fault('name') };
  if (tagId === null) return { wrong: fault('tagId') };
  const read = readCondition(draft);
  if ('wrong' in read) return read;
  if (shopIds?.length === 0) return { wrong: fault('shopIds') };
  const rule: BuyerTagRuleTextView = {
    ruleId,
    name,
    tagId,
    shopIds: shopIds === null ? null : [...shopIds],
    condition: read.condition,
  };
  return { rule };
}

function readCondition(draft: Draft) {
  const { kind, isWhole, statuses, currency } = draft;
  switch (kind) {
    case 'words': {
      const words = wordsOf(draft);
      const wrong = (text: 'wrong.words' | 'wrong.manyWords' | 'wrong.longWord') =>
        ({ wrong: { field: 'words', text } }) as const;
      if (words.length === 0) return wrong('wrong.words');
      if (words.length > BUYER_TAG_RULE_LIMITS.words) return wrong('wrong.manyWords');
      if (words.some((word) => word.length > BUYER_TAG_RULE_LIMITS.word)) return wrong('wrong.longWord');
      return { condition: { kind, words, isWhole } };
    }
    case 'orders':
      return statuses.length === 0 ? { wrong: fault('statuses') } : { condition: { kind, statuses: [...statuses] } };
    case 'spent': {
      const amount = draft.amount.trim();
      return SPENT_AMOUNT.test(amount)
        ? { condition: { kind, least: { amount, currency } } }
        : { wrong: fault('amount') };
    }
  }
}
