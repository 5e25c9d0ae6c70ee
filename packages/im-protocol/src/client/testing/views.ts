/** For tests: the client's state and the server's state in the same shape of plain texts. */
import { ActionType, type ConversationInfoV2, type MessageBody } from '../../schema.ts';
import type { ImServer } from '../../server/index.ts';
import { type ClientState, type ConversationState, shownMarks } from '../state.ts';
import { MARK_TAGS } from './actions.ts';
import type { Ask } from './ask.ts';

interface MessageView {
  readonly id: string;
  readonly index: string;
  readonly sender: string;
  readonly content: string;
  readonly ext: readonly (readonly [string, string])[];
  readonly isRecalled: boolean;
  readonly properties: readonly string[];
}
interface ConversationView {
  readonly name: string;
  readonly coreExt: readonly (readonly [string, string])[];
  readonly isBlocked: boolean;
  readonly setting: readonly unknown[];
  readonly settingExt: readonly (readonly [string, string])[];
  readonly readIndex: string;
  readonly minIndex: string;
  readonly participants: readonly string[];
  readonly messages: readonly MessageView[];
}
export interface View {
  readonly conversations: Readonly<Record<string, ConversationView>>;
  readonly marks: readonly string[] | null;
  readonly blocked: readonly string[] | null;
  readonly strangers: readonly string[] | null;
  /** The read positions of others that the client was told. */
  readonly readers: readonly string[];
}

