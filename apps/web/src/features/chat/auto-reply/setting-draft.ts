import type { ReplySettingView } from '@pasar/api';
import { AUTO_REPLY_LIMITS, type AutoReplySwitches, USUAL_AUTO_REPLY } from '@pasar/domain';
import { hasContent } from '../../../base/parts/commands.ts';
import { type DraftVariants, draftVariants, isBlank } from '../../../base/parts/parts-draft.ts';

/** What the form shows: the rules of a place, and the usual answer in its parts. */
export interface SettingDraft extends AutoReplySwitches {
  readonly variants: DraftVariants;
}

/** `view`: null where nothing was chosen yet. */
export const draftOf = (view: ReplySettingView | null): SettingDraft => ({
  ...(view === null
    ? USUAL_AUTO_REPLY
    : {
        isOn: view.is_lazada_auto_reply,
        delayMinutes: view.lazada_reply_delay,
        times: view.times,
        isKeywordOn: view.is_lazada_keyword_auto_reply,
        keywordDelaySeconds: view.lazada_keyword_reply_delay,
        keywordTimes: view.keywordTimes,
        hours: view.hours,
        holidays: view.holidays,
      }),
  variants: draftVariants(view?.content ?? null),
});

export type SettingField = 'delayMinutes' | 'variants' | 'keywordDelaySeconds' | 'hours';

export interface SettingFault {
  readonly field: SettingField;
  readonly wrong: 'delayMinutes' | 'delaySeconds' | 'answer' | 'days';
}

/** What the person has to correct first; null for nothing. The server judges by the same limits. */
export function faultOf(draft: SettingDraft): SettingFault | null {
  const { delayMinutes, delaySeconds } = AUTO_REPLY_LIMITS;
  const isDelay = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
  if (!isDelay(draft.delayMinutes, delayMinutes)) return { field: 'delayMinutes', wrong: 'delayMinutes' };
  const [, ...others] = draft.variants;
  const isWritten = hasContent(draft.variants);
  const isNeeded = draft.isOn || others.some(({ parts }) => parts.some((part) => !isBlank(part)));
  if (isNeeded && !isWritten) return { field: 'variants', wrong: 'answer' };
  if (draft.hours !== null && draft.hours.days.length === 0) return { field: 'hours', wrong: 'days' };
  if (!isDelay(draft.keywordDelaySeconds, delaySeconds)) {
    return { field: 'keywordDelaySeconds', wrong: 'delaySeconds' };
  }
  return null;
}
