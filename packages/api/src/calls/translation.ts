import { COUNTRIES, SCREEN_LIMITS, TRANSLATION_LANGUAGES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId, messageId, refusalView, shopId } from '../facts/views.ts';

const chat = permission('chat');

/** Of a text that is too long to be sent, nobody needs a translation. */
const text = z
  .string()
  .max(SCREEN_LIMITS.messageTextLength, 'content_too_long')
  .transform((value) => value.replaceAll('\0', '').toWellFormed())
  .refine((value) => value.trim() !== '', 'content_empty');

const language = z.enum(TRANSLATION_LANGUAGES);

/** ours: a text of a conversation is translated by the call of its marketplace, where that has one. */
const inConversation = conversationId.optional();

/** `text` is the given text where it is in that language already, or has no words. */
const translated = z.object({ text: z.string(), targetLanguage: language });

const translateLanguage = defineCall({
  path: '/api/chat/index/translateLanguage',
  method: 'POST',
  access: chat,
  summary: 'A text in one of the seven languages',
  input: z.object({ text, targetLanguage: language, conversationId: inConversation }),
  output: translated,
});

/** `country` is taken as the specification has it; the language of the text is told by the text itself. */
const translateToChinese = defineCall({
  path: '/api/chat/index/translateToChinese',
  method: 'POST',
  access: chat,
  summary: 'A text of a buyer in Simplified Chinese',
  input: z.object({ text, country: z.enum(COUNTRIES).optional(), conversationId: inConversation }),
  output: translated,
});

const translateToCountryLanguage = defineCall({
  path: '/api/chat/index/translateToCountryLanguage',
  method: 'POST',
  access: chat,
  summary: 'A text in the language of a country',
  input: z.object({ text, country: z.enum(COUNTRIES), conversationId: inConversation }),
  output: translated,
});

/** Most messages of one request: as many as a tall window shows. */
export const MOST_TRANSLATED = 30;

/** ours: incoming texts, by their ids, so that a window sends no text to the server. */
const translateMessages = defineCall({
  path: '/api/desk/translateMessages',
  method: 'POST',
  access: chat,
  summary: 'Texts of buyers in a language, for one conversation',
  input: z.object({
    conversationId,
    messageIds: z.array(messageId).min(1).max(MOST_TRANSLATED),
    targetLanguage: language,
  }),
  output: z.object({
    /** `text` is null where the message is no text of a buyer, or is in that language already. */
    translations: z.array(
      z.object({ messageId, text: z.string().nullable(), refusal: refusalView.nullable().default(null) }),
    ),
  }),
});

const switches = z.object({
  account: z.boolean().nullable(),
  shop: z.boolean().nullable(),
  conversation: z.boolean().nullable(),
});

/** ours: the narrowest switch that is set decides whether incoming texts are translated (`isTranslated`). */
const translationSwitches = defineCall({
  path: '/api/desk/translationSwitches',
  method: 'GET',
  access: chat,
  summary: 'Whether incoming texts are translated: for the account, the shop and the conversation',
  input: z.object({ conversationId }),
  output: z.object({
    switches,
    /** Whether anything translates here; null: the server has no provider, and the marketplace has no call. */
    by: z.enum(['marketplace', 'provider']).nullable(),
  }),
});

const isOn = z.union([z.boolean(), z.stringbool()]).nullable();

const switchConversationTranslation = defineCall({
  path: '/api/desk/switchConversationTranslation',
  method: 'POST',
  access: chat,
  summary: 'Translate the incoming texts of a conversation, or not; null: as its shop',
  input: z.object({ conversationId, isOn }),
  output: z.object({}),
});

const switchTranslation = defineCall({
  path: '/api/desk/switchTranslation',
  method: 'POST',
  access: permission('setting'),
  summary: 'Translate the incoming texts of a shop, or of all shops when none is named; null: as not set',
  input: z.object({ shopId: shopId.optional(), isOn }),
  output: z.object({}),
});

export const TRANSLATION_CALLS = {
  translateLanguage,
  translateToChinese,
  translateToCountryLanguage,
  translateMessages,
  translationSwitches,
  switchConversationTranslation,
  switchTranslation,
} as const;
