import { READING_SUBJECTS } from '@pasar/domain';
import { z } from 'zod';
import { assignmentCause } from '../facts/assignments.ts';
import { memberChatSetting } from '../facts/chat-settings.ts';
import { draftView } from '../facts/drafts.ts';
import { shopImportView, signInView } from '../facts/sign-ins.ts';
import {
  arrangementView,
  conversationId,
  conversationView,
  deliveryView,
  messageView,
  refusalView,
  shopId,
  shopView,
} from '../facts/views.ts';
import { MEMBER, type MemberAccess, permission } from './call.ts';

/**
 * The live event stream: a WebSocket at `/api/live?since=<seq>` (same origin, session cookie). The server sends text
 * frames of `LiveFrame`, in commit order and without gaps for what the member may see; `upTo` advances also over
 * changes the member may not see. A client that lost its socket opens another with its newest `upTo`.
 */
export const LIVE_PATH = '/api/live';

export const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), seq: z.number().int(), message: messageView }),
  z.object({ kind: z.literal('conversation'), seq: z.number().int(), conversation: conversationView }),
  z.object({ kind: z.literal('delivery'), seq: z.number().int(), delivery: deliveryView }),
  z.object({ kind: z.literal('shop'), seq: z.number().int(), shop: shopView }),
  /** Sent to the member who started the sign-in, and to no other member. */
  z.object({ kind: z.literal('signIn'), seq: z.number().int(), signIn: signInView }),
  z.object({ kind: z.literal('shopImport'), seq: z.number().int(), shopImport: shopImportView }),
  /** How this member has arranged the shop list. */
  z.object({ kind: z.literal('arrangement'), seq: z.number().int(), arrangement: arrangementView }),
  /** The member's chat settings; null: those of the account have changed, and are fetched where a screen shows them. */
  z.object({ kind: z.literal('chatSetting'), seq: z.number().int(), setting: memberChatSetting.nullable() }),
  /** Groups, quick replies or their settings have changed: the lists are fetched anew where a screen shows them. */
  z.object({ kind: z.literal('quickReplies'), seq: z.number().int() }),
  /** Notes about buyers have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('buyerNotes'), seq: z.number().int() }),
  /** Remarks of the shop have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('remarks'), seq: z.number().int() }),
  /** Tags of buyers have changed, or who has them: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('buyerTags'), seq: z.number().int() }),
  /** The rules by which buyers get tags have changed, or a look at buyers by them has gone on: they are fetched again. */
  z.object({ kind: z.literal('buyerTagRules'), seq: z.number().int() }),
  /** Saved views of the conversation list have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('conversationViews'), seq: z.number().int() }),
  /** An action of the member on many conversations has gone on: fetched again where a screen shows it. */
  z.object({ kind: z.literal('bulkActions'), seq: z.number().int() }),
  /** Rules of answers have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('responseRules'), seq: z.number().int() }),
  /** The rules of assignment have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('assignmentRules'), seq: z.number().int() }),
  /** Automatic answers have changed: their rules and their log are fetched again where a screen shows them. */
  z.object({ kind: z.literal('autoReply'), seq: z.number().int() }),
  /** Where nothing is sent without a person has changed: fetched again where a screen shows it. */
  z.object({ kind: z.literal('automation'), seq: z.number().int() }),
  /** Tasks of messages to many buyers have gone on or changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('bulkSend'), seq: z.number().int() }),
  z.object({ kind: z.literal('orderCare'), seq: z.number().int() }),
  /** Notes of colleagues in the conversation have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('notes'), seq: z.number().int(), conversationId }),
  /** Who mentions the member, or what the member has seen of it. Addressed to the member. */
  z.object({ kind: z.literal('mentions'), seq: z.number().int() }),
  /** Somebody else, or a rule, has assigned the conversation to the member, and why. Addressed to the member. */
  z.object({
    kind: z.literal('assigned'),
    seq: z.number().int(),
    conversationId,
    cause: assignmentCause,
    note: z.string().nullable(),
  }),
  /** Somebody else has assigned a remark to the member. Addressed to the member. */
  z.object({
    kind: z.literal('remarkAssigned'),
    seq: z.number().int(),
    remarkId: z.uuid(),
    shopId,
    /** The newest conversation of the shop with the buyer; null for none. */
    conversationId: conversationId.nullable(),
    buyerName: z.string(),
    by: z.string(),
  }),
  /** A draft of the member, as another device has changed it. Addressed to the member. */
  z.object({ kind: z.literal('draft'), seq: z.number().int(), draft: draftView }),
  /** A member was added, changed or removed: the names and groups of colleagues are fetched again where a screen shows them. */
  z.object({ kind: z.literal('colleagues'), seq: z.number().int() }),
  /** Groups of shops have changed: they are fetched again where a screen shows them. */
  z.object({ kind: z.literal('shopGroups'), seq: z.number().int() }),
  /** What Pasar has read of a shop, or how far it has read, has changed: fetched anew where a screen shows it. */
  z.object({ kind: z.literal('readings'), seq: z.number().int(), subject: z.enum(READING_SUBJECTS) }),
  /** Alerts have begun or ended. Addressed to the main account. */
  z.object({ kind: z.literal('alerts'), seq: z.number().int() }),
  /** The member may no longer see this shop: forget everything of it. */
  z.object({ kind: z.literal('purge'), seq: z.number().int(), shopId }),
  /** Conversations are deleted, because their buyer was erased: forget everything of them. */
  z.object({ kind: z.literal('gone'), seq: z.number().int(), conversationIds: z.array(conversationId) }),
  /** A change of the member's rights that only a new snapshot can tell: shops granted, or keys granted or taken. */
  z.object({ kind: z.literal('resync'), seq: z.number().int() }),
]);
export type Change = z.infer<typeof change>;
export type ChangeKind = Change['kind'];

