import {
  type AutomaticContent,
  type AutomaticPart,
  automaticMediaPath,
  CALLS,
  type ReplySettingView,
} from '@pasar/api';
import { IMAGE_TYPES, keywordsOf, type ShopId, writtenKeywords } from '@pasar/domain';
import { failed } from '@pasar/sync';
import { callApi } from '../../../base/call-api.ts';
import {
  type DraftPart,
  type DraftVariants,
  isBlank,
  type NewPart,
  type Stored,
  storedPicture,
  writtenVariants,
} from '../quick-replies/parts-draft.ts';
import type { Place } from './place.ts';
import { draftOf, type SettingDraft } from './setting-draft.ts';

/** Automatic messages have no videos, and their form offers none. */
const withoutVideos = (parts: readonly { readonly kind: string }[]): AutomaticPart[] =>
  parts.filter((part): part is AutomaticPart => part.kind !== 'video');

const store = async (part: NewPart): Promise<Stored> => {
  if ('read' in part) throw new Error('an automatic message has no video');
  return storedPicture(part, (picture) => callApi(CALLS.automation.saveAutomaticPicture, picture));
};

/** Stores the new pictures, and gives the content; null where nothing is written. */
async function contentOf(variants: DraftVariants) {
  const written = await writtenVariants(variants, store);
  if (!written.ok) return written;
  const content: AutomaticContent = {
    parts: withoutVideos(written.data.parts),
    variants: written.data.variants.map(({ language, parts }) => ({ language, parts: withoutVideos(parts) })),
  };
  return { ok: true as const, data: content.parts.length === 0 ? null : content };
}

/** Only what is given changes. */
export async function saveSetting({ platform, country, shopId }: Place, changed: Partial<SettingDraft>) {
  const content = changed.variants === undefined ? undefined : await contentOf(changed.variants);
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

/** Whether there is something for buyers of every language. */
export const hasAnswer = (variants: DraftVariants): boolean => variants[0].parts.some((part) => !isBlank(part));

export async function saveKeyword({ platform, country, shopId }: Place, draft: KeywordDraft) {
  const content = await contentOf(draft.variants);
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
