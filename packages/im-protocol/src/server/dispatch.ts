/** The dispatch table: a route for each row of the command table; a missing route does not compile. */
import type { DescMessage } from '@bufbuild/protobuf';
import { COMMANDS, type Command, type CommandName, type ReplyInit, type ResponseSlot } from '../commands.ts';
import { type Request, type RequestBody, RequestBodySchema, type ResponseBody } from '../gen/im_proto/envelope_pb.ts';
import { STATUS } from '../status.ts';
import * as blocking from './blocking.ts';
import * as broadcast from './broadcast.ts';
import * as clientReports from './client-reports.ts';
import * as conversationInfo from './conversation-info.ts';
import * as conversationLists from './conversation-lists.ts';
import * as conversations from './conversations.ts';
import { type Call, type Decision, refuse } from './decision.ts';
import * as history from './history.ts';
import * as marks from './marks.ts';
import * as media from './media.ts';
import * as messageChanges from './message-changes.ts';
import * as participants from './participants.ts';
import * as presence from './presence.ts';
import * as properties from './properties.ts';
import * as readState from './read-state.ts';
import * as send from './send.ts';
import * as strangers from './strangers.ts';
import * as tickets from './tickets.ts';
import * as voip from './voip.ts';

/** Decides one request; the reply is a body with its slot filled, null for commands without a reply body. */
export type Route = (call: Call, request: Request) => Decision<ResponseBody | null>;

interface Row<Body, Reply> {
  readonly request: {
    readonly number: number;
    readonly schema: DescMessage;
    readonly read: (body: RequestBody | undefined) => Body | undefined;
    /** A method, so that the slot of any body is assignable. */
    fill(body: object): RequestBody;
  };
  readonly response: ResponseSlot<Reply>;
}

function route<Body, Reply>(
  row: Row<Body, Reply>,
  handler: (call: Call, body: Body) => Decision<ReplyInit<Reply>>,
): Route {
  return (call, request) => {
    const body = row.request.read(request.body) ?? emptyFor(row, request);
    if (body === undefined) return refuse(STATUS.INVALID_REQUEST, missingSlot(row.request.number));
    const decision = handler(call, body);
    if (decision.kind === 'refused') return decision;
    return { ...decision, reply: () => row.response.fill(decision.reply()) };
  };
}

/** A body without fields may be left out (ours), because it holds no data. */
function emptyFor<Body>({ request: slot }: Row<Body, unknown>, request: Request): Body | undefined {
  const isBare = request.body === undefined || Object.keys(request.body).every((key) => key.startsWith('$'));
  return slot.schema.fields.length === 0 && isBare ? slot.read(slot.fill({})) : undefined;
}

function missingSlot(number: number): string {
  const slot = RequestBodySchema.fields.find((field) => field.number === number);
  return `body is empty: ${slot?.name ?? ''} (${number}) is not set`;
}