const chat = /* @__PURE__ */ permission('chat');
const shopManager = /* @__PURE__ */ permission('shopManager');

/**
 * The access that a change of each kind needs. Besides, the member must see the change's shop, or be the member that
 * the change is addressed to. The database judges by this table. A kind without a row does not compile; a stored kind
 * that the table does not know is told to no member.
 */
export const CHANGE_ACCESS: { readonly [Kind in ChangeKind]: MemberAccess } = {
  message: chat,
  conversation: chat,
  delivery: chat,
  /** Every member to whom the shop is granted sees it in the shop list. */
  shop: MEMBER,
  signIn: shopManager,
  shopImport: shopManager,
  arrangement: MEMBER,
  chatSetting: chat,
  quickReplies: chat,
  buyerNotes: chat,
  remarks: /* @__PURE__ */ permission('remark'),
  buyerTags: chat,
  buyerTagRules: MEMBER,
  conversationViews: chat,
  bulkActions: chat,
  responseRules: MEMBER,
  assignmentRules: MEMBER,
  autoReply: chat,
  /** It says only that a stop began or ended; where, its call tells. */
  automation: MEMBER,
  bulkSend: /* @__PURE__ */ permission('batchReply'),
  orderCare: /* @__PURE__ */ permission('orderCare'),
  notes: chat,
  mentions: chat,
  assigned: chat,
  remarkAssigned: /* @__PURE__ */ permission('remark'),
  draft: chat,
  colleagues: chat,
  shopGroups: MEMBER,
  readings: /* @__PURE__ */ permission('order'),
  alerts: MEMBER,
  purge: MEMBER,
  gone: chat,
  resync: MEMBER,
};

/** Wishes whose refusal is told to the member who made them. */
export const TOLD_WISHES = [
  'unread',
  'pin',
  'mute',
  'favorite',
  'deleteConversation',
  'recall',
  'delete',
  'mark',
] as const;

/** Things that a connector notices on the way, by the names of the events of spec 2 §4 and §8. */
export const NOTICES = ['ip_tip', 'shop_login_expire', 'ip_isolation_failed'] as const;

/** Whether a member can be given work. `off` is chosen by hand; a member without a window is off as well. */
export const PRESENCES = ['here', 'away', 'off'] as const;
export type MemberPresence = (typeof PRESENCES)[number];

const presentWindow = z.object({
  windowId: z.uuid(),
  memberId: z.uuid(),
  presence: z.enum(PRESENCES),
  /** The conversation on its screen, where the member who is told sees the shop. */
  conversationId: conversationId.nullable(),
  isTyping: z.boolean(),
});
export type PresentWindowView = z.infer<typeof presentWindow>;

/** What a window tells the server over its socket at every change. It is told to the colleagues and stored nowhere. */
export const windowStance = z.object({
  type: z.literal('stance'),
  /** Null for none, and while the window is hidden. */
  conversationId: conversationId.nullable(),
  isTyping: z.boolean(),
  /** Nobody has touched this browser for a while. */
  isAway: z.boolean(),
});
export type WindowStance = z.infer<typeof windowStance>;

/** A fact of the moment, stored nowhere. A window that was not connected has missed nothing of use. */
export const moment = z.discriminatedUnion('kind', [
  /** The buyer is writing, or has stopped. Shown for a few seconds at most, because the end may never be told. */
  z.object({ kind: z.literal('typing'), conversationId, isTyping: z.boolean() }),
  /** Something on the way to a marketplace that a person should know of (spec 2 §4, §8). */
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(NOTICES),
    connectionId: z.uuid(),
    host: z.string().nullable(),
  }),
  /**
   * The same, noticed during a sign-in, and told only to the member who signs in. `connectionId` is null where the
   * login is not known yet.
   */
  z.object({
    kind: z.literal('signInNotice'),
    notice: z.enum(NOTICES),
    connectionId: z.uuid().nullable(),
    host: z.string().nullable(),
  }),
  /**
   * Windows of the account's members, the own ones included, as they have changed; to a new window all of them. `gone`:
   * windows that are closed, or whose line is lost.
   */
  z.object({ kind: z.literal('present'), windows: z.array(presentWindow), gone: z.array(z.uuid()) }),
  /** The marketplace refused a wish that this member made. */
  z.object({ kind: z.literal('wishRefused'), conversationId, wish: z.enum(TOLD_WISHES), refusal: refusalView }),
]);
export type Moment = z.infer<typeof moment>;

/** The access that a moment of each kind needs, as `CHANGE_ACCESS` says it of changes. */
export const MOMENT_ACCESS: { readonly [Kind in Moment['kind']]: MemberAccess } = {
  typing: chat,
  /** Concerns the health of a shop in the shop list. */
  notice: MEMBER,
  signInNotice: shopManager,
  present: chat,
  wishRefused: chat,
};

export const liveFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changes'), changes: z.array(change), upTo: z.number().int().nonnegative() }),
  z.object({ type: z.literal('moment'), moment }),
  /** The gap is too large, or the server cannot say what was missed: take a new snapshot. */
  z.object({ type: z.literal('reload') }),
  /** The session ended: 50001. */
  z.object({ type: z.literal('expired') }),
  /** Sent every 10 s, so that both sides notice a dead connection. */
  z.object({ type: z.literal('tick'), serverTime: z.number().int() }),
]);
export type LiveFrame = z.infer<typeof liveFrame>;
