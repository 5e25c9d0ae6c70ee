import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const { autoReplyLog, getCountryAndReplySettingMap } = CALLS.autoReply;
const CHANGES = [
  CALLS.autoReply.saveReplySettingList,
  CALLS.autoReply.saveReplyKeywordSetting,
  CALLS.autoReply.delReplyKeywordSetting,
  CALLS.autoReply.giveShopReplySetting,
  CALLS.autoReply.removeShopReplySetting,
] as const;

/** The stream tells every change of the rules, and with the same word every answer: so often they are not fetched (ours). */
export const REPLY_SETTINGS: LookUp<typeof getCountryAndReplySettingMap> = {
  call: getCountryAndReplySettingMap,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'autoReply', calls: CHANGES, atMostEveryMs: 5_000 },
};

/**
 * A message may be planned to be answered, its answer is told when it was given, and so is what becomes of its delivery: at most
 * every two seconds (ours).
 */
export const REPLY_LOG: LookUp<typeof autoReplyLog> = {
  call: autoReplyLog,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: (change) =>
      change.kind === 'autoReply' ||
      change.kind === 'message' ||
      (change.kind === 'delivery' && change.delivery.cause === 'autoReply'),
    calls: CHANGES,
    atMostEveryMs: 2_000,
  },
};
