/** For tests: the actions of a run. Each is tried once; the server may refuse it. */
import type { RequestOf } from '../../commands.ts';
import { ActionType, BlockStatus, type MessageBody, OPERATION_TYPE } from '../../schema.ts';
import type { ConversationRef } from '../draft.ts';
import type { ImClient } from '../im-client.ts';
import type { Ask } from './ask.ts';
import type { Chance } from './time-and-chance.ts';

const FRIEND = 2n;
const OTHER = 3n;
/** A user who enters and leaves. */
const GUEST = 4n;
/** A user whom `me` does not know. */
export const STRANGER = 5n;
/** 0 means no label. */
export const MARK_TAGS = [0n, 7n] as const;
const TICKET = 'deprecated';
const GROUP = 2;
const ONE_TO_ONE = 1;

export interface Actor {
  readonly chance: Chance;
  readonly ask: Ask;
  readonly client: ImClient;
  readonly me: bigint;
  /** Conversations of `me`; new conversations are added. */
  readonly chats: ConversationRef[];
}

function createChat(
  ask: Ask,
  owner: bigint,
  type: number,
  participants: readonly bigint[],
): readonly ConversationRef[] {
  const made = ask(owner, 'createConversation', { conversationType: type, participants: [...participants] });
  if (made?.conversation === undefined) return [];
  const { conversationId, conversationShortId, conversationType } = made.conversation;
  return [{ conversationId, conversationShortId, conversationType }];
}

export const createChats = (ask: Ask, me: bigint): ConversationRef[] => [
  ...createChat(ask, me, GROUP, [me, FRIEND, OTHER]),
  ...createChat(ask, FRIEND, ONE_TO_ONE, [me, FRIEND]),
];

export type Action = (actor: Actor) => void;

const latest = ({ ask, chance }: Actor, reader: bigint, chat: ConversationRef): readonly MessageBody[] =>
  ask(reader, 'messagesInConversation', { ...chat, limit: 1 + chance.upTo(5) })?.messages ?? [];

/** Runs an action on one of the newest messages that a user sees, if there is any. */
function onMessage(actor: Actor, reader: bigint, run: (chat: ConversationRef, message: MessageBody) => void): void {
  const chat = actor.chance.pick(actor.chats);
  const messages = latest(actor, reader, chat);
  if (messages.length > 0) run(chat, actor.chance.pick(messages));
}

let clientIds = 0;
const text = ({ chance }: Actor, chat: ConversationRef): RequestOf<'sendMessage'> => {
  clientIds += 1;
  const id = `client-${clientIds}`;
  const ext = { 's:client_message_id': id, type: 'text' };
  return { ...chat, messageType: 1000, ticket: TICKET, content: `c${chance.upTo(1_000)}`, clientMessageId: id, ext };
};

const property = (actor: Actor, chat: ConversationRef, message: MessageBody): RequestOf<'modifyMessageProperty'> => ({
  ticket: TICKET,
  propertyList: {
    ...chat,
    serverMessageId: message.serverMessageId,
    modifyPropertyContent: [
      {
        operation: actor.chance.pick([OPERATION_TYPE.ADD_PROPERTY_ITEM, OPERATION_TYPE.REMOVE_PROPERTY_ITEM]),
        key: actor.chance.pick(['like', 'heart']),
        value: 'v',
        idempotentId: `p${actor.chance.upTo(3)}`,
      },
    ],
  },
});

const extOf = (actor: Actor, chat: ConversationRef, message: MessageBody): RequestOf<'modifyMessageExt'> => ({
  conversationShortId: chat.conversationShortId,
  messageId: message.serverMessageId,
  ticket: TICKET,
  ext: { [actor.chance.pick(['a', '__proto__', 'b'])]: String(actor.chance.upTo(100)) },
});

const setting = (actor: Actor, chat: ConversationRef): RequestOf<'setSetting'> => ({
  ...chat,
  ...actor.chance.pick([
    { setMute: actor.chance.hit(0.5) },
    { setStickOnTop: actor.chance.hit(0.5) },
    { setFavorite: actor.chance.hit(0.5) },
  ]),
});

const mark = (actor: Actor, chat: ConversationRef, message: MessageBody): RequestOf<'markMessage'> => ({
  ...chat,
  serverMessageId: message.serverMessageId,
  doAction: actor.chance.hit(0.6),
  actionType: actor.chance.pick([ActionType.FAVORITE, ActionType.PIN, ActionType.UNREAD]),
  tag: tagFor(actor),
});

