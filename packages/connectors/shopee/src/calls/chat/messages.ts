/** Messages: history and sending (spec 2 §7.1, facts 1.5). */
import type { ConversationRef, Page, SendImage, SendText, SendVideo } from '@pasar/connector-kit';
import { type MessageFacts, type PlatformMessageId, type Position, refusal } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer, wordsOf } from '../../wire/answer.ts';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger } from '../../wire/wire-json.ts';
import { mapOutcome, toGet, toPost } from '../definition.ts';
import { fromWireMessage } from '../reading/message.ts';
import { readRows } from '../reading/page.ts';
import { chatPath, nextOf } from './chat-wire.ts';
import { fromWireSend } from './send-outcome.ts';

/** Spec 2 §9, message pages. */
const MESSAGE_PAGE_SIZE = 20;

export interface History {
  readonly conversation: ConversationRef;
  /** Counts messages from the newest. */
  readonly offset: number;
}
/** Newest first. Asks for fresh messages every time: only the page itself uses a cache. */
export const messages: ShopeeCall<History, Page<MessageFacts>> = {
  key: 'shopee-chat GET conversations/{id}/messages',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ conversation, offset }) =>
    toGet(chatPath(`conversations/${conversation.platformConversationId}/messages`), {
      shop_id: conversation.platformShopId,
      offset: String(offset),
      limit: String(MESSAGE_PAGE_SIZE),
      direction: 'older',
      need_cache: 'false',
      cache_expire: '0',
    }),
  fromWire: (answer, { shopId, userId }) => {
    const shopUserOf = (id: string): string | null => (id === shopId ? userId : null);
    return mapOutcome(readAnswer(answer, z.array(z.unknown())), (rows) =>
      readRows(rows, (raw) => fromWireMessage(raw, shopUserOf), nextOf(rows, MESSAGE_PAGE_SIZE)),
    );
  },
};

export interface OutgoingMessage {
  readonly conversation: ConversationRef;
  readonly type: 'text' | 'image' | 'video' | 'product' | 'item_list' | 'order' | 'voucher';
  readonly content: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}
export interface AcceptedMessage {
  readonly platformMessageId: PlatformMessageId;
  readonly position: Position;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** A full message object, as today's page sends it. `fromWireSend` decides what an answer means for the delivery. */
export const sendMessage: ShopeeCall<OutgoingMessage, AcceptedMessage> = {
  key: 'shopee-chat POST messages',
  tag: 'seen',
  repeat: 'send',
  toWire: ({ conversation, type, content, idempotencyKey }) =>
    toPost(chatPath('messages'), {
      request_id: idempotencyKey,
      to_id: toWireInteger(conversation.buyerId),
      type,
      content: { ...content, uid: idempotencyKey },
      shop_id: toWireInteger(conversation.platformShopId),
      conversation_id: conversation.platformConversationId,
      biz_id: 0,
      entry_point: 'direct_chat_entry_point',
      source: 'minichat',
      choice_info: { real_shop_id: toWireInteger(conversation.platformShopId) },
      chat_send_option: { force_send_cancel_order_warning: false, comply_cancel_order_warning: false },
    }),
  fromWire: (answer) => {
    const result = { kind: 'answered', ...answer } as const;
    if (answer.status >= 500) {
      const words = wordsOf(answer.status, answer.json);
      return { ok: false, refusal: refusal('marketplace_error', words), canRetry: true };
    }
    const sent = fromWireSend(result);
    switch (sent.kind) {
      case 'accepted': {
        const { platformMessageId, position, sentAt } = sent;
        return { ok: true, value: { platformMessageId, position, sentAt } };
      }
      case 'refused':
        return { ok: false, refusal: sent.refusal, canRetry: sent.next.kind === 'wait' };
      case 'inDoubt':
        return { ok: false, refusal: { reason: 'unexpected_answer', detail: sent.detail }, canRetry: false };
    }
  },
};

export const toOutgoingText = ({ conversation, text, idempotencyKey }: SendText): OutgoingMessage => ({
  conversation,
  type: 'text',
  content: { text },
  idempotencyKey,
});
/** Sends the fields of the upload's answer unchanged. */
export const toOutgoingImage = ({ conversation, image, idempotencyKey }: SendImage): OutgoingMessage => ({
  conversation,
  type: 'image',
  content: {
    url: image.url,
    thumb_url: image.thumbUrl ?? image.url,
    thumb_width: image.width ?? 0,
    thumb_height: image.height ?? 0,
    ...(image.extra.fileServerId === undefined ? {} : { file_server_id: image.extra.fileServerId }),
  },
  idempotencyKey,
});

/** The fields of a video that arrives (facts 1.5); ours: that one that is sent takes the same. */
export const toOutgoingVideo = ({ conversation, video, facts, idempotencyKey }: SendVideo): OutgoingMessage => ({
  conversation,
  type: 'video',
  content: {
    vid: video.vid,
    video_url: video.url,
    thumb_url: video.coverUrl ?? '',
    thumb_width: facts.width ?? 0,
    thumb_height: facts.height ?? 0,
    duration_seconds: Math.round(facts.durationSeconds ?? 0),
  },
  idempotencyKey,
});
