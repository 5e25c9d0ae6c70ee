import {
  BULK_LIMITS,
  BULK_STATES,
  type BulkChange,
  type BulkSetting,
  CONVERSATION_VIEW_LIMITS,
  REASON_CODES,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationListing } from '../facts/conversation-filter.ts';
import { conversationId, shopId } from '../facts/views.ts';

/** Saved views of the conversation list, and actions on many conversations. All calls are ours. */
const chat = permission('chat');
const time = z.number().int();
const flag = z.union([z.boolean(), z.stringbool()]);

const conversationView = z.object({
  viewId: z.uuid(),
  name: z.string(),
  /** All members see a shared view. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** Who saved it; null for a member who is deleted. */
  author: z.string().nullable(),
  listing: conversationListing,
});
export type SavedConversationView = z.infer<typeof conversationView>;

const conversationViews = defineCall({
  path: '/api/desk/conversation_view/list',
  method: 'GET',
  access: chat,
  summary: 'The saved views of the conversation list: those of the member and the shared ones, by name',
  input: z.object({}),
  output: z.object({ views: z.array(conversationView) }),
});

const saveConversationView = defineCall({
  path: '/api/desk/conversation_view/save',
  method: 'POST',
  access: chat,
  summary: 'Save a view of the conversation list, or replace one of the same member by its id',
  input: z.object({
    /** Absent for a new view. */
    viewId: z.uuid().optional(),
    name: z.string().trim().min(1).max(CONVERSATION_VIEW_LIMITS.name),
    isShared: flag.default(false),
    listing: conversationListing,
  }),
  output: z.object({ viewId: z.uuid() }),
});

/** A shared view of another member is removed by the main account alone. */
const removeConversationView = defineCall({
  path: '/api/desk/conversation_view/remove',
  method: 'POST',
  access: chat,
  summary: 'Remove a saved view',
  input: z.object({ viewId: z.uuid() }),
  output: z.object({}),
});

const isOn = flag;
const SETTINGS = [
  z.object({ kind: z.enum(['pin', 'mute', 'favorite', 'setAside', 'delete']), isOn }),
  z.object({ kind: z.enum(['read', 'unread']) }),
  z.object({ kind: z.literal('tag'), buyerTagId: z.uuid(), isOn }),
  z.object({ kind: z.literal('assign'), memberId: z.uuid().nullable() }),
] as const;
const bulkSetting = z.discriminatedUnion('kind', SETTINGS) satisfies z.ZodType<BulkSetting>;
export const bulkChange = z.discriminatedUnion('kind', [
  ...SETTINGS,
  z.object({ kind: z.literal('assignBack'), fromId: z.uuid().nullable() }),
]) satisfies z.ZodType<BulkChange>;

/**
 * Where an action stands. It is done when every conversation has been looked at and the marketplaces were told of every
 * change, or could not be. `toTell`: of how many conversations marketplaces still have to be told.
 */
const bulkAction = z.object({
  bulkId: z.uuid(),
  setting: bulkChange,
  state: z.enum(BULK_STATES),
  /** Nothing more is changed here, though marketplaces may still be told. Such an action is not stopped, but taken back. */
  isDoneHere: z.boolean(),
  total: z.number().int().nonnegative(),
  changedCount: z.number().int().nonnegative(),
  /** Conversations that were as wanted before. */
  sameCount: z.number().int().nonnegative(),
  failedCount: z.number().int().nonnegative(),
  toTell: z.number().int().nonnegative(),
  /** Whether the action can be taken back, and was not yet. */
  canUndo: z.boolean(),
  begunAt: time,
  endedAt: time.nullable(),
});
export type BulkActionView = z.infer<typeof bulkAction>;

const beginBulk = defineCall({
  path: '/api/desk/bulk/begin',
  method: 'POST',
  access: chat,
  summary: 'Do the same to many conversations: those that are named, or all that a list has now',
  input: z.object({
    setting: bulkSetting,
    target: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('named'), conversationIds: z.array(conversationId).min(1).max(BULK_LIMITS.named) }),
      z.object({ kind: z.literal('matching'), listing: conversationListing }),
    ]),
  }),
  output: z.object({ action: bulkAction }),
});

const bulkActions = defineCall({
  path: '/api/desk/bulk/list',
  method: 'GET',
  access: chat,
  summary: 'The last actions of the member on many conversations, the newest first',
  input: z.object({}),
  output: z.object({ actions: z.array(bulkAction) }),
});

/** What was done stays done. */
const stopBulk = defineCall({
  path: '/api/desk/bulk/stop',
  method: 'POST',
  access: chat,
  summary: 'Stop an action that still changes conversations here',
  input: z.object({ bulkId: z.uuid() }),
  output: z.object({}),
});

/**
 * Refused with `invalid_request` for an action that cannot be taken back, that still changes conversations here, or that was
 * taken back. What no marketplace has been told yet is then not told.
 */
const undoBulk = defineCall({
  path: '/api/desk/bulk/undo',
  method: 'POST',
  access: chat,
  summary: 'Take back what an action changed, by another action',
  input: z.object({ bulkId: z.uuid() }),
  output: z.object({ action: bulkAction }),
});

const bulkFailures = defineCall({
  path: '/api/desk/bulk/failures',
  method: 'GET',
  access: chat,
  summary: 'The conversations at which an action failed, with the reason, by pages',
  input: z.object({ bulkId: z.uuid(), cursor: conversationId.optional() }),
  output: z.object({
    failures: z.array(z.object({ conversationId, shopId, buyerName: z.string(), reason: z.enum(REASON_CODES) })),
    /** Null after the last page. */
    next: conversationId.nullable(),
  }),
});

export const CONVERSATION_LISTS_CALLS = {
  conversationViews,
  saveConversationView,
  removeConversationView,
  beginBulk,
  bulkActions,
  stopBulk,
  undoBulk,
  bulkFailures,
} as const;
