/** A message item of the push socket, of `sync` or of the message list (facts 2.2). */

import { tryExactJson } from '@pasar/connector-kit';
import {
  type Author,
  asPlatformConversationId,
  asPlatformMessageId,
  type MessageContent,
  type MessageFacts,
  type PlatformShopId,
} from '@pasar/domain';
import { z } from 'zod';
import { BUYER_TYPE, SELLER_TYPE } from '../../wire/apis.ts';
import { describeIssues, wireId, wireInt, wireMilliseconds } from '../../wire/fields.ts';
import { positionOfTime } from '../../wire/position.ts';
import { contentOfTemplate } from './content.ts';

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };
export const unreadable = (reason: string): Read<never> => ({ ok: false, reason });

/** `ext` is an object in some answers and JSON text in others. */
const extSchema = z
  .union([
    z.looseObject({ fromCode: z.string().optional() }),
    z.string().transform((text): { fromCode?: string | undefined } => {
      const parsed = tryExactJson(text);
      const ext = parsed.ok ? z.object({ fromCode: z.string().optional() }).safeParse(parsed.value) : null;
      return ext?.success ? ext.data : {};
    }),
  ])
  .nullish();

const bodySchema = z.object({
  typeData: z.object({
    mid: wireId,
    sid: wireId,
    fromType: wireInt,
    sendTime: wireMilliseconds,
    bizUnique: z.string().nullish(),
    status: wireInt.nullish(),
    ext: extSchema,
  }),
  layoutData: z.object({ card: wireInt }),
  templateData: z.union([z.string(), z.json()]),
});
type Body = z.output<typeof bodySchema>;
type Template = Body['templateData'];

/** `ext.fromCode` of messages that no person wrote. */
const ROBOT_CODES = new Set(['im_ai', 'im_open_api']);
const STATUS_RECALLED = 1;
const SYSTEM_TEMPLATE = 2;

function authorOf({ typeData, layoutData }: Body): Author {
  if (typeData.ext?.fromCode !== undefined && ROBOT_CODES.has(typeData.ext.fromCode)) return 'robot';
  if (layoutData.card === SYSTEM_TEMPLATE) return 'system';
  if (typeData.fromType === BUYER_TYPE) return 'buyer';
  return typeData.fromType === SELLER_TYPE ? 'seller' : 'system';
}

/** `templateData` is text that holds JSON; other text is the message itself. */
function openTemplate(template: Template): Template {
  if (typeof template !== 'string') return template;
  const parsed = tryExactJson(template);
  const json = parsed.ok ? z.json().safeParse(parsed.value) : null;
  return json?.success ? json.data : template;
}

/** The shape of the desk's idempotency keys. */
const keySchema = z.uuid();

/**
 * Every message has a `bizUnique`, also a buyer's. Only a message from the seller's side whose `bizUnique` has the
 * shape of the desk's keys can be a message of the desk.
 */
function ourKey({ fromType, bizUnique }: Body['typeData']): string | null {
  const key = fromType === SELLER_TYPE ? keySchema.safeParse(bizUnique) : null;
  return key?.success ? key.data : null;
}

function contentOf({ typeData, layoutData, templateData }: Body): MessageContent {
  // The content of a recalled message is not stored.
  return typeData.status === STATUS_RECALLED
    ? { type: 'placeholder', kind: 'system', wireType: 'recalled', raw: null }
    : contentOfTemplate(layoutData.card, openTemplate(templateData), templateData);
}

/** `body` is the item's body; the item's header, if there is one, said that the item is a message. */
export function fromWireMessage(body: unknown, shop: PlatformShopId): Read<MessageFacts> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return unreadable(`message: ${describeIssues(parsed.error)}`);
  const { typeData } = parsed.data;
  const position = positionOfTime(typeData.sendTime);
  if (position === null) return unreadable('message: sendTime is no time');
  return {
    ok: true,
    value: {
      platformShopId: shop,
      platformConversationId: asPlatformConversationId(typeData.sid),
      platformMessageId: asPlatformMessageId(typeData.mid),
      position,
      sentAt: typeData.sendTime,
      author: authorOf(parsed.data),
      content: contentOf(parsed.data),
      status: 'available',
      quote: null,
      idempotencyKey: ourKey(typeData),
    },
  };
}
