import { isFieldSet } from '@bufbuild/protobuf';
import { type ConversationInfoV2, ConversationInfoV2Schema, type MessageBody } from '../schema.ts';
import type { CommandContent } from './command-content.ts';
import { fromWireCore, fromWireMessage, fromWireSetting, participantsOf } from './from-wire.ts';
import { type ClientState, type ConversationState, type MessageState, placeOf } from './state.ts';

/** A conversation as commands name it. */
export interface ConversationRef {
  readonly conversationId: string;
  readonly conversationShortId: bigint;
  readonly conversationType: number;
}

/** Something that the client has to fetch before its state is complete again. */
export type Want =
  /** Entries of the per-user log behind the cursor (200). */
  | { readonly kind: 'log' }
  | { readonly kind: 'conversation'; readonly ref: ConversationRef }
  | { readonly kind: 'participants'; readonly ref: ConversationRef }
  /** The newest messages of a conversation whose beginning the log did not contain (301). */
  | { readonly kind: 'newest'; readonly ref: ConversationRef }
  | { readonly kind: 'message'; readonly ref: ConversationRef; readonly messageId: bigint }
  | { readonly kind: 'marks' }
  | { readonly kind: 'blocklist' }
  | { readonly kind: 'strangers' }
  /** A check that every conversation is known and complete (615). */
  | { readonly kind: 'audit' }
  /** A check that the messages of one conversation are complete (302, repaired by 301). */
  | { readonly kind: 'range'; readonly ref: ConversationRef };

export const wantKey = (want: Want): string => {
  switch (want.kind) {
    case 'conversation':
    case 'participants':
    case 'newest':
    case 'range':
      return `${want.kind}:${want.ref.conversationId}`;
    case 'message':
      return `message:${want.messageId}`;
    default:
      return want.kind;
  }
};

export interface Arrival {
  readonly conversationId: string;
  readonly message: MessageState;
  /** The message as received, for callers that keep messages themselves. */
  readonly body: MessageBody;
}

/** A command message as received, at its turn in the log. */
export interface ToldCommand {
  readonly content: CommandContent;
  readonly body: MessageBody;
}

export interface Reduction {
  readonly state: ClientState;
  readonly wants: readonly Want[];
  /** Keys of wants whose answer, if it is on its way, is out of date now. */
  readonly touched: readonly string[];
  /** Messages that were not held before, in order. */
  readonly arrivals: readonly Arrival[];
  /** Command messages in the order of the log. */
  readonly commands: readonly ToldCommand[];
  /** Messages that could not be understood. */
  readonly unreadable: readonly { readonly message: MessageBody; readonly reason: string }[];
}

/** A state during a change: every method leaves the old state unchanged. Lives for one `reduce`. */
export interface Draft {
  state: ClientState;
  readonly wants: Want[];
  readonly touched: string[];
  readonly arrivals: Arrival[];
  readonly commands: ToldCommand[];
  readonly unreadable: { readonly message: MessageBody; readonly reason: string }[];
}

export const draftOf = (state: ClientState): Draft => ({
  state,
  wants: [],
  touched: [],
  arrivals: [],
  commands: [],
  unreadable: [],
});

export const refOf = ({ conversationId, shortId, type }: ConversationState): ConversationRef => ({
  conversationId,
  conversationShortId: shortId,
  conversationType: type,
});

/** Finds a conversation by either of its ids, because some requests have only one of them. */
export function findConversation(state: ClientState, id: string, shortId: bigint): ConversationState | null {
  const found = state.conversations.get(id);
  if (found !== undefined) return found;
  if (shortId === 0n) return null;
  for (const conversation of state.conversations.values()) if (conversation.shortId === shortId) return conversation;
  return null;
}

export function putConversation(draft: Draft, conversation: ConversationState): void {
  if (draft.state.conversations.get(conversation.conversationId) === conversation) return;
  const conversations = new Map(draft.state.conversations);
  conversations.set(conversation.conversationId, conversation);
  draft.state = { ...draft.state, conversations };
}

const newConversation = (ref: ConversationRef): ConversationState => ({
  conversationId: ref.conversationId,
  shortId: ref.conversationShortId,
  type: ref.conversationType,
  ticket: '',
  isMember: true,
  isDissolved: false,
  core: null,
  setting: null,
  readIndex: 0n,
  minIndex: 0n,
  readIndexes: new Map(),
  minIndexes: new Map(),
  participants: null,
  messages: [],
  deleted: new Set(),
  toldVersions: new Map(),
});

/** The conversation of this id; a new conversation is empty and wanted. */
export function openConversation(draft: Draft, ref: ConversationRef): ConversationState {
  const found = findConversation(draft.state, ref.conversationId, ref.conversationShortId);
  if (found !== null) return found;
  const opened = newConversation(ref);
  draft.wants.push({ kind: 'conversation', ref });
  putConversation(draft, opened);
  return opened;
}

/** Messages up to the min index no longer exist for this user, and count as read. */
export function withMinIndex(conversation: ConversationState, index: bigint): ConversationState {
  if (index <= conversation.minIndex) return conversation;
  const messages = conversation.messages.slice(placeOf(conversation.messages, index + 1n));
  return withReadIndex({ ...conversation, minIndex: index, messages }, index);
}

export const withReadIndex = (conversation: ConversationState, index: bigint): ConversationState =>
  index > conversation.readIndex ? { ...conversation, readIndex: index } : conversation;

