import type { CommandName, ReplyOf } from '../commands.ts';
import { type ActionType, type ConversationInfoV2, type MessageBody, MessageStatus } from '../schema.ts';
import { isCommandMessage } from './command-content.ts';
import type { RequestShapeOf } from './command-table.ts';
import {
  type ConversationRef,
  type Draft,
  dropMessages,
  findConversation,
  findMessage,
  openConversation,
  putBody,
  putConversation,
  putInfo,
  raised,
  replaceMessage,
  withMinIndex,
  withReadIndex,
} from './draft.ts';
import { fromWireCore, fromWireSetting, participantsOf, recalled } from './from-wire.ts';
import { isNotice } from './notices.ts';
import { applyCommand, setMarks, withDeleted } from './reduce-commands.ts';
import type { ConversationState, StrangerState } from './state.ts';

type ReplyReducers = {
  readonly [Name in CommandName]?: (draft: Draft, request: RequestShapeOf<Name>, reply: ReplyOf<Name>) => void;
};

interface Named {
  readonly conversationId: string;
  readonly conversationShortId: bigint;
}

/**
 * Changes the conversation that a request names. An unknown conversation is left out, because its later fetch includes
 * the change.
 */
function change(
  draft: Draft,
  { conversationId, conversationShortId }: Named,
  by: (conversation: ConversationState) => ConversationState,
): void {
  const held = findConversation(draft.state, conversationId, conversationShortId);
  if (held !== null) putConversation(draft, by(held));
}

const wanted = (
  draft: Draft,
  request: ConversationRef,
  ...kinds: readonly ('conversation' | 'participants')[]
): void => {
  const { conversationId, conversationShortId, conversationType } = request;
  const ref = { conversationId, conversationShortId, conversationType };
  for (const kind of kinds) draft.wants.push({ kind, ref });
};

/** Applies entries of the log or of a page, in their order. Notices (`notices.ts`) do not change the state. */
export function applyBodies(draft: Draft, bodies: readonly MessageBody[]): void {
  for (const body of bodies) {
    if (isNotice(body.messageType)) continue;
    if (isCommandMessage(body.messageType)) applyCommand(draft, body);
    else putBody(draft, body);
  }
}

/** Applies a page. It is not the log: its command messages have been applied in their turn. */
function putPage(draft: Draft, bodies: readonly MessageBody[]): void {
  for (const body of bodies) {
    if (!isCommandMessage(body.messageType) && !isNotice(body.messageType)) putBody(draft, body);
  }
}

const putInfos = (draft: Draft, infos: readonly ConversationInfoV2[], isFetched: boolean): void => {
  for (const info of infos) putInfo(draft, info, isFetched);
};

/**
 * IM-S24: the state changes of replies. The success of a command is applied when the server's order does not matter
 * (versions, rising indexes, deletions); everything else is fetched.
 */
