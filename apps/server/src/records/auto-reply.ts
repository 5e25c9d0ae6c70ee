import { type AccountChatSetting, type AutomaticAnswer, automaticAnswer } from '@pasar/api';
import {
  type AccountId,
  type AnswerRules,
  AUTO_REPLY_LIMITS,
  AUTO_REPLY_TIMES,
  type Country,
  faqAnswer,
  keywordMatcherOf,
  type Marketplace,
  type PlannedAnswer,
  USUAL_AUTO_REPLY,
  type VariedText,
  welcomeText,
} from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import { readDatedChatSetting } from './chat-settings.ts';

const content = automaticAnswer(AUTO_REPLY_LIMITS.parts);
const minute = z.number().int();

/** `auto_reply_setting.setting`. What is absent is as usual. */
const usual = USUAL_AUTO_REPLY;
export const storedSetting = z.object({
  isOn: z.boolean().default(usual.isOn),
  delayMinutes: z.number().int().default(usual.delayMinutes),
  times: z.enum(AUTO_REPLY_TIMES).default(usual.times),
  isKeywordOn: z.boolean().default(usual.isKeywordOn),
  keywordDelaySeconds: z.number().int().default(usual.keywordDelaySeconds),
  keywordTimes: z.enum(AUTO_REPLY_TIMES).default(usual.keywordTimes),
  hours: z
    .object({ from: minute, to: minute, days: z.array(z.number().int()) })
    .nullable()
    .default(null),
  holidays: z.array(z.string()).default([]),
  content: content.nullable().default(null),
});
export type AutoReplySetting = z.infer<typeof storedSetting>;

/** The rules of a country or a shop, as they are stored. */
export interface StoredRules {
  readonly settingId: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly shopId: string | null;
  readonly setting: AutoReplySetting;
  readonly keywords: readonly StoredKeywords[];
}
export interface StoredKeywords {
  readonly keywordId: string;
  readonly keywords: readonly string[];
  readonly isWhole: boolean;
  readonly content: z.infer<typeof content>;
}

/** Held by whatever changes an account's rules, so that two changes do not undo each other. */
export async function lockAutoReply(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('auto-reply/' || $1, 0))", [accountId]);
}

/** All rules of an account, or those of one marketplace. */
export async function readStoredRules(
  transaction: Transaction,
  accountId: AccountId,
  marketplace: Marketplace | null = null,
): Promise<readonly StoredRules[]> {
  const found = await transaction.query<{
    setting_id: string;
    marketplace: Marketplace;
    country: Country;
    shop_id: string | null;
    setting: unknown;
    keywords: readonly { keyword_id: string; keywords: string[]; is_whole: boolean; answer: unknown }[];
  }>({
    name: 'auto-reply-rules',
    text: `select s.setting_id, s.marketplace, s.country, s.shop_id, s.setting, coalesce((select
             json_agg(json_build_object('keyword_id', k.keyword_id, 'keywords', k.keywords, 'is_whole', k.is_whole,
               'answer', k.answer) order by k.keyword_id)
             from auto_reply_keyword k where k.setting_id = s.setting_id), '[]') as keywords
           from auto_reply_setting s where s.account_id = $1 and ($2::text is null or s.marketplace = $2)
           order by s.setting_id`,
    values: [accountId, marketplace],
  });
  return found.rows.map((row) => ({
    settingId: row.setting_id,
    marketplace: row.marketplace,
    country: row.country,
    shopId: row.shop_id,
    setting: storedSetting.parse(row.setting),
    keywords: row.keywords.map((one) => ({
      keywordId: one.keyword_id,
      keywords: one.keywords,
      isWhole: one.is_whole,
      content: content.parse(one.answer),
    })),
  }));
}

interface ShopPlace {
  readonly shopId: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
}