/** Raises an index; a lower value changes nothing. */
export function raised(
  indexes: ReadonlyMap<bigint, bigint>,
  userId: bigint,
  index: bigint,
): ReadonlyMap<bigint, bigint> {
  return index > (indexes.get(userId) ?? 0n) ? new Map(indexes).set(userId, index) : indexes;
}

/** Finds a message by its server id, from the end, because most changes are to recent messages. */
export const findMessage = (conversation: ConversationState, messageId: bigint): MessageState | null =>
  conversation.messages.findLast(({ serverMessageId }) => serverMessageId === messageId) ?? null;

export function replaceMessage(conversation: ConversationState, message: MessageState): ConversationState {
  const place = placeOf(conversation.messages, message.index);
  return { ...conversation, messages: conversation.messages.with(place, message) };
}

export function dropMessages(conversation: ConversationState, ids: ReadonlySet<bigint>): ConversationState {
  const messages = conversation.messages.filter(({ serverMessageId }) => !ids.has(serverMessageId));
  return messages.length === conversation.messages.length ? conversation : { ...conversation, messages };
}

/** IM-S22: each message once, the higher version wins, hidden or deleted messages do not come back. */
function putMessage(draft: Draft, conversation: ConversationState, body: MessageBody): ConversationState {
  const message = fromWireMessage(body);
  const { messages, minIndex, deleted } = conversation;
  if (message.index <= minIndex || deleted.has(message.serverMessageId)) return conversation;
  const place = placeOf(messages, message.index);
  const held = messages[place];
  if (held?.index === message.index) {
    if (message.version < held.version) return conversation;
    // A recall is final, even when a page without versions shows the message as it was before.
    return held.isRecalled && !message.isRecalled ? conversation : replaceMessage(conversation, message);
  }
  const { conversationId, toldVersions } = conversation;
  draft.arrivals.push({ conversationId, message, body });
  const put = { ...conversation, messages: messages.toSpliced(place, 0, message) };
  const told = toldVersions.get(message.serverMessageId);
  if (told === undefined) return put;
  if (told === null || message.version < told) {
    draft.wants.push({ kind: 'message', ref: refOf(conversation), messageId: message.serverMessageId });
  }
  const others = new Map(toldVersions);
  others.delete(message.serverMessageId);
  return { ...put, toldVersions: others };
}

export const refOfBody = (body: MessageBody): ConversationRef => ({
  conversationId: body.conversationId === '' ? String(body.conversationShortId) : body.conversationId,
  conversationShortId: body.conversationShortId,
  conversationType: body.conversationType,
});

/** The missing field without which a message cannot be placed; null when it is complete. */
function lackOf(body: MessageBody): string | null {
  if (body.serverMessageId <= 0n) return 'message without server_message_id';
  if (body.indexInConversation <= 0n) return 'message without index_in_conversation';
  return body.conversationId === '' && body.conversationShortId === 0n ? 'message without conversation' : null;
}

export function putBody(draft: Draft, body: MessageBody): void {
  const reason = lackOf(body);
  if (reason !== null) {
    draft.unreadable.push({ message: body, reason });
    return;
  }
  const conversation = openConversation(draft, refOfBody(body));
  putConversation(draft, putMessage(draft, conversation, body));
}

/** IM-S35: keeps only the newest messages of these conversations. */
export function withNewest(state: ClientState, conversationIds: Iterable<string>, count: number): ClientState {
  let conversations: Map<string, ConversationState> | null = null;
  for (const id of conversationIds) {
    const held = (conversations ?? state.conversations).get(id);
    if (held === undefined || held.messages.length <= count) continue;
    conversations ??= new Map(state.conversations);
    conversations.set(id, { ...held, messages: held.messages.slice(-count) });
  }
  return conversations === null ? state : { ...state, conversations };
}

/**
 * Applies the conversation info of 203, 610 and similar commands; the newer version of each part wins. Participants
 * have no version: they are only taken from a fetch for them (`isFetched`), and only when the first page is complete.
 */
export function putInfo(draft: Draft, info: ConversationInfoV2, isFetched: boolean): void {
  const ref: ConversationRef = {
    conversationId: info.conversationId === '' ? String(info.conversationShortId) : info.conversationId,
    conversationShortId: info.conversationShortId,
    conversationType: info.conversationType,
  };
  const held = findConversation(draft.state, ref.conversationId, ref.conversationShortId) ?? newConversation(ref);
  const core = info.conversationCoreInfo === undefined ? null : fromWireCore(info.conversationCoreInfo);
  const setting = info.conversationSettingInfo;
  const newSetting = setting === undefined ? null : fromWireSetting(setting);
  const isNewCore = core !== null && core.version >= (held.core?.version ?? 0n);
  const isNewSetting = newSetting !== null && newSetting.version >= (held.setting?.version ?? 0n);
  const page = info.firstPageParticipants;
  // A list that is longer than the first page is fetched separately.
  if (isFetched && page?.hasMore === true && held.participants !== null)
    draft.wants.push({ kind: 'participants', ref });
  const isWholePage = isFetched && page !== undefined && !page.hasMore;
  const isMember = isFieldSet(info, ConversationInfoV2Schema.field.isParticipant) ? info.isParticipant : held.isMember;
  const changed: ConversationState = {
    ...held,
    isDissolved: held.isDissolved && !(isFetched && isMember),
    participants: isWholePage ? participantsOf(page.participants) : held.participants,
    ticket: info.ticket,
    isMember,
    core: isNewCore ? core : held.core,
    setting: isNewSetting ? newSetting : held.setting,
  };
  putConversation(draft, withReadIndex(withMinIndex(changed, setting?.minIndex ?? 0n), setting?.readIndex ?? 0n));
}
