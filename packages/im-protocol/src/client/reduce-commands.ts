import type { MessageBody } from '../schema.ts';
import { type CommandContent, readCommandContent } from './command-content.ts';
import {
  type ConversationRef,
  type Draft,
  dropMessages,
  findMessage,
  openConversation,
  putConversation,
  raised,
  refOf,
  refOfBody,
  replaceMessage,
  wantKey,
  withMinIndex,
  withReadIndex,
} from './draft.ts';
import { recalled } from './from-wire.ts';
import { type ConversationState, type MarkState, type MessageState, markKey } from './state.ts';

/**
 * IM-S23: applies command messages (50001 to 70002) to the state. A value with a version is applied when it is the next
 * version, and fetched when a version is missing; a value without a version is applied in the order of the log.
 */
export function applyCommand(draft: Draft, body: MessageBody): void {
  const content = readCommandContent(body.messageType, body.content);
  if (content.kind === 'unreadable') draft.unreadable.push({ message: body, reason: content.reason });
  if (content.kind === 'unreadable' || content.kind === 'unknown') return;
  draft.commands.push({ content, body });
  switch (content.kind) {
    case 'firstMessage':
      applyFirstMessage(draft, refOf(openConversation(draft, refOfBody(body))));
      return;
    case 'pull':
    case 'notify':
      draft.wants.push({ kind: 'log' });
      return;
    case 'mark':
      applyMark(draft, content);
      return;
    case 'block':
      if (content.users === null) applyToConversation(draft, body, content);
      else applyBlocklist(draft, content.users, content.isBlocked ?? true);
      return;
    default:
      applyToConversation(draft, body, content);
  }
}

/**
 * A stranger's conversation became an ordinary conversation; its earlier messages are in no log and must be fetched.
 */
function applyFirstMessage(draft: Draft, ref: ConversationRef): void {
  draft.wants.push({ kind: 'newest', ref });
  if (draft.state.strangers !== null) draft.wants.push({ kind: 'strangers' });
}

type ConversationContent = Exclude<CommandContent, { readonly kind: 'firstMessage' | 'pull' | 'notify' | 'mark' }>;

function applyToConversation(draft: Draft, body: MessageBody, content: ConversationContent): void {
  const conversation = openConversation(draft, refOfBody(body));
  const ref = refOf(conversation);
  switch (content.kind) {
    case 'read':
      putConversation(draft, readBy(draft, conversation, body.sender, content.readIndex));
      return;
    case 'deleteMessage':
      putConversation(draft, withDeleted(conversation, [content.messageId]));
      return;
    case 'deleteConversation':
      if (content.lastMessageIndex === null) draft.wants.push({ kind: 'conversation', ref });
      else putConversation(draft, withMinIndex(conversation, content.lastMessageIndex));
      return;
    case 'minIndex':
      putConversation(draft, withMinIndex(conversation, content.minIndex));
      return;
    case 'destroyed':
      // This command also goes to a user who left. A user who is added again later gets a change of participants.
      putConversation(draft, { ...conversation, isDissolved: true, isMember: false });
      draft.touched.push(wantKey({ kind: 'conversation', ref }));
      return;
    case 'messageExt':
    case 'messageProperty':
    case 'recall':
      applyToMessage(draft, conversation, content);
      return;
    case 'settingUpdate':
    case 'coreUpdate':
    case 'mode':
    case 'participants':
    case 'block':
      draft.wants.push({ kind: 'conversation', ref });
      return;
  }
}

/** The sender of a read command is the reader. */
function readBy(draft: Draft, conversation: ConversationState, reader: bigint, index: bigint): ConversationState {
  const readIndexes = raised(conversation.readIndexes, reader, index);
  const told = readIndexes === conversation.readIndexes ? conversation : { ...conversation, readIndexes };
  return reader === draft.state.userId ? withReadIndex(told, index) : told;
}

export function withDeleted(conversation: ConversationState, ids: readonly bigint[]): ConversationState {
  const deleted = new Set([...conversation.deleted, ...ids]);
  return deleted.size === conversation.deleted.size
    ? conversation
    : dropMessages({ ...conversation, deleted }, new Set(ids));
}

type MessageContent = Extract<CommandContent, { readonly kind: 'messageExt' | 'messageProperty' | 'recall' }>;

/**
 * A change of a message that is not held: when its page comes and is older than this change, the message is fetched
 * again.
 */
function applyToMessage(draft: Draft, conversation: ConversationState, content: MessageContent): void {
  const held = findMessage(conversation, content.messageId);
  if (held === null) {
    const toldVersions = new Map(conversation.toldVersions).set(content.messageId, content.version);
    putConversation(draft, { ...conversation, toldVersions });
    return;
  }
  if (content.version !== null && content.version <= held.version) return;
  const key = `message:${content.messageId}`;
  draft.touched.push(key);
  const changed = content.version === held.version + 1n ? changedBy(held, content, content.version) : null;
  if (changed !== null) putConversation(draft, replaceMessage(conversation, changed));
  else draft.wants.push({ kind: 'message', ref: refOf(conversation), messageId: content.messageId });
}

/** The changed message; null when the content does not contain the new values. */
function changedBy(held: MessageState, content: MessageContent, version: bigint): MessageState | null {
  switch (content.kind) {
    case 'recall':
      return recalled(held, version);
    case 'messageExt':
      if (content.ext === null) return null;
      return held.isRecalled ? { ...held, version } : { ...held, ext: { ...held.ext, ...content.ext }, version };
    case 'messageProperty': {
      if (content.properties === null) return null;
      // Ours: the list is complete.
      return held.isRecalled ? { ...held, version } : { ...held, properties: content.properties, version };
    }
  }
}

export function setMarks(draft: Draft, marks: readonly MarkState[], isMarked: boolean): void {
  const changed = new Map(draft.state.marks ?? []);
  for (const mark of marks) {
    if (isMarked) changed.set(markKey(mark), mark);
    else changed.delete(markKey(mark));
  }
  draft.state = { ...draft.state, marks: changed };
}

function applyMark(draft: Draft, content: Extract<CommandContent, { readonly kind: 'mark' }>): void {
  const { action, tag, isMarked, messageIds } = content;
  draft.touched.push('marks');
  if (draft.state.marks === null) return;
  setMarks(
    draft,
    messageIds.map((messageId) => ({ messageId, action, tag })),
    isMarked,
  );
}

function applyBlocklist(draft: Draft, users: readonly bigint[], isBlocked: boolean): void {
  draft.touched.push('blocklist');
  const { blockedUsers } = draft.state;
  if (blockedUsers === null) return;
  const changed = new Set(blockedUsers);
  for (const user of users) {
    if (isBlocked) changed.add(user);
    else changed.delete(user);
  }
  draft.state = { ...draft.state, blockedUsers: changed };
}
