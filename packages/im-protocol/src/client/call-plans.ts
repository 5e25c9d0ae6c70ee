import type { CommandName } from '../commands.ts';

/**
 * How often a call may be sent (our choice, except where the facts name it).
 * - `free`: a read, or a command that sets a value: a repetition changes nothing.
 * - `withId`: a repetition changes nothing when the body carries an idempotent id.
 * - `once`: never a second time once a byte may have been sent.
 */
export type Repeat = 'free' | 'withId' | 'once';

export interface CallPlan {
  readonly repeat: Repeat;
  /** Sent only by the HTTP twin (facts §4.6). */
  readonly isHttpOnly: boolean;
  /**
   * Rounds after a socket attempt or a first HTTP attempt with an unknown outcome (facts §4.7: per command, else 9; our
   * choice: 3).
   */
  readonly rounds: number;
}

const free: CallPlan = { repeat: 'free', isHttpOnly: false, rounds: 3 };
const single: CallPlan = { ...free, rounds: 1 };
const withId: CallPlan = { ...free, repeat: 'withId' };
const once: CallPlan = { repeat: 'once', isHttpOnly: false, rounds: 0 };

export const CALL_PLANS: Readonly<Record<CommandName, CallPlan>> = {
  sendMessage: once,
  messagesPerUser: single,
  messagesPerUserInit: { repeat: 'free', isHttpOnly: true, rounds: 10 },
  messageById: free,
  messagesInConversation: { ...free, isHttpOnly: true },
  messagesCheckInfo: free,
  // A typing sign that comes late is wrong.
  userAction: once,
  inputStatus: once,
  deleteConversation: free,
  participants: free,
  createConversation: withId,
  conversationInfoList: free,
  favoriteConversations: free,
  topConversations: free,
  dissolveConversation: free,
  conversationsCheckInfo: free,
  addParticipants: free,
  removeParticipants: free,
  leaveConversation: free,
  updateParticipant: free,
  deleteMessage: free,
  recallMessage: free,
  modifyMessageProperty: withId,
  coreInfo: free,
  setCoreInfo: free,
  upsertCoreExt: free,
  setSetting: free,
  upsertSettingExt: free,
  strangerConversations: free,
  strangerMessages: free,
  deleteStrangerMessage: free,
  deleteStrangerConversation: free,
  deleteAllStrangerConversations: free,
  markStrangerRead: free,
  markAllStrangersRead: free,
  readIndex: free,
  minIndex: free,
  markRead: single,
  uploadToken: free,
  mediaUrls: free,
  ticket: free,
  userConversations: free,
  broadcastSend: once,
  broadcastReceive: free,
  broadcastUserCounter: free,
  clientAck: { ...once, isHttpOnly: true },
  createVoip: withId,
  callVoip: once,
  updateVoip: free,
  channelHeartbeat: free,
  profile: free,
  // Counters would count twice.
  reportMetrics: once,
  configs: free,
  reportUnreadCount: free,
  unreadCount: free,
  blockMembers: free,
  blockConversation: free,
  modifyMessageExt: free,
  sendMessageP2P: once,
  blocklist: free,
  setBlocklist: free,
  checkInBlocklist: free,
  markMessage: free,
  pullMarkedMessages: free,
  reportMarkedUnreadCount: free,
  markedUnreadCount: free,
  batchUnmark: free,
};
