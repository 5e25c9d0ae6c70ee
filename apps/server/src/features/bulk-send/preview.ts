import type { AutomaticPart, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, BULK_SEND_LIMITS } from '@pasar/domain';
import { judgingOf, readSendConfig, renderFor, sizeOf } from '../../records/bulk-send.ts';
import { countJudged, countsByShop, durationOf } from '../../records/bulk-send-judged.ts';
import { recipientsText } from '../../records/bulk-send-recipients.ts';
import type { Give } from '../../records/ordered-list.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { areGoodsOfOne, unknownNumber, whatIsMissing } from './save.ts';

type Call = typeof CALLS.bulkSend.previewBulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Preview = CallOutput<Call>;

/** By the same statement that writes the recipients of a task. */
export async function previewBulkSend(
  context: Context,
  { interval, content, conditionJson, buyerListJson }: CallInput<Call>,
): Promise<Answer<Preview>> {
  const { transaction, member, now } = context;
  const missing = await whatIsMissing(context, buyerListJson);
  if (missing !== null) return missing;
  if (buyerListJson.kind === 'orderNumbers') {
    const unknown = await unknownNumber(context, buyerListJson);
    if (unknown !== null) return fail('batch_row_invalid', unknown);
  }
  const config = await readSendConfig(transaction, member.scope.accountId);
  const judging = judgingOf(content, conditionJson, config, now);
  const recipients = (give: Give) => recipientsText(member, buyerListJson, now, give);
  const rows = await countJudged(transaction, recipients, judging);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  const shops = countsByShop(rows);
  if (
    !areGoodsOfOne(
      content,
      shops.map(({ shopId }) => shopId),
    )
  )
    return fail('bulk_send_goods_one_shop');
  const examples: Preview['examples'] = [];
  for (const recipient of rows.flatMap((row) => row.examples ?? []).slice(0, BULK_SEND_LIMITS.examples)) {
    const parts = await renderFor(transaction, content, recipient);
    examples.push({ shopId: asShopId(recipient.shop_id), buyerName: recipient.buyer_name, parts: parts.map(shown) });
  }
  const counts = shops.map(({ sendCount }) => sendCount);
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, count) => sum + count, 0),
    shops,
    examples,
    durationMs: durationOf(rows, interval, () => sizeOf(content).parts),
  });
}

const shown = (part: AutomaticPart) => ({
  kind: part.kind,
  text: part.kind === 'text' ? part.text : part.kind === 'image' ? part.fileName : part.title,
});
