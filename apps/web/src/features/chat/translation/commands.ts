import { CALLS } from '@pasar/api';
import type { ConversationId, MessageId, ShopId, TranslationLanguage } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

const { translateMessages, switchConversationTranslation, switchTranslation } = CALLS.translation;

export const askTranslations = (
  conversationId: ConversationId,
  messageIds: readonly MessageId[],
  targetLanguage: TranslationLanguage,
) => callApi(translateMessages, { conversationId, messageIds: [...messageIds], targetLanguage });

export const switchConversation = (conversationId: ConversationId, isOn: boolean) =>
  callApi(switchConversationTranslation, { conversationId, isOn });

/** Null: all shops. */
export const switchShop = (shopId: ShopId | null, isOn: boolean) =>
  callApi(switchTranslation, { ...(shopId === null ? {} : { shopId }), isOn });