/** An account's rules, prepared for looking at messages. */
export interface AccountRules {
  readonly chat: AccountChatSetting;
  /** Whether a conversation may wait for a greeting or for the usual answer; otherwise only keywords are on. */
  readonly mayWait: boolean;
  /** Those of the shop itself, else those of its country; null where nothing was chosen for either. */
  of(shop: ShopPlace): { readonly stored: StoredRules | null; readonly rules: AnswerRules };
}

export async function readAccountRules(transaction: Transaction, accountId: AccountId): Promise<AccountRules> {
  const { chat, questionsChangedAt } = await readDatedChatSetting(transaction, accountId);
  const all = await readStoredRules(transaction, accountId);
  const prepared = new Map(
    all.map((stored) => [
      stored.shopId ?? placeOf(stored),
      { stored, rules: rulesOf(stored.setting, stored.keywords, { ...chat, questionsChangedAt }) },
    ]),
  );
  const none = { stored: null, rules: rulesOf(storedSetting.parse({}), [], { ...chat, questionsChangedAt }) };
  const mayWait = chat.isWelcomeOn || all.some(({ setting }) => setting.isOn);
  return { chat, mayWait, of: (shop) => prepared.get(shop.shopId) ?? prepared.get(placeOf(shop)) ?? none };
}

const placeOf = ({ marketplace, country }: Pick<ShopPlace, 'marketplace' | 'country'>) => `${marketplace}/${country}`;

/** The keywords are prepared with the first text: an answer that is due needs none of them. */
function rulesOf(
  switches: AutoReplySetting,
  keywords: readonly StoredKeywords[],
  { isWelcomeOn, faq, questionsChangedAt }: Pick<AnswerRules, 'isWelcomeOn' | 'faq' | 'questionsChangedAt'>,
): AnswerRules {
  let find: AnswerRules['findKeyword'] | null = null;
  const findKeyword: AnswerRules['findKeyword'] = (text) => {
    find ??= keywordMatcherOf(keywords);
    return find(text);
  };
  return { switches, findKeyword, isWelcomeOn, faq, questionsChangedAt };
}

/**
 * The rules of accounts as this process last read them. `auto_reply_version` tells whether they have changed, so that
 * hundreds of keywords are not read and prepared for every batch of messages.
 */
export class AutoReplyRules {
  readonly #held = new Map<AccountId, { readonly version: string; readonly rules: AccountRules }>();

  async of(transaction: Transaction, accountId: AccountId, version: string): Promise<AccountRules> {
    const held = this.#held.get(accountId);
    if (held?.version === version) return held.rules;
    const rules = await readAccountRules(transaction, accountId);
    this.#held.set(accountId, { version, rules });
    return rules;
  }
}

/** What a planned answer says by the rules as they are now; null: the rule is gone or switched off. */
export function answerContent(
  { kind, keywordId, faqPlace }: Pick<PlannedAnswer, 'kind' | 'keywordId' | 'faqPlace'>,
  { chat }: AccountRules,
  stored: StoredRules | null,
): AutomaticAnswer | null {
  switch (kind) {
    case 'welcome': {
      const greeting = { text: chat.welcomeText, variants: chat.welcomeVariants };
      return chat.isWelcomeOn ? contentOf(welcomeText(greeting, chat.faq)) : null;
    }
    case 'faq':
      return chat.isWelcomeOn ? contentOf(faqAnswer(chat.faq, faqPlace ?? -1)) : null;
    case 'keyword':
      return stored?.setting.isKeywordOn === true
        ? (stored.keywords.find((rule) => rule.keywordId === keywordId)?.content ?? null)
        : null;
    case 'default':
      return stored?.setting.isOn === true ? stored.setting.content : null;
  }
}

function contentOf(written: VariedText | null): AutomaticAnswer | null {
  if (written === null || written.text.trim() === '') return null;
  const partsOf = (text: string) => [{ kind: 'text' as const, text }];
  return {
    parts: partsOf(written.text),
    variants: written.variants.map(({ language, text }) => ({ language, parts: partsOf(text) })),
  };
}
