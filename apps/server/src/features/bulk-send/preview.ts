import type { AutomaticPart, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, BULK_SEND_LIMITS, type BulkSkipReason, bulkDurationMs } from '@pasar/domain';
import { judgingOf, type Recipient, readSendConfig, renderFor } from '../../records/bulk-send.ts';
import { recipientsText, whySkipped } from '../../records/bulk-send-recipients.ts';
import type { Give } from '../../records/ordered-list.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { areGoodsOfOne, isTargetThere, unknownNumber } from './save.ts';

type Call = typeof CALLS.bulkSend.previewBulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Preview = CallOutput<Call>;

interface CountRow {
  readonly shop_id: string;
  readonly reason: BulkSkipReason | null;
  readonly count: number;
}

/** By the same statement that writes the recipients of a task. */
export async function previewBulkSend(
  context: Context,
  { interval, content, conditionJson, buyerListJson }: CallInput<Call>,
): Promise<Answer<Preview>> {
  const { transaction, member, now } = context;
  if (!(await isTargetThere(transaction, buyerListJson))) return fail('not_found');
  if (buyerListJson.kind === 'orderNumbers') {
    const unknown = await unknownNumber(context, buyerListJson);
    if (unknown !== null) return fail('batch_row_invalid', unknown);
  }
  const config = await readSendConfig(transaction, member.scope.accountId);
  const judging = judgingOf(content, conditionJson, config, now);
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const judged = `select r.*, coalesce(s.alias, s.name) as shop_name, s.country, ${whySkipped(judging, give)} as reason
    from (${recipientsText(member, buyerListJson, now, give)}) r join shop s on s.shop_id = r.shop_id
      left join conversation c on c.conversation_id = r.conversation_id`;
  const found = await transaction.query<CountRow & { readonly examples: Recipient[] | null }>(
    builtStatement(
      `with judged as materialized (${judged})
       select shop_id, reason, count(*)::integer as count,
         case when reason is null then (array_agg(to_jsonb(judged)))[1:${BULK_SEND_LIMITS.examples}] end as examples
       from judged group by shop_id, reason order by shop_id, reason`,
      values,
    ),
  );
  const total = found.rows.reduce((sum, { count }) => sum + count, 0);
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  const shops = shopsOf(found.rows);
  if (
    !areGoodsOfOne(
      content,
      shops.map(({ shopId }) => shopId),
    )
  )
    return fail('bulk_send_goods_one_shop');
  const examples: Preview['examples'] = [];
  for (const recipient of found.rows.flatMap((row) => row.examples ?? []).slice(0, BULK_SEND_LIMITS.examples)) {
    const parts = await renderFor(transaction, content, recipient);
    examples.push({ shopId: asShopId(recipient.shop_id), buyerName: recipient.buyer_name, parts: parts.map(shown) });
  }
  const counts = shops.map(({ sendCount }) => sendCount);
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, count) => sum + count, 0),
    shops,
    examples,
    durationMs: Math.round(bulkDurationMs(interval, counts)),
  });
}

const shopsOf = (rows: readonly CountRow[]): Preview['shops'] =>
  [...Map.groupBy(rows, (row) => row.shop_id)].map(([shopId, ofShop]) => ({
    shopId: asShopId(shopId),
    sendCount: ofShop.find(({ reason }) => reason === null)?.count ?? 0,
    skipped: ofShop.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
  }));

const shown = (part: AutomaticPart) => ({
  kind: part.kind,
  text: part.kind === 'text' ? part.text : part.kind === 'image' ? part.fileName : part.title,
});
