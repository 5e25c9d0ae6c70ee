import { idsOfCard, type OutgoingContent } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { LoadedDelivery } from './deliveries.ts';
import { contentOf } from './rows.ts';

/** A message's time may lie this far before the send and the message still match it: the clocks differ (our choice). */
const CLOCK_SLACK_MS = 60_000;

/** What a message is compared with: its kind, and its words or the ids of its card. */
interface Wanted {
  readonly type: 'text' | 'image' | 'video' | 'products' | 'order' | 'voucher' | 'follow' | 'rating';
  readonly text: string;
  readonly ids: readonly string[];
}
function wantedOf(content: OutgoingContent): Wanted {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text, ids: [] };
    case 'sticker':
      return { type: 'text', text: content.sticker.text, ids: [] };
    case 'image':
    case 'video':
    case 'follow':
    case 'rating':
      return { type: content.type, text: '', ids: [] };
    case 'order': {
      const { orderId, orderNumber } = content.order;
      // A marketplace may name an order by its number alone.
      return { type: 'order', text: '', ids: orderNumber === null ? [orderId] : [orderId, orderNumber] };
    }
    case 'products':
    case 'voucher':
      return { type: content.type, text: '', ids: idsOfCard(content) };
  }
}

/** Whether the message of one could be taken for that of the other. */
export function areAlike(left: OutgoingContent, right: OutgoingContent): boolean {
  const [one, other] = [wantedOf(left), wantedOf(right)];
  if (one.type !== other.type || one.text.trim() !== other.text.trim()) return false;
  return one.ids.length + other.ids.length === 0 || one.ids.some((id) => other.ids.includes(id));
}

/** The products of a message's stored content, in their order. */
const PRODUCTS = `array(select product->>'itemId' from jsonb_array_elements(content->'products')
  with ordinality as listed (product, place) order by place)`;

/**
 * For marketplaces that do not echo the key: a delivery is matched with the first message of the shop in the
 * conversation that has the same words, or a card of the same ids, is not older than the attempt, lies behind every
 * message that was there when the delivery was written, and settles no other delivery. Of a picture or a video only the kind is
 * compared; a message whose address is the one that the upload was given takes precedence. Returns the links found.
 */
export async function matchByContent(
  transaction: Transaction,
  inDoubt: readonly LoadedDelivery[],
): Promise<{ readonly messageId: string; readonly platformMessageId: string; readonly delivery: LoadedDelivery }[]> {
  const links: { messageId: string; platformMessageId: string; delivery: LoadedDelivery }[] = [];
  for (const delivery of inDoubt) {
    if (!('intentAt' in delivery.state)) continue;
    const wanted = wantedOf(contentOf(delivery.row));
    const found = await transaction.query<{ message_id: string; platform_message_id: string }>({
      name: 'match-by-content',
      text: `select message_id, platform_message_id from message
             where conversation_id = $1 and author = 'seller' and client_id is null and sent_at >= $2
               and case $3
                 when 'text' then content->>'type' = 'text' and btrim(content->>'text') = btrim($4)
                 when 'image' then content->>'type' = 'image'
                   or (content->>'type' = 'placeholder' and content->>'kind' = 'image')
                 when 'video' then content->>'type' = 'video'
                   or (content->>'type' = 'placeholder' and content->>'kind' = 'video')
                 when 'follow' then content->>'type' = 'follow'
                 when 'rating' then content->>'type' = 'rating'
                 when 'products' then content->>'type' = 'products' and ${PRODUCTS} = $5::text[]
                 when 'order' then content->'order'->>'orderId' = any($5::text[])
                 when 'voucher' then content->'voucher'->>'voucherId' = any($5::text[]) end
               and position > coalesce($6::bigint, -1)
               and not (message_id = any($7::uuid[]))
             order by not (coalesce(content->'picture'->>'url', content->'video'->>'url') is not distinct from coalesce(
               (select uploaded->>'url' from delivery_image where delivery_id = $8),
               (select uploaded->>'url' from outgoing_video where delivery_id = $8))), position limit 1`,
      values: [
        delivery.row.conversation_id,
        delivery.state.intentAt - CLOCK_SLACK_MS,
        wanted.type,
        wanted.text,
        wanted.ids,
        delivery.row.anchor_position,
        links.map((link) => link.messageId),
        delivery.row.delivery_id,
      ],
    });
    const row = found.rows[0];
    if (row) links.push({ messageId: row.message_id, platformMessageId: row.platform_message_id, delivery });
  }
  return links;
}