/** The client knows labelled marks only from the log, so none are made before the client keeps marks. */
const tagFor = ({ chance, client }: Actor): bigint => (client.state().marks === null ? 0n : chance.pick(MARK_TAGS));

/** Actions of other users. */
const OTHERS_DO: readonly Action[] = [
  ...Array.from(
    { length: 8 },
    (): Action => (actor) => {
      const chat = actor.chance.pick(actor.chats);
      actor.ask(actor.chance.pick([FRIEND, OTHER, GUEST]), 'sendMessage', text(actor, chat));
    },
  ),
  (actor) =>
    onMessage(actor, FRIEND, (chat, { serverMessageId }) => {
      actor.ask(FRIEND, 'recallMessage', { ...chat, serverMessageId });
    }),
  (actor) =>
    onMessage(
      actor,
      FRIEND,
      (chat, message) => void actor.ask(FRIEND, 'modifyMessageExt', extOf(actor, chat, message)),
    ),
  (actor) =>
    onMessage(
      actor,
      OTHER,
      (chat, message) => void actor.ask(OTHER, 'modifyMessageProperty', property(actor, chat, message)),
    ),
  (actor) =>
    onMessage(actor, FRIEND, (chat, { indexInConversation }) => {
      actor.ask(FRIEND, 'markRead', { ...chat, readMessageIndex: indexInConversation });
    }),
  (actor) => {
    const name = `name ${actor.chance.upTo(100)}`;
    actor.ask(actor.chance.pick([actor.me, FRIEND]), 'setCoreInfo', {
      ...actor.chance.pick(actor.chats),
      name,
      isNameSet: true,
    });
  },
  (actor) => {
    actor.ask(FRIEND, 'inputStatus', actor.chance.pick(actor.chats));
  },
  (actor) => {
    actor.ask(FRIEND, 'sendMessageP2P', {
      ...actor.chance.pick(actor.chats),
      visibleUser: [actor.me],
      content: 'psst',
      messageType: 1000,
    });
  },
  (actor) => {
    if (actor.chats.length < 4) actor.chats.push(...createChat(actor.ask, OTHER, GROUP, [OTHER, actor.me, FRIEND]));
  },
  (actor) => {
    if (actor.chance.hit(0.3)) actor.ask(OTHER, 'dissolveConversation', actor.chance.pick(actor.chats));
  },
  (actor) => {
    const chat = actor.chance.pick(actor.chats);
    actor.ask(OTHER, actor.chance.pick(['addParticipants', 'removeParticipants']), {
      ...chat,
      participants: [actor.me],
    });
  },
];

function strangerChat(actor: Actor): ConversationRef | undefined {
  return createChat(actor.ask, STRANGER, ONE_TO_ONE, [actor.me, STRANGER])[0];
}

/** A stranger writes, and is sometimes answered: then the conversation becomes an ordinary one. */
const STRANGERS_DO: readonly Action[] = [
  (actor) => {
    const chat = strangerChat(actor);
    if (chat !== undefined) actor.ask(STRANGER, 'sendMessage', text(actor, chat));
  },
  (actor) => {
    const chat = strangerChat(actor);
    if (chat !== undefined && actor.chance.hit(0.3)) actor.ask(actor.me, 'sendMessage', text(actor, chat));
  },
];

