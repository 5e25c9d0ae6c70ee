import type { BulkSendConditions, BulkSendTarget } from '@pasar/api';
import {
  BULK_SEND_LIMITS,
  type BulkSkipReason,
  type Country,
  MARKETPLACES,
  type Marketplace,
  ORDER_CARE_LIMITS,
  ORDER_CARE_STAGES,
  type OrderCareKind,
  SEND_LIMITS,
  type SendMessageConfig,
  type ShopId,
  UNFINISHED_STATUSES,
} from '@pasar/domain';
import type { OrderVariable } from './automatic.ts';
import { type AskedAgain, hasLeft } from './bulk-send-asked-again.ts';
import { hasOrderIn, matchingIds } from './conversation-list.ts';
import type { Member } from './members.ts';
import type { Give } from './ordered-list.ts';
import { marketplacesWith } from './readings.ts';

const DAY_MS = 86_400_000;
/** The shop and the buyer that it is asked about, who may have no conversation. */
const BUYER = { shopId: 's.shop_id', buyerId: 'coalesce(c.buyer_id, i.buyer_id)' } as const;

/** What recipients of the shops of a country get; `country` null: of every country that has no own message. */
export interface MessageSize {
  readonly country: Country | null;
  /** Messages that a recipient gets. */
  readonly parts: number;
  /** What each of them needs of the recipient's order; null: there is one that needs nothing of it. */
  readonly needs: readonly (readonly OrderVariable[])[] | null;
  /** Marketplaces at which a text of the content is too long. */
  readonly tooLongAt: readonly Marketplace[];
}

/** By what a recipient is left out. */
export interface Judging {
  readonly conditions: BulkSendConditions;
  readonly config: SendMessageConfig;
  readonly messages: readonly MessageSize[];
  /** Of a task that sends: its target, which is asked again before each message. Absent: the target was just looked up. */
  readonly target?: AskedAgain;
  /** The kind of order care; null for a message to many buyers. */
  readonly care: OrderCareKind | null;
  /** Of care that a member sends: since when an order has been at a stage that is delayed, or longer. Absent: any time. */
  readonly delayedSince?: number;
  readonly now: number;
}

/** When a member names a target, and the shops that it has hidden then. */
interface Looking {
  readonly now: number;
  readonly hidden: readonly ShopId[];
}

/**
 * The text of a statement that gives the recipients of a target among the shops that the transaction sees, each once, and at
 * most one more than a task may have: `shop_id`, `conversation_id` (null for a buyer without one), `buyer_name`, `order_id`,
 * `order_number`, and `buyer_id` of a fan and of the buyer of an order without a conversation.
 */
export function recipientsText(member: Member, target: BulkSendTarget, { now, hidden }: Looking, give: Give): string {
  const count = BULK_SEND_LIMITS.recipients + 1;
  const most = `limit ${count}`;
  const ofConversation =
    'c.shop_id, c.conversation_id, c.buyer_name, null::text as order_id, null::text as order_number, null::text as buyer_id';
  switch (target.kind) {
    case 'named':
      return `select ${ofConversation} from conversation c
        where c.conversation_id = any(${give(target.conversationIds)}::uuid[]) ${most}`;
    case 'matching':
      return `select ${ofConversation} from conversation c
        where c.conversation_id in (${matchingIds(member, target.listing, { now, hidden, among: target.shopIds, most: count }, give)}) ${most}`;
    case 'tag':
      return `select ${ofConversation} from conversation c where c.conversation_id in (
          select t.conversation_id from buyer_tag_relation t
          where t.tag_id = any(${give(target.buyerTagIds)}::uuid[]) and t.shop_id = any(${give(target.shopIds)}::uuid[])) ${most}`;
    case 'orders': {
      const statuses = target.statuses === undefined ? '' : `and o.status = any(${give(target.statuses)}::text[])`;
      const since = give(now - target.days * DAY_MS);
      return ofOrders(
        `o.shop_id = any(${give(target.shopIds)}::uuid[]) and o.created_at >= ${since}::bigint ${statuses}`,
        most,
      );
    }
    case 'orderNumbers':
      return ofOrders(
        `o.shop_id = any(${give(target.shopIds)}::uuid[]) and o.order_number = any(${give(target.numbers)}::text[])`,
        most,
      );
    case 'fans':
      return `select f.shop_id, v.conversation_id, coalesce(v.buyer_name, f.buyer_name) as buyer_name, null::text as order_id,
          null::text as order_number, f.buyer_id
        from shop_fan f join reading r on r.shop_id = f.shop_id and r.subject = 'fans' and r.state = 'done'
          and r.started_at = f.reading_at
        left join ${newestWith('f')} v on true where f.shop_id = any(${give(target.shopIds)}::uuid[]) ${most}`;
  }
}

