import { CALLS } from '@pasar/api';
import { keywordsOf, type ShopId, writtenKeywords } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../../base/call-api.ts';
import { storedAnswer } from '../../../base/parts/commands.ts';
import type { DraftVariants } from '../../../base/parts/parts-draft.ts';
import type { Place } from './place.ts';
import type { SettingDraft } from './setting-draft.ts';

/** Only what is given changes. */
export async function saveSetting({ platform, country, shopId }: Place, changed: Partial<SettingDraft>) {
  const content = changed.variants === undefined ? undefined : await storedAnswer(changed.variants);
  if (content?.ok === false) return content;
  const { isOn, delayMinutes, times, isKeywordOn, keywordDelaySeconds, keywordTimes, hours, holidays } = changed;
  const chosen = {
    is_lazada_auto_reply: isOn,
    lazada_reply_delay: delayMinutes,
    times,
    is_lazada_keyword_auto_reply: isKeywordOn,
    lazada_keyword_reply_delay: keywordDelaySeconds,
    keywordTimes,
    hours: hours && { ...hours, days: [...hours.days] },
    holidays: holidays && [...holidays],
    content: content?.data,
  };
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return callApi(CALLS.autoReply.saveReplySettingList, { platform, list: [{ country, shopId, ...given }] });
}

export const giveOwnRules = (shopId: ShopId) => callApi(CALLS.autoReply.giveShopReplySetting, { shopId });
export const removeOwnRules = (shopId: ShopId) => callApi(CALLS.autoReply.removeShopReplySetting, { shopId });

/** A rule of keywords as a form holds it; `keywordId` null: a new one. */
export interface KeywordDraft {
  readonly keywordId: string | null;
  readonly keyword: string;
  readonly isWhole: boolean;
  readonly variants: DraftVariants;
}

export async function saveKeyword({ platform, country, shopId }: Place, draft: KeywordDraft) {
  const content = await storedAnswer(draft.variants);
  if (!content.ok) return content;
  if (content.data === null) throw new Error('the rule has no answer');
  return callApi(CALLS.autoReply.saveReplyKeywordSetting, {
    platform,
    country,
    ...(shopId === null ? {} : { shopId }),
    ...(draft.keywordId === null ? {} : { keywordId: draft.keywordId }),
    keyword: writtenKeywords(keywordsOf(draft.keyword)),
    isWhole: draft.isWhole,
    content: content.data,
  });
}

export const removeKeywords = (keywordIds: readonly string[]) =>
  callApi(CALLS.autoReply.delReplyKeywordSetting, { keywordIds: [...keywordIds] });

export const tryReply = (input: z.input<typeof CALLS.autoReply.tryAutoReply.input>) =>
  callApi(CALLS.autoReply.tryAutoReply, input);