/** Actions of the same user on another device. */
const OTHER_DEVICE_DOES: readonly Action[] = [
  (actor) => void actor.ask(actor.me, 'sendMessage', text(actor, actor.chance.pick(actor.chats))),
  (actor) => void actor.ask(actor.me, 'setSetting', setting(actor, actor.chance.pick(actor.chats))),
  (actor) => {
    actor.ask(actor.me, 'upsertSettingExt', {
      ...actor.chance.pick(actor.chats),
      ext: { k: String(actor.chance.upTo(9)) },
    });
  },
  (actor) => {
    actor.ask(actor.me, 'upsertCoreExt', {
      ...actor.chance.pick(actor.chats),
      ext: { k: String(actor.chance.upTo(9)) },
    });
  },
  (actor) =>
    onMessage(actor, actor.me, (chat, { indexInConversation }) => {
      actor.ask(actor.me, 'markRead', { ...chat, readMessageIndex: indexInConversation });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, { serverMessageId }) => {
      actor.ask(actor.me, 'deleteMessage', { ...chat, messageId: serverMessageId });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, { indexInConversation }) => {
      if (actor.chance.hit(0.3))
        actor.ask(actor.me, 'deleteConversation', { ...chat, lastMessageIndex: indexInConversation });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, message) => void actor.ask(actor.me, 'markMessage', mark(actor, chat, message))),
  (actor) =>
    onMessage(actor, actor.me, (chat, { serverMessageId }) => {
      const actionType = actor.chance.pick([ActionType.FAVORITE, ActionType.PIN]);
      actor.ask(actor.me, 'batchUnmark', {
        ...chat,
        serverMessageIds: [serverMessageId],
        actionType,
        tag: tagFor(actor),
      });
    }),
  (actor) => {
    actor.ask(actor.me, 'setBlocklist', { setBlockList: actor.chance.hit(0.5), blocklist: [50n, 51n] });
  },
  (actor) => {
    const chat = actor.chance.pick(actor.chats);
    actor.ask(actor.me, actor.chance.pick(['addParticipants', 'removeParticipants']), {
      ...chat,
      participants: [GUEST],
    });
  },
  (actor) => {
    const chat = actor.chance.pick(actor.chats);
    actor.ask(actor.me, 'updateParticipant', { ...chat, userId: FRIEND, role: actor.chance.pick([0, 2]) });
  },
  (actor) => {
    const { conversationShortId: convShortId, ...chat } = actor.chance.pick(actor.chats);
    const blockStatus = actor.chance.pick([BlockStatus.UNBLOCK, BlockStatus.BLOCK]);
    actor.ask(actor.me, 'blockConversation', { ...chat, convShortId, blockStatus, blockNormalOnly: true });
  },
];

/** Actions of the user on the client under test, over the bad network. */
const CLIENT_DOES: readonly Action[] = [
  (actor) => void actor.client.call('sendMessage', text(actor, actor.chance.pick(actor.chats))),
  (actor) => void actor.client.call('setSetting', setting(actor, actor.chance.pick(actor.chats))),
  (actor) =>
    onMessage(actor, actor.me, (chat, { indexInConversation }) => {
      void actor.client.call('markRead', { ...chat, readMessageIndex: indexInConversation });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, message) => void actor.client.call('markMessage', mark(actor, chat, message))),
  (actor) =>
    onMessage(actor, actor.me, (chat, { serverMessageId }) => {
      void actor.client.call('recallMessage', { ...chat, serverMessageId });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, { serverMessageId }) => {
      void actor.client.call('deleteMessage', { ...chat, messageId: serverMessageId });
    }),
  (actor) =>
    onMessage(actor, actor.me, (chat, message) => {
      void actor.client.call('modifyMessageProperty', property(actor, chat, message));
    }),
  (actor) =>
    onMessage(
      actor,
      actor.me,
      (chat, message) => void actor.client.call('modifyMessageExt', extOf(actor, chat, message)),
    ),
  (actor) => {
    void actor.client.call('setBlocklist', { setBlockList: actor.chance.hit(0.5), blocklist: [51n, 52n] });
  },
  (actor) => {
    void actor.client.call('leaveConversation', actor.chance.pick(actor.chats.slice(1)));
  },
  (actor) => void actor.client.call('messagesInConversation', { ...actor.chance.pick(actor.chats), limit: 3 }),
];

/** Actions that late replies make most difficult: changes without versions, and pages of history. */
const DELICATE: readonly Action[] = [
  (actor) =>
    onMessage(actor, actor.me, (chat, message) => {
      const given = { ...mark(actor, chat, message), actionType: ActionType.PIN };
      actor.ask(actor.me, 'markMessage', given);
      if (actor.chance.hit(0.5)) actor.ask(actor.me, 'markMessage', { ...given, doAction: given.doAction !== true });
    }),
  (actor) => {
    const chat = actor.chance.pick(actor.chats);
    void actor.client.call('messagesInConversation', chat);
    for (const message of latest(actor, FRIEND, chat))
      actor.ask(FRIEND, 'modifyMessageExt', extOf(actor, chat, message));
  },
];

export const ACTIONS: readonly Action[] = [
  ...OTHERS_DO,
  ...STRANGERS_DO,
  ...OTHER_DEVICE_DOES,
  ...CLIENT_DOES,
  ...DELICATE,
  ...DELICATE,
];
