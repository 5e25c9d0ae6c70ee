import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const { autoReplyLog, getCountryAndReplySettingMap } = CALLS.autoReply;
const CHANGES = [
  CALLS.autoReply.saveReplySettingList,
  CALLS.autoReply.saveReplyKeywordSetting,
  CALLS.autoReply.delReplyKeywordSetting,
  CALLS.autoReply.removeShopReplySetting,
] as const;

/** The stream tells every change of the rules. */
export const REPLY_SETTINGS: LookUp<typeof getCountryAndReplySettingMap> = {
  call: getCountryAndReplySettingMap,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'autoReply', calls: CHANGES },
};

/** Every buyer's message may change it, so it is fetched anew at most every two seconds (our choice). */
export const REPLY_LOG: LookUp<typeof autoReplyLog> = {
  call: autoReplyLog,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'autoReply', calls: CHANGES, atMostEveryMs: 2_000 },
};
