/** Parses notes of the world's journal into entries of the IM server. */
import type { ImEntry } from '@pasar/im-protocol/server';
import { z } from 'zod';

const int64 = z.string().regex(/^-?[0-9]{1,19}$/);
const texts = z.record(z.string(), z.string());
const number = z.number().int();
const member = z.object({ userId: int64, role: number, isStranger: z.boolean(), minIndex: int64 });
const quote = z.object({
  messageId: int64,
  hint: z.string(),
  rootId: int64.nullable(),
  rootIndex: int64.nullable(),
});
const message = z.object({
  id: int64,
  shortId: int64,
  index: int64,
  at: number,
  sender: int64,
  messageType: number,
  content: z.string(),
  ext: texts,
  clientMessageId: z.string(),
  visibleTo: z.array(int64).nullable(),
  invisibleTo: z.array(int64),
  quote: quote.nullable(),
  isUncounted: z.boolean(),
});
const command = message
  .pick({ id: true, shortId: true, index: true, at: true, sender: true, messageType: true, content: true })
  .extend({ to: z.array(int64) });
const property = z.object({ userId: int64, at: number, idempotentId: z.string(), value: z.string() });
const callee = z.object({ userId: int64, status: number, deviceId: z.string(), beatAt: number });
const call = z.object({
  channelId: z.string(),
  shortId: int64,
  callerId: int64,
  deviceId: z.string(),
  idempotentId: z.string(),
  voipType: number,
  mode: number,
  status: number,
  callees: z.array(callee),
  srvMsgId: int64,
  refChannelId: z.string(),
  createdAt: number,
  updatedAt: number,
  beatAt: number,
});

const entry = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });
const inConversation = { shortId: int64 };
const ofMember = { shortId: int64, userId: int64 };
const ofMark = { userId: int64, shortId: int64, action: number, tag: int64 };

const entrySchema: z.ZodType<ImEntry> = z.discriminatedUnion('type', [
  entry('conversation.created', {
    ...inConversation,
    conversationId: z.string(),
    conversationType: number,
    creator: int64,
    idempotentId: z.string().nullable(),
    isPersistent: z.boolean(),
    name: z.string(),
    desc: z.string(),
    icon: z.string(),
    ext: texts,
    members: z.array(member),
    index: int64,
    at: number,
  }),
  entry('conversation.dissolved', inConversation),
  entry('conversation.blocked', { ...inConversation, isBlocked: z.boolean(), isNormalOnly: z.boolean() }),
  entry('core.changed', { ...inConversation, set: texts, ext: texts }),
  entry('members.added', { ...inConversation, members: z.array(member), index: int64 }),
  entry('members.gone', { ...inConversation, userIds: z.array(int64) }),
  entry('member.changed', { ...ofMember, role: number.nullable(), alias: z.string().nullable() }),
  entry('members.blocked', { ...inConversation, until: z.record(int64, number.nullable()) }),
  entry('presence.changed', { ...ofMember, isPresent: z.boolean() }),
  entry('setting.changed', {
    ...ofMember,
    isMuted: z.boolean().nullable(),
    topTime: int64.nullable(),
    favoriteTime: int64.nullable(),
    ext: texts,
  }),
  entry('read.moved', { ...ofMember, index: int64 }),
  entry('min.moved', { ...ofMember, index: int64 }),
  entry('stranger.accepted', ofMember),
  entry('message.sent', { message }),
  entry('message.recalled', { messageId: int64, by: int64 }),
  entry('message.deleted', { messageId: int64, userId: int64 }),
  entry('message.ext', { messageId: int64, ext: texts }),
  entry('message.properties', {
    messageId: int64,
    properties: z.record(z.string(), z.array(property)),
    done: z.array(z.string()),
  }),
  entry('command.sent', { command }),
  entry('mark.set', { ...ofMark, messageId: int64, sortTime: int64 }),
  entry('mark.cleared', { ...ofMark, messageIds: z.array(int64) }),
  entry('mark.counts', { ...inConversation, userId: int64, total: int64.nullable(), tags: z.record(int64, int64) }),
  entry('unread.reported', { userId: int64, total: int64.nullable(), conversations: z.record(int64, int64) }),
  entry('blocklist.changed', {
    ...ofMember,
    others: z.array(int64),
    isBlocked: z.boolean(),
    index: int64,
  }),
  entry('call.changed', { call }),
  entry('call.beat', { channelId: z.string(), userId: int64, at: number }),
  entry('media.stored', { uri: z.string(), owner: int64, size: number, contentType: z.string(), at: number }),
]);

/** Throws a ZodError for a note that is no known entry. */
export const readNote = (data: unknown): ImEntry => entrySchema.parse(data);
