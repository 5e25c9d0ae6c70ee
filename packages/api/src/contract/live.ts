import { z } from 'zod';
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
 * frames of `LiveFrame`, in commit order and without gaps for what the member may see; `upTo` advances also over changes
 * the member may not see. A client that lost its socket opens another with its newest `upTo`.
 */
export const LIVE_PATH = '/api/live';

export const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), seq: z.number().int(), message: messageView }),
  z.object({ kind: z.literal('conversation'), seq: z.number().int(), conversation: conversationView }),
  z.object({ kind: z.literal('delivery'), seq: z.number().int(), delivery: deliveryView }),
  z.object({ kind: z.literal('shop'), seq: z.number().int(), shop: shopView }),
  /** Aimed at the member who sits before it. */
  z.object({ kind: z.literal('signIn'), seq: z.number().int(), signIn: signInView }),
  z.object({ kind: z.literal('shopImport'), seq: z.number().int(), shopImport: shopImportView }),
  /** How this member has arranged the shop list. */
  z.object({ kind: z.literal('arrangement'), seq: z.number().int(), arrangement: arrangementView }),
  /** The member may no longer see this shop: forget everything of it. */
  z.object({ kind: z.literal('purge'), seq: z.number().int(), shopId }),
  /** What the member may see or do has changed in a way that only a new snapshot can tell: shops given, keys given or taken. */
  z.object({ kind: z.literal('resync'), seq: z.number().int() }),
]);
export type Change = z.infer<typeof change>;
export type ChangeKind = Change['kind'];

const chat = permission('chat');
const shopManager = permission('shopManager');

/**
 * Who is told a change of each kind, beside who sees its shop or is the member it is aimed at. The database judges by this
 * table. A kind without a row does not compile; a stored kind that the table does not know is told to nobody.
 */
export const CHANGE_ACCESS: { readonly [Kind in ChangeKind]: MemberAccess } = {
  message: chat,
  conversation: chat,
  delivery: chat,
  /** The shop list belongs to every member to whom the shop is granted. */
  shop: MEMBER,
  signIn: shopManager,
  shopImport: shopManager,
  arrangement: MEMBER,
  purge: MEMBER,
  resync: MEMBER,
};

/** Wishes whose refusal somebody waits for. */
export const TOLD_WISHES = ['unread', 'pin', 'mute', 'favorite', 'recall', 'delete', 'mark'] as const;

/** What a connector notices on its way, by the names of the events of spec 2 §4 and §8. */
export const NOTICES = ['ip_tip', 'shop_login_expire', 'ip_isolation_failed'] as const;

/** What is true for a moment and kept nowhere: whoever was away has missed nothing. */
export const moment = z.discriminatedUnion('kind', [
  /** The buyer is writing, or has stopped. Shown for a few seconds at most: the end may never be told. */
  z.object({ kind: z.literal('typing'), conversationId, isTyping: z.boolean() }),
  /**
   * Something on the way to a marketplace that a person should know of (spec 2 §4, §8). `connectionId` is null where it
   * was noticed at the sign-in of a login that is not known yet, by the member who sits before it.
   */
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(NOTICES),
    connectionId: z.uuid().nullable(),
    host: z.string().nullable(),
  }),
  /** A wish about a message that this member made was refused at the marketplace. */
  z.object({ kind: z.literal('wishRefused'), conversationId, wish: z.enum(TOLD_WISHES), refusal: refusalView }),
]);
export type Moment = z.infer<typeof moment>;

/** Who is told a moment of each kind, as `CHANGE_ACCESS` says it of changes. */
export const MOMENT_ACCESS: { readonly [Kind in Moment['kind']]: MemberAccess } = {
  typing: chat,
  /** About the health of a shop in the list. */
  notice: MEMBER,
  wishRefused: chat,
};

export const liveFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changes'), changes: z.array(change), upTo: z.number().int().nonnegative() }),
  z.object({ type: z.literal('moment'), moment }),
  /** The gap is too large, or the server cannot say what was missed: take a new snapshot. */
  z.object({ type: z.literal('reload') }),
  /** The session ended: 50001. */
  z.object({ type: z.literal('expired') }),
  /** Sent when nothing else is, so that both sides notice a dead connection. Every 10 s. */
  z.object({ type: z.literal('tick'), serverTime: z.number().int() }),
]);
export type LiveFrame = z.infer<typeof liveFrame>;
