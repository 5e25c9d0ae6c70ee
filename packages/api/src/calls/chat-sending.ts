import { IMAGE_TYPES, SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fileName, outgoingCards } from '../facts/cards.ts';
import { conversationId, conversationView, deliveryId, deliveryView, messageId, shopId } from '../facts/views.ts';

/** The calls of the chat that send messages, and decide about those that did not arrive. */
const chat = permission('chat');

/**
 * Beforehand, where the buyer has no conversation. Idempotent, and tells the buyer nothing. Null: the shop has no order
 * of this number.
 */
const openConversation = defineCall({
  path: '/api/desk/openConversation',
  method: 'POST',
  access: chat,
  summary: 'Open the conversation with the buyer of an order, also with a buyer who never wrote',
  input: z.object({ shopId, orderNumber: z.string().trim().min(1).max(60) }),
  output: z.object({ conversation: conversationView.nullable() }),
});

/** The same `clientId` with the same text answers the first delivery again; with another text it is refused. */
const sendText = defineCall({
  path: '/api/desk/sendText',
  method: 'POST',
  access: chat,
  summary: 'Put a text on its way to the buyer; the delivery and the live stream say what came of it',
  input: z.object({
    conversationId,
    clientId: z.uuid(),
    /** The message that is quoted, where the marketplace has quotes. */
    quoteMessageId: messageId.optional(),
    /** What the member wrote, where `text` is its translation: kept for the members, and never sent to the buyer. */
    original: z
      .string()
      .max(SCREEN_LIMITS.messageTextLength, 'content_too_long')
      .transform((value) => value.replaceAll('\0', '').toWellFormed())
      .optional(),
    text: z
      .string()
      .max(SCREEN_LIMITS.messageTextLength, 'content_too_long')
      // Characters that neither the database nor a marketplace accepts are left out.
      .transform((value) => value.replaceAll('\0', '').toWellFormed())
      .refine((value) => value.trim() !== '', 'content_empty'),
  }),
  output: z.object({ delivery: deliveryView }),
});

/** Longest picture as base64. Checked by length, so that a larger file is refused before it is decoded. */
const MOST_IMAGE_TEXT = Math.ceil(SCREEN_LIMITS.chatImageBytes / 3) * 4;

/**
 * The same `clientId` with the same bytes answers the first delivery again; with other bytes it is refused. The content
 * of the file counts, not its name: a file that is no JPEG or PNG, or that differs from `type`, is refused.
 */
const sendImage = defineCall({
  path: '/api/desk/sendImage',
  method: 'POST',
  access: chat,
  summary: 'Put a picture on its way to the buyer; the delivery and the live stream say what came of it',
  input: z.object({
    conversationId,
    clientId: z.uuid(),
    fileName,
    type: z.enum(IMAGE_TYPES, 'file_unsupported'),
    file: z.base64().max(MOST_IMAGE_TEXT, 'file_too_large'),
  }),
  output: z.object({ delivery: deliveryView }),
});

/** Most characters of a card as JSON (our choice): far more than a card of a marketplace has. */
const MOST_CARD_TEXT = 20_000;

/**
 * The same `clientId` with a card of the same ids answers the first delivery again. A card that the marketplace lacks
 * (`ABILITIES`) is refused. Several products are one list, where the marketplace has lists.
 */
const sendCard = defineCall({
  path: '/api/desk/sendCard',
  method: 'POST',
  access: chat,
  summary: 'Put products, an order, a voucher or a sticker on its way to the buyer, as `sendText` does a text',
  input: z.object({
    conversationId,
    clientId: z.uuid(),
    card: z
      .discriminatedUnion('type', outgoingCards)
      .refine((card) => JSON.stringify(card).length <= MOST_CARD_TEXT, 'content_too_long'),
  }),
  output: z.object({ delivery: deliveryView }),
});

const retryDelivery = defineCall({
  path: '/api/desk/retryDelivery',
  method: 'POST',
  access: chat,
  summary: 'Send a failed message again, with the same key',
  input: z.object({ deliveryId }),
  output: z.object({ delivery: deliveryView }),
});

const checkDelivery = defineCall({
  path: '/api/desk/checkDelivery',
  method: 'POST',
  access: chat,
  summary: 'Look for an unconfirmed message at the marketplace again',
  input: z.object({ deliveryId }),
  output: z.object({ delivery: deliveryView }),
});

const dismissDelivery = defineCall({
  path: '/api/desk/dismissDelivery',
  method: 'POST',
  access: chat,
  summary: 'A person has dealt with a failed or unconfirmed message: show it no more, and send it never',
  input: z.object({ deliveryId }),
  output: z.object({ delivery: deliveryView }),
});

export { checkDelivery, dismissDelivery, openConversation, retryDelivery, sendCard, sendImage, sendText };