export const REPLY_REDUCERS: ReplyReducers = {
  messagesPerUser: (draft, _request, reply) => {
    applyBodies(draft, reply.messages);
    if (reply.nextCursor > (draft.state.cursor ?? 0n)) draft.state = { ...draft.state, cursor: reply.nextCursor };
  },
  messagesPerUserInit: (draft, _request, reply) => {
    putInfos(draft, reply.conversations, true);
    putPage(draft, reply.messages);
  },
  messagesInConversation: (draft, _request, reply) => putPage(draft, reply.messages),
  messageById: (draft, request, { msgInfo }) => {
    const body = msgInfo?.body;
    switch (msgInfo?.status) {
      case MessageStatus.AVAILABLE:
        if (body !== undefined) putBody(draft, body);
        return;
      case MessageStatus.RECALLED:
        if (body !== undefined) putBody(draft, body);
        change(draft, request, (held) => {
          const message = findMessage(held, request.serverMessageId);
          if (message === null || message.isRecalled) return held;
          return replaceMessage(held, recalled(message, message.version));
        });
        return;
      case MessageStatus.NOT_EXIST:
      case MessageStatus.INVISIBLE:
      case MessageStatus.DELETED:
        change(draft, request, (held) => dropMessages(held, new Set([request.serverMessageId])));
    }
  },
  conversationInfoList: (draft, request, reply) => {
    putInfos(draft, reply.conversationInfoList, true);
    const listed = new Set(reply.conversationInfoList.map(({ conversationShortId }) => conversationShortId));
    for (const asked of request.conversationInfoList) {
      // Ours: a conversation that the server does not list no longer has the caller as a member.
      if (!listed.has(asked.conversationShortId)) change(draft, asked, (held) => ({ ...held, isMember: false }));
    }
  },
  favoriteConversations: (draft, _request, reply) => putInfos(draft, reply.conversationInfoList, false),
  topConversations: (draft, _request, reply) => putInfos(draft, reply.conversationInfoList, false),
  userConversations: (draft, _request, reply) => putInfos(draft, reply.list, false),
  createConversation: (draft, _request, reply) => {
    if (reply.conversation !== undefined) putInfo(draft, reply.conversation, false);
  },
  sendMessage: (draft, _request, reply) => {
    if (reply.conversation !== undefined) putInfo(draft, reply.conversation, false);
  },
  conversationsCheckInfo: (draft, _request, reply) => {
    for (const { conversationId, conversationShortId, conversationType } of reply.conversationCheckinfoList) {
      const ref = { conversationId, conversationShortId, conversationType };
      if (findConversation(draft.state, conversationId, conversationShortId) !== null) continue;
      openConversation(draft, ref);
      draft.wants.push({ kind: 'newest', ref });
    }
  },
  coreInfo: (draft, request, { conversationCoreInfo: core }) => {
    if (core !== undefined) change(draft, request, (held) => withCore(held, fromWireCore(core)));
  },
  setCoreInfo: (draft, request, { conversationCoreInfo: core }) => {
    if (core !== undefined) change(draft, request, (held) => withCore(held, fromWireCore(core)));
  },
  upsertCoreExt: (draft, request, { coreInfo: core }) => {
    if (core !== undefined) change(draft, request, (held) => withCore(held, fromWireCore(core)));
  },
  setSetting: (draft, request, { settingInfo: setting }) => {
    if (setting !== undefined) change(draft, request, (held) => withSetting(held, fromWireSetting(setting)));
  },
  upsertSettingExt: (draft, request, { settingInfo: setting }) => {
    if (setting !== undefined) change(draft, request, (held) => withSetting(held, fromWireSetting(setting)));
  },
  markRead: (draft, request) => {
    const { userId } = draft.state;
    change(draft, request, (held) =>
      withReadIndex(
        { ...held, readIndexes: raised(held.readIndexes, userId, request.readMessageIndex) },
        request.readMessageIndex,
      ),
    );
  },
  readIndex: (draft, request, { indexes }) => {
    for (const { userId, index } of indexes) {
      change(draft, request, (held) => {
        const told = { ...held, readIndexes: raised(held.readIndexes, userId, index) };
        return userId === draft.state.userId ? withReadIndex(told, index) : told;
      });
    }
  },
  minIndex: (draft, request, { indexes }) => {
    for (const { userId, index } of indexes) {
      change(draft, request, (held) => {
        const told = { ...held, minIndexes: raised(held.minIndexes, userId, index) };
        return userId === draft.state.userId ? withMinIndex(told, index) : told;
      });
    }
  },
  deleteConversation: (draft, request) =>
    change(draft, request, (held) =>
      withReadIndex(withMinIndex(held, request.lastMessageIndex), request.lastMessageIndex),
    ),
  deleteMessage: (draft, request) => change(draft, request, (held) => withDeleted(held, [request.messageId])),
  recallMessage: (draft, request) => {
    draft.wants.push({ kind: 'message', ref: refIn(request), messageId: request.serverMessageId });
  },
  modifyMessageExt: (draft, request) => {
    const held = findConversation(draft.state, '', request.conversationShortId);
    if (held !== null) {
      const ref = {
        conversationId: held.conversationId,
        conversationShortId: held.shortId,
        conversationType: held.type,
      };
      draft.wants.push({ kind: 'message', ref, messageId: request.messageId });
    }
  },
  modifyMessageProperty: (draft, { propertyList }) => {
    if (propertyList === undefined) return;
    draft.wants.push({ kind: 'message', ref: refIn(propertyList), messageId: propertyList.serverMessageId });
  },
  dissolveConversation: (draft, request) =>
    change(draft, request, (held) => ({ ...held, isDissolved: true, isMember: false })),
  leaveConversation: (draft, request) => wanted(draft, request, 'conversation', 'participants'),
  addParticipants: (draft, request) => wanted(draft, request, 'conversation', 'participants'),
  removeParticipants: (draft, request) => wanted(draft, request, 'conversation', 'participants'),
  updateParticipant: (draft, request) => wanted(draft, request, 'conversation', 'participants'),
  blockMembers: (draft, request) =>
    wanted(draft, { ...request, conversationShortId: request.convShortId }, 'participants'),
  blockConversation: (draft, request) =>
    wanted(draft, { ...request, conversationShortId: request.convShortId }, 'conversation'),
  // The log has the order of one's own marks and those of one's other devices.
  markMessage: (draft) => void draft.wants.push({ kind: 'log' }),
  batchUnmark: (draft) => void draft.wants.push({ kind: 'log' }),
  setBlocklist: (draft) => {
    if (draft.state.blockedUsers !== null) draft.wants.push({ kind: 'blocklist' });
  },
  deleteStrangerMessage: (draft) => void draft.wants.push({ kind: 'strangers' }),
  deleteStrangerConversation: (draft) => void draft.wants.push({ kind: 'strangers' }),
  deleteAllStrangerConversations: (draft) => void draft.wants.push({ kind: 'strangers' }),
  markStrangerRead: (draft) => void draft.wants.push({ kind: 'strangers' }),
  markAllStrangersRead: (draft) => void draft.wants.push({ kind: 'strangers' }),
};