/** The buyers of orders, each with the newest of them and the newest conversation of the shop with the buyer. */
const ofOrders = (where: string, most: string): string =>
  buyersOf(
    `(select distinct on (o.shop_id, coalesce(o.buyer_id, o.order_id)) o.* from shop_order o where ${where}
     order by o.shop_id, coalesce(o.buyer_id, o.order_id), o.created_at desc) o`,
    most,
  );

/** The recipients of orders `o`, each with the newest conversation of the shop with the buyer. */
export const buyersOf = (orders: string, most: string): string =>
  `select o.shop_id, v.conversation_id, coalesce(v.buyer_name, o.record ->> 'buyerName', '') as buyer_name, o.order_id,
     o.order_number, case when v.conversation_id is null then o.buyer_id end as buyer_id
   from ${orders} left join ${newestWith('o')} v on true ${most}`;

/** The newest conversation of the shop with the buyer of a row. */
const newestWith = (row: 'o' | 'f'): string =>
  `lateral (select c.conversation_id, c.buyer_name
     from conversation_buyer k join conversation c on c.conversation_id = k.conversation_id
     where k.account_id = ${row}.account_id and k.buyer_id = ${row}.buyer_id and k.shop_id = ${row}.shop_id
     order by c.last_message_at desc limit 1)`;

/**
 * An expression: why the buyer of a conversation `c`, null for none, of a shop `s` gets nothing now; null: gets it. `i` is the
 * item that is to be sent, with the `buyer_id` of whom has no conversation yet: a fan, or the buyer of an order. Of order care
 * it is about an order `o` as well, and so it is of a target of orders that is asked again; otherwise `o` may be null.
 */
export function whySkipped(judging: Judging, give: Give): string {
  const { conditions, config, messages, target, care, delayedSince, now } = judging;
  const ago = (ms: number) => `${give(now - ms)}::bigint`;
  const since = (days: number) => ago(days * DAY_MS);
  const parts = byCountry(messages, (message) => String(message.parts), '0');
  const reasons: (readonly [BulkSkipReason, string])[] =
    care === null
      ? [['noConversation', 'c.conversation_id is null and i.buyer_id is null']]
      : [
          ['caredFor', isCaredFor(care)],
          [
            'stageOver',
            `not coalesce(${isAtStage(care, ago)} and o.changed_at >= ${since(ORDER_CARE_LIMITS.scopeDays)}, false)`,
          ],
          ['noConversation', 'c.conversation_id is null and o.buyer_id is null'],
        ];
  if (care !== null && delayedSince !== undefined) {
    const isNew = isStageNew(care, () => `${give(delayedSince)}::bigint`);
    if (isNew !== null) reasons.push(['stageNew', isNew]);
  }
  const left = target === undefined ? null : hasLeft(target, give);
  if (left !== null) reasons.push(['leftTarget', left]);
  reasons.push(['buyerBlocked', 'c.is_buyer_blocked']);
  if (messages.every(({ country }) => country !== null)) reasons.push(['nothingToSay', `${parts} = 0`]);
  if (messages.some(({ needs }) => needs !== null)) {
    reasons.push(['nothingToSay', byCountry(messages, ({ needs }) => lacksFor(needs), 'false')]);
  }
  if (messages.some(({ tooLongAt }) => tooLongAt.length > 0)) {
    const isLong = ({ tooLongAt }: MessageSize) => `s.marketplace = any(${give(tooLongAt)}::text[])`;
    reasons.push(['tooLong', byCountry(messages, isLong, 'false')]);
  }
  if (conditions.idleDays !== null) reasons.push(['notIdle', `c.last_message_at >= ${since(conditions.idleDays)}`]);
  if (conditions.hasNoOpenOrders) {
    reasons.push(['openOrder', hasOrderIn(`o.status = any(${give(UNFINISHED_STATUSES)}::text[])`, BUYER)]);
  }
  if (conditions.skipOrderCare && config.orderCareDays !== null) {
    reasons.push(['orderCare', reachedByOrderCare(since(config.orderCareDays))]);
  }
  if (conditions.writtenDays !== null) {
    const from = since(conditions.writtenDays);
    reasons.push([
      'writtenTo',
      `c.last_message_at > ${from} and (exists (select from message m where m.conversation_id = c.conversation_id
           and m.author in ('seller', 'robot') and m.sent_at > ${from})
         or exists (select from forgotten_sending f where f.conversation_id = c.conversation_id and f.sent_at > ${from}))`,
    ]);
  }
  for (const marketplace of MARKETPLACES)
    reasons.push(...limitsAt(marketplace, { parts, isCare: care !== null }, since));
  if (config.cap !== null) {
    const from = since(config.cap.days);
    reasons.push([
      'cap',
      `${automaticSince(from)} + ${handedSince(from, MAY_BE_WRITTEN)} + ${parts} > ${config.cap.messages}`,
    ]);
  }
  return `case ${reasons.map(([reason, when]) => `when ${when} then '${reason}'`).join(' ')} end`;
}

