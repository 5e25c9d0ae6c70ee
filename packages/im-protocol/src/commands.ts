import type { Message, MessageInitShape } from '@bufbuild/protobuf';
import { type Command, call, order, type PushCommand, push } from './command-row.ts';

export type {
  Command,
  CommandBody,
  CommandSchema,
  PushCommand,
  ReplyInit,
  RequestSlot,
  ResponseSlot,
} from './command-row.ts';

/**
 * Every command of a client (facts §2.1): number, name, path of the HTTP twin, slot. The slot's number and messages,
 * and the defaults of its fields, come from the schema. `call` has a reply with a body, `order` only a status code.
 *
 * The exceptions: 2002 is in slot 604; 1001 to 1007 are one slot down (the schema's numbers); 411 has a reply body only
 * in some builds.
 */
export const COMMANDS = {
  sendMessage: call(100, 'SEND_MESSAGE', 'v1/message/send', 'sendMessageBody', 'signed'),
  messagesPerUser: call(200, 'GET_MESSAGES_BY_USER', 'v1/message/get_by_user', 'messagesPerUserBody'),
  messagesPerUserInit: call(
    203,
    'GET_MESSAGES_BY_USER_INIT_V2',
    'v2/message/get_by_user_init',
    'messagesPerUserInitV2Body',
  ),
  messageById: call(211, 'GET_MESSAGE_INFO_BY_SERVER_ID', 'v1/message/get_message_by_server_id', 'getMessageByIdBody'),
  messagesInConversation: call(
    301,
    'GET_MESSAGES_BY_CONVERSATION',
    'v1/message/get_by_conversation',
    'messagesInConversationBody',
  ),
  messagesCheckInfo: call(
    302,
    'GET_MESSAGES_CHECKINFO_IN_CONVERSATION',
    'v1/message/get_checkinfo',
    'getMessagesCheckinfoInConversationBody',
  ),
  userAction: call(410, 'SEND_USER_ACTION', 'v1/client/user_action', 'sendUserActionBody'),
  inputStatus: call(411, 'SEND_INPUT_STATUS', 'v1/client/input_status', 'sendInputStatusBody', 'reply may be absent'),
  deleteConversation: order(603, 'MARK_CONVERSATION_DELETE', 'v1/conversation/delete', 'deleteConversationBody'),
  participants: call(
    605,
    'CONVERSATION_PARTICIPANTS_LIST',
    'v1/conversation/participants_list',
    'conversationParticipantsBody',
  ),
  createConversation: call(
    609,
    'CREATE_CONVERSATION_V2',
    'v2/conversation/create',
    'createConversationV2Body',
    'signed',
  ),
  conversationInfoList: call(
    610,
    'GET_CONVERSATION_INFO_LIST_V2',
    'v2/conversation/get_info_list',
    'getConversationInfoListV2Body',
  ),
  favoriteConversations: call(
    611,
    'GET_CONVERSATION_INFO_LIST_BY_FAVORITE_V2',
    'v2/conversation/get_by_favorite',
    'getConversationInfoListByFavoriteV2Body',
  ),
  topConversations: call(
    612,
    'GET_CONVERSATION_INFO_LIST_BY_TOP_V2',
    'v2/conversation/get_by_top',
    'getConversationInfoListByTopV2Body',
  ),
  dissolveConversation: order(
    614,
    'DISSOLVE_CONVERSATION',
    'v1/conversation/dissolve',
    'dissolveConversationBody',
    'signed',
  ),
  conversationsCheckInfo: call(
    615,
    'GET_CONVERSATIONS_CHECKINFO',
    'v1/conversation/get_checkinfo',
    'getConversationsCheckinfoBody',
  ),
  addParticipants: call(
    650,
    'ADD_CONVERSATION_PARTICIPANTS',
    'v1/conversation/add_participants',
    'conversationAddParticipantsBody',
    'signed',
  ),
  removeParticipants: call(
    651,
    'REMOVE_CONVERSATION_PARTICIPANTS',
    'v1/conversation/remove_participants',
    'conversationRemoveParticipantsBody',
    'signed',
  ),
  leaveConversation: order(652, 'LEAVE_CONVERSATION', 'v1/conversation/leave', 'leaveConversationBody'),
  updateParticipant: call(
    655,
    'UPDATE_CONVERSATION_PARTICIPANT',
    'v1/conversation/update_participant',
    'updateConversationParticipantBody',
    'signed',
  ),
  deleteMessage: order(701, 'DELETE_MESSAGE', 'v1/message/delete', 'deleteMessageBody'),
  recallMessage: order(702, 'RECALL_MESSAGE', 'v1/message/recall', 'recallMessageBody'),
  modifyMessageProperty: call(
    705,
    'SET_MESSAGE_PROPERTY',
    'v1/message/set_property',
    'modifyMessagePropertyBody',
    'signed',
  ),
  coreInfo: call(901, 'GET_CONVERSATION_CORE_INFO', 'v1/conversation/get_core_info', 'getConversationCoreInfoBody'),
  setCoreInfo: call(
    902,
    'SET_CONVERSATION_CORE_INFO',
    'v1/conversation/set_core_info',
    'setConversationCoreInfoBody',
    'signed',
  ),
  upsertCoreExt: call(
    904,
    'UPSERT_CONVERSATION_CORE_EXT_INFO',
    'v1/conversation/upsert_core_ext_info',
    'upsertConversationCoreExtInfoBody',
    'signed',
  ),
  setSetting: call(
    921,
    'SET_CONVERSATION_SETTING_INFO',
    'v1/conversation/set_setting_info',
    'setConversationSettingInfoBody',
    'signed',
  ),
  upsertSettingExt: call(
    922,
    'UPSERT_CONVERSATION_SETTING_EXT_INFO',
    'v1/conversation/upsert_settings_ext',
    'upsertConversationSettingExtInfoBody',
    'signed',
  ),
  strangerConversations: call(
    1001,
    'GET_STRANGER_CONVERSATION_LIST',
    'v1/stranger/get_conversation_list',
    'getStrangerConversationBody',
  ),
  strangerMessages: call(
    1002,
    'GET_STRANGER_MESSAGES_IN_CONVERSATION',
    'v1/stranger/get_messages',
    'getStrangerMessagesBody',
  ),
  deleteStrangerMessage: call(
    1003,
    'DELETE_STRANGER_MESSAGE',
    'v1/stranger/delete_message',
    'deleteStrangerMessageBody',
  ),
  deleteStrangerConversation: call(
    1004,
    'DELETE_STRANGER_CONVERSATION',
    'v1/stranger/delete_conversation',
    'deleteStrangerConversationBody',
  ),
  deleteAllStrangerConversations: call(
    1005,
    'DELETE_ALL_STRANGER_CONVERSATIONS',
    'v1/stranger/delete_all_conversations',
    'deleteStrangerAllConversationBody',
  ),
  markStrangerRead: call(
    1006,
    'MARK_STRANGER_CONVERSATION_READ',
    'v1/stranger/mark_read_conversation',
    'markStrangerConversationReadBody',
  ),
  markAllStrangersRead: call(
    1007,
    'MARK_ALL_STRANGER_CONVERSATIONS_READ',
    'v1/stranger/mark_read_all_conversations',
    'markStrangerAllConversationReadBody',
  ),
  readIndex: call(
    2000,
    'GET_CONVERSATION_PARTICIPANTS_READ_INDEX_V3',
    'v3/conversation/get_read_index',
    'participantsReadIndexBody',
  ),
  minIndex: call(
    2001,
    'GET_CONVERSATION_PARTICIPANTS_MIN_INDEX_V3',
    'v3/conversation/get_min_index',
    'participantsMinIndexBody',
  ),
  markRead: order(2002, 'MARK_CONVERSATION_READ_V3', 'v3/conversation/mark_read', 'markConversationReadBody'),
  uploadToken: call(2003, 'GET_MEDIA_UPLOAD_TOKEN', 'v1/media/get_upload_token', 'getUploadTokenBody'),
  mediaUrls: call(2004, 'GET_MEDIA_URLS', 'v1/media/get_urls', 'getMediaUrlsBody'),
  ticket: call(2005, 'GET_TICKET', 'v1/conversation/get_ticket', 'getTicketBody'),
  userConversations: call(2006, 'GET_USER_CONVERSATION_LIST', 'v1/conversation/list', 'getConversationListBody'),
  broadcastSend: call(2007, 'BROADCAST_SEND_MESSAGE', 'v1/broadcast/send_message', 'broadcastSendMessageBody'),
  broadcastReceive: call(2008, 'BROADCAST_RECV_MESSAGE', 'v1/broadcast/recv_message', 'broadcastRecvMessageBody'),
  broadcastUserCounter: call(2009, 'BROADCAST_USER_COUNTER', 'v1/broadcast/user_counter', 'broadcastUserCounterBody'),
  clientAck: call(2010, 'CLIENT_ACK', 'v1/client/ack', 'clientAckBody'),
  createVoip: call(2011, 'CREATE_VOIP', 'v1/voip/create', 'createVoipBody'),
  callVoip: call(2012, 'CALL_VOIP', 'v1/voip/call', 'callVoipBody', 'signed'),
  updateVoip: call(2013, 'UPDATE_VOIP', 'v1/voip/update', 'updateVoipBody'),
  channelHeartbeat: call(2014, 'HEARTBEAT_CHANNEL', 'v1/channel/heartbeat', 'channelHeartbeatBody'),
  profile: call(2015, 'PROFILE_GET_INFO', 'v1/profile/get_info', 'profileGetInfo'),
  reportMetrics: call(2016, 'REPORT_CLIENT_METRICS', 'v1/client/report_metrics', 'reportClientMetricsBody'),
  configs: call(2017, 'GET_CONFIGS', 'v1/config/get', 'getConfigsBody'),
  reportUnreadCount: call(2018, 'UNREAD_COUNT_REPORT', 'v1/client/unread_count', 'unreadCountReportBody'),
  blockMembers: call(2019, 'BLOCK_MEMBERS', 'v1/conversation/block_member', 'blockMembersBody'),
  blockConversation: call(2020, 'BLOCK_CONVERSATION', 'v1/conversation/block_conversation', 'blockConversationBody'),
  modifyMessageExt: call(2021, 'MODIFY_MESSAGE_EXT', 'v1/message/modify_ext', 'modifyMessageExtBody', 'signed'),
  unreadCount: call(2030, 'GET_UNREAD_COUNT', 'v1/client/get_unread_count', 'getUnreadCountBody'),
  sendMessageP2P: call(2031, 'SEND_MESSAGE_P2P', 'v1/send_message/p2p', 'sendMessageP2pBody'),
  blocklist: call(2032, 'GET_BLOCKLIST', 'v1/blacklist/get', 'getBlocklistBody'),
  setBlocklist: call(2033, 'SET_BLOCKLIST', 'v1/blacklist/set', 'setBlocklistBody'),
  checkInBlocklist: call(2034, 'CHECK_IN_BLOCKLIST', 'v1/blacklist/check', 'checkInBlocklistBody'),
  markMessage: call(2036, 'MARK_MESSAGE', 'v1/message/mark', 'markMessageBody', 'signed'),
  pullMarkedMessages: call(2037, 'PULL_MARK_MESSAGE', 'v1/message/pull_mark', 'pullMarkMessageBody'),
  reportMarkedUnreadCount: call(
    2054,
    'MARK_MSG_UNREAD_COUNT_REPORT',
    'v1/message/report_mark_count',
    'markMsgUnreadCountReport',
  ),
  markedUnreadCount: call(2055, 'MARK_MSG_GET_UNREAD_COUNT', 'v1/message/get_mark_count', 'markMsgGetUnreadCount'),
  batchUnmark: call(2056, 'BATCH_UNMARK_MESSAGE', 'v1/message/batch_unmark', 'batchUnmarkMessage', 'signed'),
} as const satisfies Readonly<Record<string, Command>>;

