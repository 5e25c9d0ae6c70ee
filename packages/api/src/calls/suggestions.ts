import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId, shopId } from '../facts/views.ts';

/** ours: texts that a language model writes for a member's answer. They are drafts: no call here sends anything. */
const chat = permission('chat');

/** `answer`: to the buyer's last messages. The others rewrite what the member has written. */
export const SUGGESTION_TASKS = ['answer', 'shorten', 'friendlier'] as const;
export type SuggestionTask = (typeof SUGGESTION_TASKS)[number];

const asked = z.object({
  conversationId,
  task: z.enum(SUGGESTION_TASKS),
  /** What stands in the composer. */
  text: z
    .string()
    .max(SCREEN_LIMITS.messageTextLength, 'content_too_long')
    .transform((value) => value.replaceAll('\0', '').toWellFormed()),
});

const suggestionPlace = defineCall({
  path: '/api/desk/suggestionPlace',
  method: 'GET',
  access: chat,
  summary: 'Where suggestions come from: the host of the server’s model',
  input: z.object({}),
  /** Null: the server has no model. */
  output: z.object({ host: z.string().nullable() }),
});

const suggestionSettings = defineCall({
  path: '/api/desk/suggestionSettings',
  method: 'GET',
  access: chat,
  summary: 'Whether suggestions are on for the shop of a conversation, and whether the member has seen what is sent',
  input: z.object({ conversationId }),
  output: z.object({ isOn: z.boolean(), hasSeen: z.boolean() }),
});

/** The same texts that `suggest` sends: both are made by the same code, and one asks the model. */
const previewSuggestion = defineCall({
  path: '/api/desk/previewSuggestion',
  method: 'POST',
  access: chat,
  summary: 'The texts that would be sent for a suggestion, and to which host; nothing is sent',
  input: asked,
  output: z.object({ host: z.string(), texts: z.array(z.string()) }),
});

const agreeToSuggestions = defineCall({
  path: '/api/desk/agreeToSuggestions',
  method: 'POST',
  access: chat,
  summary: 'Keep that the member has seen what is sent to this host',
  input: z.object({ host: z.string().max(300) }),
  output: z.object({}),
});

const suggest = defineCall({
  path: '/api/desk/suggest',
  method: 'POST',
  access: chat,
  summary: 'A text by the server’s model for a member’s answer; it is sent to nobody',
  input: asked,
  output: z.object({ text: z.string() }),
});

const switchSuggestions = defineCall({
  path: '/api/desk/switchSuggestions',
  method: 'POST',
  access: permission('setting'),
  summary: 'Ask for suggestions in the conversations of a shop, or not',
  input: z.object({ shopId, isOn: z.union([z.boolean(), z.stringbool()]) }),
  output: z.object({}),
});

export const SUGGESTIONS_CALLS = {
  suggestionPlace,
  suggestionSettings,
  previewSuggestion,
  agreeToSuggestions,
  suggest,
  switchSuggestions,
} as const;