const sorted = (ext: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(ext).sort(([one], [other]) => (one < other ? -1 : 1));

function heldConversation(held: ConversationState): ConversationView {
  const { core, setting } = held;
  return {
    name: core?.name ?? '?',
    coreExt: sorted(core?.ext ?? {}),
    isBlocked: core?.isBlocked ?? false,
    setting: [setting?.isMuted, setting?.pinnedAt, setting?.favoriteAt, setting?.isPinned, setting?.isFavorite].map(
      String,
    ),
    settingExt: sorted(setting?.ext ?? {}),
    readIndex: String(held.readIndex),
    minIndex: String(held.minIndex),
    participants: [...(held.participants ?? [])]
      .map(([user, { role, alias, isBlocked }]) => `${user} ${role} ${alias} ${isBlocked}`)
      .sort(),
    messages: held.messages.map((message) => ({
      id: String(message.serverMessageId),
      index: String(message.index),
      sender: String(message.sender),
      content: message.content,
      ext: sorted(message.ext),
      isRecalled: message.isRecalled,
      properties: [...message.properties]
        .flatMap(([name, items]) => items.map((item) => `${name} ${item.uid} ${item.idempotentId} ${item.value}`))
        .sort(),
    })),
  };
}

export function clientView(state: ClientState): View {
  const shown = [...state.conversations.values()].filter(({ isMember, isDissolved }) => isMember && !isDissolved);
  return {
    conversations: Object.fromEntries(shown.map((held) => [held.conversationId, heldConversation(held)])),
    marks:
      state.marks === null
        ? null
        : shownMarks({ ...state, conversations: new Map(shown.map((held) => [held.conversationId, held])) })
            .map(({ messageId, action, tag }) => `${messageId} ${action} ${tag}`)
            .sort(),
    blocked: state.blockedUsers === null ? null : [...state.blockedUsers].map(String).sort(),
    strangers:
      state.strangers === null
        ? null
        : [...state.strangers.values()].map((one) => `${one.conversationId} ${one.unread} ${one.lastMessageId}`).sort(),
    readers: readersOf(state, (held, user) => held.readIndexes.get(user) ?? 0n),
  };
}

function readersOf(state: ClientState, indexOf: (held: ConversationState, user: bigint) => bigint): readonly string[] {
  return [...state.conversations.values()]
    .filter(({ isMember, isDissolved }) => isMember && !isDissolved)
    .flatMap((held) =>
      [...held.readIndexes.keys()]
        .filter((user) => user !== state.userId && held.participants?.has(user) === true)
        .map((user) => `${held.conversationId} ${user} ${indexOf(held, user)}`),
    )
    .sort();
}

/** Built directly from the wire shapes, without the client's code for reading them. */
function toldConversation(info: ConversationInfoV2, messages: readonly MessageBody[]): ConversationView {
  const core = info.conversationCoreInfo;
  const setting = info.conversationSettingInfo;
  return {
    name: core?.name ?? '?',
    coreExt: sorted(core?.ext ?? {}),
    isBlocked: core?.blockStatus === 1,
    setting: [
      setting?.mute === 1,
      setting?.setTopTime,
      setting?.setFavoriteTime,
      setting?.stickOnTop === 1,
      setting?.favorite === 1,
    ].map(String),
    settingExt: sorted(setting?.ext ?? {}),
    readIndex: String(setting?.readIndex),
    minIndex: String(setting?.minIndex),
    participants: (info.firstPageParticipants?.participants ?? [])
      .map(({ userId, role, alias, blocked }) => `${userId} ${role} ${alias} ${blocked === 1}`)
      .sort(),
    messages: messages.map((body) => {
      const isRecalled = body.status === 1;
      return {
        id: String(body.serverMessageId),
        index: String(body.indexInConversation),
        sender: String(body.sender),
        content: isRecalled ? '' : body.content,
        ext: isRecalled ? [] : sorted(body.ext),
        isRecalled,
        properties: Object.entries(isRecalled ? {} : body.propertyList)
          .flatMap(([name, { Items }]) => Items.map((item) => `${name} ${item.uid} ${item.idempotentId} ${item.value}`))
          .sort(),
      };
    }),
  };
}

/** The server's view; `state` has the readers and lists that the client was told of. */
export function serverView(server: ImServer, ask: Ask, me: bigint, state: ClientState): View {
  const listed = ask(me, 'conversationsCheckInfo', {})?.conversationCheckinfoList ?? [];
  const listedIds = new Set(listed.map(({ conversationId }) => conversationId));
  const refs = [...server.state.conversations.values()]
    .filter(({ isDissolved, members }) => !isDissolved && members.get(String(me))?.isIn === true)
    // A conversation that was deleted before the client started is in no list.
    .filter(({ id }) => listedIds.has(id) || state.conversations.has(id))
    .map(({ id, shortId, type }) => ({
      conversationId: id,
      conversationShortId: BigInt(shortId),
      conversationType: type,
    }));
  const infos = ask(me, 'conversationInfoList', { conversationInfoList: refs })?.conversationInfoList ?? [];
  const conversations = infos.map((info): [string, ConversationView] => {
    const { conversationId, conversationShortId, conversationType } = info;
    const ref = { conversationId, conversationShortId, conversationType };
    const messages = ask(me, 'messagesInConversation', { ...ref, limit: 200 })?.messages ?? [];
    return [conversationId, toldConversation(info, messages.toReversed())];
  });
  const marks = [ActionType.FAVORITE, ActionType.PIN, ActionType.UNREAD].flatMap((actionType) =>
    MARK_TAGS.flatMap((tag) =>
      (ask(me, 'pullMarkedMessages', { actionType, tag, limit: 200n })?.messages ?? []).map(
        ({ serverMessageId }) => `${serverMessageId} ${actionType} ${tag}`,
      ),
    ),
  );
  const strangers = ask(me, 'strangerConversations', { count: 50n })?.conversationList ?? [];
  const blocked = (ask(me, 'blocklist', { limit: 200 })?.userInfo ?? []).map(({ userId }) => String(userId));
  return {
    conversations: Object.fromEntries(conversations),
    marks: state.marks === null ? null : marks.sort(),
    blocked: state.blockedUsers === null ? null : blocked.sort(),
    strangers:
      state.strangers === null
        ? null
        : strangers
            .map((one) => `${one.conversationId} ${one.unread} ${one.lastMessage?.serverMessageId ?? null}`)
            .sort(),
    readers: readersOf(state, (held, user) => {
      const told = ask(me, 'readIndex', { conversationShortId: held.shortId, conversationId: held.conversationId });
      return told?.indexes.find(({ userId }) => userId === user)?.index ?? -1n;
    }),
  };
}