/** The key of a row, for calls by name. */
export type CommandName = keyof typeof COMMANDS;
/** The values that may be given as the body of a command, by the command's name. */
export type RequestOf<Name extends CommandName> = MessageInitShape<(typeof COMMANDS)[Name]['request']['schema']>;
/** The body of a command's reply, by its name; null when it has none. */
export type ReplyOf<Name extends CommandName> = Exclude<
  ReturnType<(typeof COMMANDS)[Name]['response']['read']>,
  undefined
>;

/** Pushes: sent only by a server, with sequence_id 0. 1099 is in slot 503. */
export const PUSH_COMMANDS = {
  newMessage: push(500, 'NEW_MSG_NOTIFY', 'hasNewMessageNotify'),
  newP2PMessage: push(504, 'NEW_P2P_MSG_NOTIFY', 'hasNewP2pMessageNotify'),
  // Ours: the slot; the vendor's schemas only have the number 505.
  newBroadcastMessage: push(505, 'NEW_BROADCAST_MSG_NOTIFY', 'hasNewMessageNotify', 'hasNewBroadcastMessageNotify'),
  strangerNewMessage: push(1099, 'STRANGER_NEW_MSG_NOTIFY', 'strangerHasNewMessageNotify'),
} as const satisfies Readonly<Record<string, PushCommand>>;