export const ROUTES = {
  sendMessage: route(COMMANDS.sendMessage, send.sendMessage),
  messagesPerUser: route(COMMANDS.messagesPerUser, history.messagesPerUser),
  messagesPerUserInit: route(COMMANDS.messagesPerUserInit, history.messagesPerUserInit),
  messageById: route(COMMANDS.messageById, history.messageById),
  messagesInConversation: route(COMMANDS.messagesInConversation, history.messagesInConversation),
  messagesCheckInfo: route(COMMANDS.messagesCheckInfo, history.messagesCheckInfo),
  userAction: route(COMMANDS.userAction, presence.userAction),
  inputStatus: route(COMMANDS.inputStatus, presence.inputStatus),
  deleteConversation: route(COMMANDS.deleteConversation, conversations.deleteConversation),
  participants: route(COMMANDS.participants, participants.participants),
  createConversation: route(COMMANDS.createConversation, conversations.createConversation),
  conversationInfoList: route(COMMANDS.conversationInfoList, conversationLists.conversationInfoList),
  favoriteConversations: route(COMMANDS.favoriteConversations, conversationLists.favoriteConversations),
  topConversations: route(COMMANDS.topConversations, conversationLists.topConversations),
  dissolveConversation: route(COMMANDS.dissolveConversation, conversations.dissolveConversation),
  conversationsCheckInfo: route(COMMANDS.conversationsCheckInfo, conversationLists.conversationsCheckInfo),
  addParticipants: route(COMMANDS.addParticipants, participants.addParticipants),
  removeParticipants: route(COMMANDS.removeParticipants, participants.removeParticipants),
  leaveConversation: route(COMMANDS.leaveConversation, participants.leaveConversation),
  updateParticipant: route(COMMANDS.updateParticipant, participants.updateParticipant),
  deleteMessage: route(COMMANDS.deleteMessage, messageChanges.deleteMessage),
  recallMessage: route(COMMANDS.recallMessage, messageChanges.recallMessage),
  modifyMessageProperty: route(COMMANDS.modifyMessageProperty, properties.modifyMessageProperty),
  coreInfo: route(COMMANDS.coreInfo, conversationInfo.coreInfo),
  setCoreInfo: route(COMMANDS.setCoreInfo, conversationInfo.setCoreInfo),
  upsertCoreExt: route(COMMANDS.upsertCoreExt, conversationInfo.upsertCoreExt),
  setSetting: route(COMMANDS.setSetting, conversationInfo.setSetting),
  upsertSettingExt: route(COMMANDS.upsertSettingExt, conversationInfo.upsertSettingExt),
  strangerConversations: route(COMMANDS.strangerConversations, strangers.strangerConversations),
  strangerMessages: route(COMMANDS.strangerMessages, strangers.strangerMessages),
  deleteStrangerMessage: route(COMMANDS.deleteStrangerMessage, strangers.deleteStrangerMessage),
  deleteStrangerConversation: route(COMMANDS.deleteStrangerConversation, strangers.deleteStrangerConversation),
  deleteAllStrangerConversations: route(
    COMMANDS.deleteAllStrangerConversations,
    strangers.deleteAllStrangerConversations,
  ),
  markStrangerRead: route(COMMANDS.markStrangerRead, strangers.markStrangerRead),
  markAllStrangersRead: route(COMMANDS.markAllStrangersRead, strangers.markAllStrangersRead),
  readIndex: route(COMMANDS.readIndex, readState.readIndex),
  minIndex: route(COMMANDS.minIndex, readState.minIndex),
  markRead: route(COMMANDS.markRead, readState.markRead),
  uploadToken: route(COMMANDS.uploadToken, media.uploadToken),
  mediaUrls: route(COMMANDS.mediaUrls, media.mediaUrls),
  ticket: route(COMMANDS.ticket, tickets.ticket),
  userConversations: route(COMMANDS.userConversations, conversationLists.userConversations),
  broadcastSend: route(COMMANDS.broadcastSend, broadcast.broadcastSend),
  broadcastReceive: route(COMMANDS.broadcastReceive, broadcast.broadcastReceive),
  broadcastUserCounter: route(COMMANDS.broadcastUserCounter, broadcast.broadcastUserCounter),
  clientAck: route(COMMANDS.clientAck, clientReports.clientAck),
  createVoip: route(COMMANDS.createVoip, voip.createVoip),
  callVoip: route(COMMANDS.callVoip, voip.callVoip),
  updateVoip: route(COMMANDS.updateVoip, voip.updateVoip),
  channelHeartbeat: route(COMMANDS.channelHeartbeat, voip.channelHeartbeat),
  profile: route(COMMANDS.profile, clientReports.profile),
  reportMetrics: route(COMMANDS.reportMetrics, clientReports.reportMetrics),
  configs: route(COMMANDS.configs, clientReports.configs),
  reportUnreadCount: route(COMMANDS.reportUnreadCount, readState.reportUnreadCount),
  blockMembers: route(COMMANDS.blockMembers, blocking.blockMembers),
  blockConversation: route(COMMANDS.blockConversation, blocking.blockConversation),
  modifyMessageExt: route(COMMANDS.modifyMessageExt, messageChanges.modifyMessageExt),
  unreadCount: route(COMMANDS.unreadCount, readState.unreadCount),
  sendMessageP2P: route(COMMANDS.sendMessageP2P, send.sendMessageP2P),
  blocklist: route(COMMANDS.blocklist, blocking.blocklist),
  setBlocklist: route(COMMANDS.setBlocklist, blocking.setBlocklist),
  checkInBlocklist: route(COMMANDS.checkInBlocklist, blocking.checkInBlocklist),
  markMessage: route(COMMANDS.markMessage, marks.markMessage),
  pullMarkedMessages: route(COMMANDS.pullMarkedMessages, marks.pullMarkedMessages),
  reportMarkedUnreadCount: route(COMMANDS.reportMarkedUnreadCount, marks.reportMarkedUnreadCount),
  markedUnreadCount: route(COMMANDS.markedUnreadCount, marks.markedUnreadCount),
  batchUnmark: route(COMMANDS.batchUnmark, marks.batchUnmark),
} as const satisfies Readonly<Record<CommandName, Route>>;

const byNumber: ReadonlyMap<number, Route> = new Map(
  Object.entries(ROUTES).map(([name, found]) => [numberOf(name), found] as const),
);
function numberOf(name: string): number {
  return Object.entries<Command>(COMMANDS).find(([key]) => key === name)?.[1].number ?? 0;
}

export const routeOf = (command: number): Route | null => byNumber.get(command) ?? null;
