import type { NewChange } from '../../records/change-feed.ts';
import {
  type ConversationRow,
  type DeliveryRow,
  type MessageRow,
  type ToldShopRow,
  toConversationView,
  toDeliveryView,
  toMessageView,
} from '../../records/rows.ts';
import { counterChanges } from '../../records/shop-changes.ts';

/** What a batch has stored. */
interface Stored {
  readonly messages: readonly MessageRow[];
  /** The ids of the messages that were not stored before. */
  readonly isNew: ReadonlySet<string>;
  /** The shop of a conversation. */
  readonly shopOf: (conversationId: string) => string | null;
  readonly rows: readonly ConversationRow[];
  readonly shops: readonly ToldShopRow[];
  readonly deliveries: readonly DeliveryRow[];
}

/** What the windows are told of a batch. */
export const toldChanges = ({ messages, isNew, shopOf, rows, shops, deliveries }: Stored): readonly NewChange[] => [
  ...rows.map((row): NewChange => change(row.shop_id, { kind: 'conversation', conversation: toConversationView(row) })),
  ...messages.map(
    (row): NewChange => ({
      ...change(shopOf(row.conversation_id), { kind: 'message', message: toMessageView(row) }),
      ...(isNew.has(row.message_id) ? { nature: 'new message' } : {}),
    }),
  ),
  ...deliveries.map((row): NewChange => change(row.shop_id, { kind: 'delivery', delivery: toDeliveryView(row) })),
  ...counterChanges(shops),
  // What became of an automatic answer stands in its log.
  ...[...new Set(deliveries.flatMap((row) => (row.cause === 'autoReply' ? [row.shop_id] : [])))].map(
    (shopId): NewChange => change(shopId, { kind: 'autoReply' }),
  ),
  // The database has moved the task's counters with the deliveries.
  ...(['bulkSend', 'orderCare'] as const).flatMap((cause) =>
    deliveries.some((row) => row.cause === cause) ? [change(null, { kind: cause })] : [],
  ),
];

const change = (shopId: string | null, payload: NewChange['change']): NewChange => ({
  change: payload,
  shopId,
  memberId: null,
});