export type PushName = keyof typeof PUSH_COMMANDS;
export type NotifyOf<Name extends PushName> = Exclude<ReturnType<(typeof PUSH_COMMANDS)[Name]['read']>, undefined>;

const byNumber = new Map<number, Command>(Object.values(COMMANDS).map((command) => [command.number, command]));
const byPath = new Map<string, Command>(Object.values(COMMANDS).map((command) => [command.path, command]));
const pushByNumber = new Map<number, PushCommand>(
  Object.values<PushCommand>(PUSH_COMMANDS).map((command) => [command.number, command]),
);

export const commandByNumber = (number: number): Command | null => byNumber.get(number) ?? null;
export const commandByPath = (path: string): Command | null => byPath.get(path) ?? null;
export const pushCommandByNumber = (number: number): PushCommand | null => pushByNumber.get(number) ?? null;

/** One row of the printed catalogue: a push has no request, an order has no reply body. */
export interface CatalogueRow {
  readonly command: number;
  readonly name: string;
  readonly request: string | null;
  readonly response: string | null;
}

/** All 71 commands and pushes, by number. */
export const commandCatalogue = (): readonly CatalogueRow[] =>
  [
    ...Object.values<Command>(COMMANDS).map(({ number, name, request, response }) => ({
      command: number,
      name,
      request: request.schema.name,
      response: response.schema?.name ?? null,
    })),
    ...Object.values<PushCommand<Message>>(PUSH_COMMANDS).map(({ number, name, schema }) => ({
      command: number,
      name,
      request: null,
      response: schema.name,
    })),
  ].sort((a, b) => a.command - b.command);