const refIn = ({ conversationId, conversationShortId, conversationType }: ConversationRef): ConversationRef => ({
  conversationId,
  conversationShortId,
  conversationType,
});

const withCore = (held: ConversationState, core: NonNullable<ConversationState['core']>): ConversationState =>
  core.version >= (held.core?.version ?? 0n) ? { ...held, core } : held;

const withSetting = (held: ConversationState, setting: NonNullable<ConversationState['setting']>): ConversationState =>
  setting.version >= (held.setting?.version ?? 0n) ? { ...held, setting } : held;

/** Lists that were fetched completely: they replace the held lists. */
export interface Lists {
  participants: (draft: Draft, ref: ConversationRef, pages: readonly ReplyOf<'participants'>[]) => void;
  marks: (
    draft: Draft,
    pages: readonly { readonly action: ActionType; readonly reply: ReplyOf<'pullMarkedMessages'> }[],
  ) => void;
  blocklist: (draft: Draft, pages: readonly ReplyOf<'blocklist'>[]) => void;
  strangers: (draft: Draft, pages: readonly ReplyOf<'strangerConversations'>[]) => void;
  /** Removes messages that the server does not list any more. */
  gone: (draft: Draft, ref: ConversationRef, ids: ReadonlySet<bigint>) => void;
}
export const LIST_REDUCERS: Lists = {
  participants: (draft, ref, pages) =>
    change(draft, ref, (held) => {
      const all = pages.flatMap(({ participantsPage }) => participantsPage?.participants ?? []);
      return { ...held, participants: participantsOf(all) };
    }),
  marks: (draft, pages) => {
    // A list covers one label; marks with other labels stay as the log told them.
    setMarks(
      draft,
      [...(draft.state.marks?.values() ?? [])].filter(({ tag }) => tag === 0n),
      false,
    );
    for (const { action, reply } of pages) {
      setMarks(
        draft,
        reply.messages.map(({ serverMessageId }) => ({ messageId: serverMessageId, action, tag: 0n })),
        true,
      );
    }
  },
  gone: (draft, ref, ids) => change(draft, ref, (held) => dropMessages(held, ids)),
  blocklist: (draft, pages) => {
    const users = pages.flatMap(({ userInfo }) => userInfo.map(({ userId }) => userId));
    draft.state = { ...draft.state, blockedUsers: new Set(users) };
  },
  strangers: (draft, pages) => {
    const all = pages.flatMap(({ conversationList }) => conversationList);
    const strangers = all.map((one): [string, StrangerState] => [
      one.conversationId,
      {
        conversationId: one.conversationId,
        shortId: one.conversationShortId,
        unread: one.unread,
        lastMessageId: one.lastMessage?.serverMessageId ?? null,
      },
    ]);
    draft.state = { ...draft.state, strangers: new Map(strangers) };
  },
};
