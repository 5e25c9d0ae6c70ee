/** Applies entries about messages, and each user's log. */
import type { ImEntry, MessageEntry, UserId } from './entries.ts';
import { isVisibleTo } from './sight.ts';
import { cursorOf, type ImState, type LogItem, type Message, sentKey, touchUser } from './state.ts';
import { CONVERSATION_TYPE } from './vocabulary.ts';

export type MessageChange = Extract<ImEntry, { readonly type: `message.${string}` | 'command.sent' }>;

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Appends to a user's log, at `index`; when a host's indexes interleave, directly after the log's last item. */
function log(state: ImState, userId: UserId, index: bigint, itemAt: (at: bigint) => LogItem): void {
  const user = touchUser(state, userId);
  user.log.push(itemAt(later(index, cursorOf(user))));
}

function send(state: ImState, entry: MessageEntry): void {
  const conversation = state.conversations.get(entry.shortId);
  if (conversation === undefined) throw new Error(`message of the unknown conversation ${entry.shortId}`);
  const index = BigInt(entry.index);
  const message: Message = {
    id: entry.id,
    shortId: entry.shortId,
    index,
    order: BigInt(conversation.messages.length + 1),
    at: entry.at,
    sender: entry.sender,
    messageType: entry.messageType,
    content: entry.content,
    ext: entry.ext,
    clientMessageId: entry.clientMessageId,
    visibleTo: entry.visibleTo === null ? null : new Set(entry.visibleTo),
    invisibleTo: new Set(entry.invisibleTo),
    quote: entry.quote,
    isUncounted: entry.isUncounted,
    version: 0n,
    recalledBy: null,
    deletedFor: new Set(),
    properties: new Map(),
    doneProperties: new Set(),
  };
  conversation.messages.push(message);
  state.messages.set(message.id, message);
  if (entry.clientMessageId !== '') {
    state.sent.set(sentKey(entry.shortId, entry.sender, entry.clientMessageId), message.id);
  }
  state.lastIndex = later(state.lastIndex, index);
  state.lastId = later(state.lastId, BigInt(message.id));
  for (const member of conversation.members.values()) {
    if (!member.isIn || !isVisibleTo(message, member.userId)) continue;
    member.activeIndex = index;
    // IM-V31: live and broadcast messages go only to members who are present; strangers have a separate inbox.
    if (conversation.type !== CONVERSATION_TYPE.oneToOne && conversation.type !== CONVERSATION_TYPE.group) continue;
    if (member.isStranger) continue;
    log(state, member.userId, index, (at) => ({ kind: 'message', at, messageId: message.id }));
  }
}

export function applyMessage(state: ImState, entry: MessageChange): void {
  if (entry.type === 'message.sent') {
    send(state, entry.message);
    return;
  }
  if (entry.type === 'command.sent') {
    const { command } = entry;
    state.lastIndex = later(state.lastIndex, BigInt(command.index));
    state.lastId = later(state.lastId, BigInt(command.id));
    for (const userId of command.to) {
      log(state, userId, BigInt(command.index), (at) => ({ kind: 'command', at, command }));
    }
    return;
  }
  const message = state.messages.get(entry.messageId);
  if (message === undefined) throw new Error(`${entry.type} of the unknown message ${entry.messageId}`);
  switch (entry.type) {
    case 'message.recalled':
      message.recalledBy = entry.by;
      message.version += 1n;
      return;
    case 'message.deleted':
      message.deletedFor.add(entry.userId);
      return;
    case 'message.ext':
      message.ext = { ...message.ext, ...entry.ext };
      message.version += 1n;
      return;
    case 'message.properties':
      for (const [key, items] of Object.entries(entry.properties)) {
        if (items.length === 0) message.properties.delete(key);
        else message.properties.set(key, items);
      }
      for (const done of entry.done) message.doneProperties.add(done);
      message.version += 1n;
  }
}
