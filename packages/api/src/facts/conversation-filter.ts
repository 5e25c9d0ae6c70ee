import { COUNTRIES, IDLE_DAYS, MARKETPLACES, ORDER_STATUSES, SESSION_TAGS } from '@pasar/domain';
import { z } from 'zod';
import { shopId } from './views.ts';

/**
 * The tabs of the conversation list. `waiting`: conversations in which a buyer waits for an answer, the answer first that
 * is due first. `due`: the same; a window shows those that are due within two hours.
 * `unreplied` (the name of spec 2 §7): the buyer wrote last, a robot's answer apart, also where a member said that no
 * answer is needed. `deleted`: conversations that a member deleted and in which nobody has written since; they are in no
 * other tab. These tabs and the others are newest first.
 */
export const CONVERSATION_TABS = ['waiting', 'due', 'unread', 'unreplied', 'pinned', 'all', 'deleted'] as const;
export type ConversationTab = (typeof CONVERSATION_TABS)[number];

/** `tab`: the order of the tab. `longestWait` lists only conversations in which a buyer waits. */
export const CONVERSATION_SORTS = ['tab', 'newest', 'longestWait'] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

export const ASSIGNEE_FILTERS = ['mine', 'nobody', 'others'] as const;

const flag = z.union([z.boolean(), z.stringbool()]);
/** Days as a number, or as the text of a parameter in an address. */
const idleDays = z.coerce.number().pipe(z.literal(IDLE_DAYS));

/**
 * What a person may choose to see of a conversation list besides its tab, its shops and words. Of a filter that is absent,
 * everything. The facts about orders are those of the order book: a shop whose orders were never read has none.
 */
export const conversationFilter = z.object({
  country: z.enum(COUNTRIES).optional(),
  /** Only conversations whose buyer has the tag. A tag that the account does not have has no buyers. */
  buyerTagId: z.uuid().optional(),
  /** To whom it is assigned: the member who asks, nobody, any other member, or one member by id. */
  assignee: z.union([z.enum(ASSIGNEE_FILTERS), z.uuid()]).optional(),
  /** The second marketplace's own tag of the session. */
  sessionTag: z.enum(SESSION_TAGS).optional(),
  /** The buyer has an order of the shop in this state (`app_order_status_list` of spec 1 §3). */
  orderStatus: z.enum(ORDER_STATUSES).optional(),
  /** The buyer has no unfinished order of the shop (spec 1 §9, "no-open-orders filter"). */
  hasNoOpenOrders: flag.optional(),
  /** Nobody has written for so many days (spec 1 §9). */
  idleDays: idleDays.optional(),
  sort: z.enum(CONVERSATION_SORTS).optional(),
});
export type ConversationFilter = z.infer<typeof conversationFilter>;

/** A conversation list as it stands on a screen: shops, tab, filters, and words in the buyers' names. */
export const conversationListing = conversationFilter.extend({
  marketplace: z.enum(MARKETPLACES).optional(),
  shopId: shopId.optional(),
  tab: z.enum(CONVERSATION_TABS).default('all'),
  search: z.string().trim().max(100).optional(),
});
export type ConversationListing = z.infer<typeof conversationListing>;