/** Conditions that a variable has no value, of an item `i` and its order `o`, null for none: as `valuesFor` fills it in. */
const LACKS: Readonly<Record<OrderVariable, string>> = {
  order: 'i.order_id is null',
  tracking: "o.record ->> 'trackingNumber' is null",
  product: "o.record #>> '{items,0,title}' is null",
  amount: "o.record ->> 'total' is null",
};
/** The condition that each message lacks something that it needs, so that none can be filled in. */
const lacksFor = (needs: MessageSize['needs']): string =>
  needs === null
    ? 'false'
    : `(${needs.map((names) => `(${names.map((name) => LACKS[name]).join(' or ')})`).join(' and ') || 'false'})`;

/** An expression that depends on the country of a shop `s`. The countries are those of the domain. */
function byCountry(messages: readonly MessageSize[], of: (message: MessageSize) => string, otherwise: string): string {
  const usual = messages.find(({ country }) => country === null);
  const rest = usual === undefined ? otherwise : of(usual);
  const own = messages.filter(({ country }) => country !== null);
  if (own.length === 0) return `(${rest})`;
  return `(case s.country ${own.map((message) => `when '${message.country}' then ${of(message)}`).join(' ')} else ${rest} end)`;
}

/**
 * The condition that an order `o` of a shop `s` is at the stage of a kind. The words are those of the domain. `ago` gives the
 * time so many milliseconds before now. A review is asked for until the shop's reviews have one of the order, and not before
 * they were read to the end once.
 */
export function isAtStage(kind: OrderCareKind, ago: (ms: number) => string): string {
  const cases = MARKETPLACES.map((marketplace) => {
    const { status, words, parcel } = ORDER_CARE_STAGES[kind][marketplace];
    const conditions = [
      `o.status = '${status}'`,
      ...(words === null ? [] : [`o.record ->> 'wireStatus' in (${quoted(words)})`]),
      ...(parcel === null ? [] : [`o.parcel_stage = '${parcel}'`]),
      ...(parcel === 'outForDelivery' ? [`o.parcel_stage_at > ${ago(ORDER_CARE_LIMITS.outForDeliveryMs)}`] : []),
    ];
    return `when '${marketplace}' then ${conditions.join(' and ')}`;
  });
  const isReviewed = `exists (select from shop_review v where v.shop_id = o.shop_id and v.record ->> 'orderNumber' = o.order_number)`;
  const areRead = `(s.marketplace not in (${quoted(marketplacesWith('reviews'))}) or exists (select from reading r
    where r.shop_id = o.shop_id and r.subject = 'reviews' and r.complete_to is not null))`;
  const stage = `coalesce(case s.marketplace ${cases.join(' ')} end, false)`;
  return kind === 'review' ? `(${stage} and ${areRead} and not ${isReviewed})` : `(${stage})`;
}

/**
 * The condition that an order `o` of a shop `s` is at a delayed stage only since after a time. Neither what the marketplace
 * last changed nor what Pasar first knew of the status can be before the beginning of the stage. Null: none of the stages is delayed.
 */
function isStageNew(kind: OrderCareKind, since: () => string): string | null {
  const delayed = MARKETPLACES.filter((marketplace) => ORDER_CARE_STAGES[kind][marketplace].isDelayed);
  if (delayed.length === 0) return null;
  return `(s.marketplace in (${quoted(delayed)}) and least(o.changed_at, o.status_known_at) > ${since()})`;
}
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/**
 * The condition that another item of the order `o` and the kind has got the message or will, or had it before the shop `s` was
 * unbound and authorized again. What waits in a stopped task counts as nothing: a new task takes it over.
 */
const isCaredFor = (kind: OrderCareKind): string =>
  `(exists (select from order_cared_before had where had.account_id = s.account_id and had.marketplace = s.marketplace
     and had.platform_shop_id = s.platform_shop_id and had.order_id = o.order_id and had.care_kind = '${kind}')
   or exists (select from bulk_send_item other where other.shop_id = o.shop_id and other.order_id = o.order_id
     and other.care_kind = '${kind}' and (other.state <> 'skip' or other.done_parts <> '{}')
     and other.item_id is distinct from i.item_id and not (other.state = 'wait' and other.done_parts = '{}'
       and exists (select from bulk_send_task t where t.task_id = other.task_id and t.state = 'stopped'))))`;

interface Sized {
  /** An expression: the messages that a recipient gets. */
  readonly parts: string;
  readonly isCare: boolean;
}

