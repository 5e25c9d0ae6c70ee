/** The in-memory IM server: it carries out every command of the table. See SERVER.md for its rules. */

export { applyEntry } from './apply.ts';
export type { ServerSocket } from './connections.ts';
export type * from './entries.ts';
export { FOREVER } from './entries.ts';
export { HookError } from './hooks.ts';
export { type GetOutcome, type ImMedia, memoryBlobs, type PutOutcome } from './media-store.ts';
export { createImServer, type HttpAnswer, type ImServer, type ServerConnection } from './server.ts';
export {
  type Conversation,
  emptyState,
  fingerprint,
  type ImState,
  type Member,
  type Message,
  type User,
} from './state.ts';
export * from './types.ts';
export { mayMove, VOIP_TRANSITIONS } from './voip-table.ts';
