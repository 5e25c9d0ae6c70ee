import { automaticMediaPath, CALLS, type ReplySettingView } from '@pasar/api';
import { IMAGE_TYPES, keywordsOf, type ShopId, writtenKeywords } from '@pasar/domain';
import { failed } from '@pasar/sync';
import { callApi } from '../../../base/call-api.ts';
import { storedContent } from '../../../base/parts/commands.ts';
import type { DraftPart, DraftVariants } from '../../../base/parts/parts-draft.ts';
import type { Place } from './place.ts';
import { draftOf, type SettingDraft } from './setting-draft.ts';

/** Only what is given changes. */
export async function saveSetting({ platform, country, shopId }: Place, changed: Partial<SettingDraft>) {
  const content = changed.variants === undefined ? undefined : await storedContent(changed.variants);
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

/**
 * Gives a shop rules of its own, which begin as those of its country without the keywords. A picture belongs to one place,
 * so it is stored once more.
 */
export async function giveOwnRules(place: Place, ofCountry: ReplySettingView | null) {
  const draft = draftOf(ofCountry);
  const [first, ...others] = draft.variants;
  try {
    const variants: DraftVariants = [
      { ...first, parts: await copied(first.parts) },
      ...(await Promise.all(others.map(async (variant) => ({ ...variant, parts: await copied(variant.parts) })))),
    ];
    return await saveSetting(place, { ...draft, variants });
  } catch (cause) {
    return failed({ kind: 'unreachable', fault: null, cause });
  }
}

const copied = (parts: readonly DraftPart[]): Promise<DraftPart[]> =>
  Promise.all(
    parts.map(async (draft) => {
      if (!('part' in draft) || draft.part.kind !== 'image') return draft;
      const { pictureId, fileName, type } = draft.part;
      const answer = await fetch(automaticMediaPath(pictureId));
      if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
      const known = IMAGE_TYPES.find((one) => one === type) ?? type;
      return { key: draft.key, file: new File([await answer.blob()], fileName, { type: known }), type: known, url: '' };
    }),
  );

export const removeOwnRules = (shopId: ShopId) => callApi(CALLS.autoReply.removeShopReplySetting, { shopId });

/** A rule of keywords as a form holds it; `keywordId` null: a new one. */
export interface KeywordDraft {
  readonly keywordId: string | null;
  readonly keyword: string;
  readonly isWhole: boolean;
  readonly variants: DraftVariants;
}

export async function saveKeyword({ platform, country, shopId }: Place, draft: KeywordDraft) {
  const content = await storedContent(draft.variants);
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

export const tryReply = (shopId: ShopId, text: string, isFirstToday: boolean) =>
  callApi(CALLS.autoReply.tryAutoReply, { shopId, text, isFirstToday });
