import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const { getChatSetting, saveChatSetting } = CALLS.chatSettings;

/** The stream tells every change; the settings of the member stand in the replica as well. */
export const CHAT_SETTING: LookUp<typeof getChatSetting> = {
  call: getChatSetting,
  freshMs: 600_000,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'chatSetting',
    calls: [saveChatSetting, CALLS.translation.switchTranslation],
  },
};
