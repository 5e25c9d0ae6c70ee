export * from './api-client.ts';
export * from './base64.ts';
export * from './call-result.ts';
export { type Clock, systemClock } from './clock.ts';
export { createDesk, type Desk, type DeskOptions, type Notice, type Told } from './desk/desk.ts';
export {
  type FoundAtMarketplaces,
  type FoundPage,
  isMoreDue,
  type Next,
  pagingOf,
  type RoundPlace,
  type RoundScope,
  type SearchPlace,
  type Sought,
  scopeInput,
} from './desk/lists.ts';
export { putKeptVideo } from './desk/put-kept-video.ts';
export type { Undone } from './desk/settings.ts';
export type { ChallengeReply, ShopLogin, Shops, ShopsUndone, SpreadsheetFile } from './desk/shops.ts';
export type { VideoFile } from './desk/video-uploads.ts';
export type { SetAside } from './live/frames.ts';
export { gathering } from './live/gathering.ts';
export type { LiveState } from './live/live-state.ts';
export type { Aside } from './live/live-stream.ts';
export { type OpenSocket, openBrowserSocket, type SocketHandlers } from './live/socket.ts';
export type { Drafts } from './pending/drafts.ts';
export type { PendingPhase, PendingQuote, PendingSend } from './pending/pending-send.ts';
export type { PictureFile, PictureStore } from './pending/pictures.ts';
export { type Awaited, awaitedOf, waitedForLogin } from './state/awaited.ts';
export { type ColleagueHere, colleaguesAt, isOpenedSince, presenceOf, wroteLately } from './state/colleagues.ts';
export { isInTab, isWaitingTab, listKeeping, withoutGap } from './state/conversation-lists.ts';
export {
  type Boot,
  type DeskState,
  type ListKey,
  listKey,
  type MessageWindow,
  type Older,
  type Paging,
  type Scope,
  type Wait,
} from './state/desk-state.ts';
export { messagesOf } from './state/message-window.ts';
export { type TimelineEntry, timeline } from './state/timeline.ts';
export {
  canSend,
  type Undelivered,
  type UndeliveredKind,
  undeliveredIn,
  undeliveredOf,
} from './state/undelivered.ts';
export { type Unread, unreadOf } from './state/unread.ts';
export { dueUntil, needsPerson, pagingUntil, shownUntil, urgencyIn, waitingIn } from './state/waiting.ts';
export { createStore, type Readable, type Store } from './store.ts';