/** What a marketplace itself forbids. */
function limitsAt(marketplace: Marketplace, { parts, isCare }: Sized, since: (days: number) => string) {
  const { inARow, opening, reach } = SEND_LIMITS[marketplace];
  const limits: (readonly [BulkSkipReason, string])[] = [];
  const hasOrdered = (days: number) => {
    const placed = `o.created_at > ${since(days)}`;
    return `(${hasOrderIn(placed, BUYER)} is not null${isCare ? ` or ${placed}` : ''})`;
  };
  if (reach.chatDays !== null) {
    const ordered = reach.orderDays === null ? '' : `or ${hasOrdered(reach.orderDays)}`;
    limits.push([
      'outOfReach',
      `s.marketplace = '${marketplace}' and not (coalesce(c.buyer_wrote_at, 0) > ${since(reach.chatDays)} ${ordered}
         or exists (select from shop_return t where t.shop_id = ${BUYER.shopId} and t.is_open and t.buyer_id = ${BUYER.buyerId}))`,
    ]);
  }
  if (opening.orderDays !== null) {
    limits.push([
      'outOfReach',
      `s.marketplace = '${marketplace}' and c.conversation_id is null and not ${hasOrdered(opening.orderDays)}`,
    ]);
  }
  if (inARow.most !== null) {
    limits.push([
      'inARow',
      `s.marketplace = '${marketplace}' and ${parts} + (select count(*) from message m
         where m.conversation_id = c.conversation_id and m.status = 'available'
           and ${isOfShop('m')} and m.sent_at > coalesce(c.buyer_wrote_at, 0))
         + case when c.forgotten_until > coalesce(c.buyer_wrote_at, 0) then c.forgotten_in_a_row else 0 end
         + (select count(*) from delivery d where d.conversation_id = c.conversation_id
           and d.state in ('pending', 'claimed', 'intent', 'doubted')
           and d.bulk_item_id is distinct from i.item_id)
         + ${handedSince('coalesce(c.buyer_wrote_at, 0)', NOT_TOLD)} > ${inARow.most}`,
    ]);
  }
  return limits;
}

/** The condition that a message counts among those in a row: the shop wrote it, or Pasar for the shop. */
export const isOfShop = (message: 'm' | 'gone'): string =>
  `(${message}.author = 'seller' or ${message}.cause is not null)`;

/** The conversations of the shop with the buyer of `c`, of which there may be several. */
const OF_BUYER = `(select k.conversation_id from conversation_buyer k
  where k.account_id = c.account_id and k.buyer_id = c.buyer_id and k.shop_id = c.shop_id)`;

/** The condition that a program has, or may have, written to a recipient of a task. */
const MAY_BE_WRITTEN = "h.state in ('sent', 'success', 'unconfirmed')";
/** The condition that a program has a recipient and has not told the result yet. What it tells of as sent is among the messages. */
const NOT_TOLD = "h.state = 'sent'";

/** How many messages of tasks the programs of the account have sent to a buyer, or may have. */
const handedSince = (since: string, condition: string): string =>
  `(select coalesce(sum(h.handed_messages), 0) from bulk_send_item h where h.shop_id = ${BUYER.shopId}
      and h.handed_to = ${BUYER.buyerId} and ${condition} and h.sent_at > ${since})`;

/** What a program logs while it has a recipient of the conversation is the message of the task, which counts already. */
const isOfTask = `exists (select from bulk_send_item h where h.conversation_id = l.conversation_id and h.handed_at <= l.sent_at
  and ${MAY_BE_WRITTEN} and l.sent_at <= coalesce(h.ended_at, l.sent_at))`;

/**
 * How many automatic messages the buyer of `c` got, with those on the way, those that programs have logged, and those that the
 * account no longer keeps.
 */
const automaticSince = (since: string): string =>
  `(select count(*) from message m where m.conversation_id in ${OF_BUYER} and m.cause is not null
      and m.sent_at > ${since})
   + (select count(*) from delivery d where d.conversation_id in ${OF_BUYER} and d.cause is not null
      and d.state in ('pending', 'claimed', 'intent', 'doubted'))
   + (select count(*) from send_message_log l where l.conversation_id in ${OF_BUYER} and l.sent_at > ${since}
      and not ${isOfTask})
   + (select count(*) from forgotten_sending f where f.conversation_id in ${OF_BUYER} and f.cause is not null
      and f.sent_at > ${since})`;

/** The condition that order care has written to the buyer of a conversation `c`. */
export const reachedByOrderCare = (since: string): string =>
  `(exists (select from message m where m.conversation_id in ${OF_BUYER} and m.cause = 'orderCare'
      and m.sent_at > ${since})
    or exists (select from forgotten_sending f where f.conversation_id in ${OF_BUYER} and f.cause = 'orderCare'
      and f.sent_at > ${since})
    or exists (select from delivery d where d.conversation_id in ${OF_BUYER} and d.cause = 'orderCare'
      and d.state in ('pending', 'claimed', 'intent', 'doubted')))`;
