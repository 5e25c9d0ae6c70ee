/** Sending a message: the one call that is never repeated. */
import type { Outcome } from '@pasar/connector-kit';
import { asPlatformMessageId, type PlatformConversationId, type PlatformMessageId, type Position } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireId, wireMilliseconds } from '../wire/fields.ts';
import { positionOfTime } from '../wire/position.ts';
import { gatewayCall, unexpected } from './definition.ts';

/** Template ids that are sent (facts 4.2). */
export const TEMPLATE = {
  text: 1,
  image: 3,
  symbol: 4,
  product: 10_006,
  order: 10_007,
  voucher: 10_008,
  follow: 10_010,
} as const;

export interface OutgoingMessage {
  readonly sessionId: PlatformConversationId;
  readonly templateId: (typeof TEMPLATE)[keyof typeof TEMPLATE];
  readonly content: Readonly<Record<string, string | number>>;
  readonly idempotencyKey: string;
}
export interface SentMessage {
  readonly platformMessageId: PlatformMessageId;
  readonly position: Position;
  readonly sentAt: number;
}

/** Ours: the fields; the official call answers message_id and current_time. */
const sentSchema = z.object({ result: z.object({ messageId: wireId, sendTime: wireMilliseconds }) });

export const readSent = (data: unknown): Outcome<SentMessage> => {
  const sent = sentSchema.safeParse(data);
  const position = sent.success ? positionOfTime(sent.data.result.sendTime) : null;
  return sent.success && position !== null
    ? {
        ok: true,
        value: {
          platformMessageId: asPlatformMessageId(sent.data.result.messageId),
          position,
          sentAt: sent.data.result.sendTime,
        },
      }
    : unexpected('accepted, but the answer names no message');
};

/** Ours: how this client names itself; the codes of robots must not be used. */
export const FROM_CODE = 'im_web';

/**
 * {sessionId, content, templateId, bizUnique, ext{language, fromCode}} (spec 2 §7.4); `content` and `ext` are JSON
 * text.
 */
export const sendMessage = gatewayCall({
  key: 'lazada-gateway POST send-message',
  tag: 'ours',
  repeat: 'send',
  api: APIS.send,
  method: 'POST',
  data: ({ sessionId, templateId, content, idempotencyKey }: OutgoingMessage) => ({
    sessionId,
    content: JSON.stringify(content),
    templateId,
    bizUnique: idempotencyKey,
    ext: JSON.stringify({ language: 'en', fromCode: FROM_CODE }),
  }),
  read: readSent,
});
