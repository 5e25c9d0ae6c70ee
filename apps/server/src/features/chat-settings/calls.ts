import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { getChatSetting, saveChatSetting } from './chat-settings.ts';

export const CHAT_SETTINGS_HANDLERS: HandlersOf<typeof CALLS.chatSettings> = {
  getChatSetting: reading(getChatSetting),
  saveChatSetting: inTransaction(saveChatSetting),
};
