import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../../base/call-api.ts';

export type SavedSetting = CallInput<typeof CALLS.chatSettings.saveChatSetting>;

export const saveChatSetting = (setting: SavedSetting) => callApi(CALLS.chatSettings.saveChatSetting, setting);
