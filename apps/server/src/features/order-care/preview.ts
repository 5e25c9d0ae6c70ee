import type { AutomaticPart, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, BULK_SEND_LIMITS, ORDER_CARE_STAGES } from '@pasar/domain';
import { readSendConfig, renderFor, sizeOf } from '../../records/bulk-send.ts';
import { countJudged, countsByShop, durationOf } from '../../records/bulk-send-judged.ts';
import { contentFor, judgingOfCare, ordersAtStage, rangeSince, readCareContents } from '../../records/order-care.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { readShops, unreadOf } from './shops.ts';

type Call = typeof CALLS.orderCare.previewOrderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Preview = CallOutput<Call>;

/** By the same statement that writes the orders of a task. */
export async function previewOrderCare(
  { transaction, member, now }: Context,
  { kind, range, timeZone, shopIds }: CallInput<Call>,
): Promise<Answer<Preview>> {
  const shops = await readShops(transaction, shopIds);
  if (shops === null) return fail('not_found');
  const { accountId } = member.scope;
  const contents = await readCareContents(transaction, accountId, kind);
  const recipients = ordersAtStage(kind, shopIds, rangeSince(range, timeZone, now));
  const judging = judgingOfCare(kind, contents, await readSendConfig(transaction, accountId), now);
  const rows = await countJudged(transaction, recipients, judging);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  const examples: Preview['examples'] = [];
  for (const recipient of rows.flatMap((row) => row.examples ?? []).slice(0, BULK_SEND_LIMITS.examples)) {
    const content = contentFor(contents, recipient.country);
    const parts = content === null ? [] : await renderFor(transaction, content, recipient);
    examples.push({
      shopId: asShopId(recipient.shop_id),
      buyerName: recipient.buyer_name,
      orderNumber: recipient.order_number ?? '',
      // The contract lets no other parts in.
      parts: parts.flatMap(shown),
    });
  }
  const counts = countsByShop(rows);
  const told = shops.filter(({ marketplace }) => ORDER_CARE_STAGES[kind][marketplace] !== null);
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, { sendCount }) => sum + sendCount, 0),
    shops: counts,
    examples,
    untoldShopIds: shops.filter((shop) => !told.includes(shop)).map(({ shopId }) => shopId),
    unreadShopIds: await unreadOf(transaction, told),
    durationMs: durationOf(rows, BULK_SEND_LIMITS.intervalSeconds.usual, (country) => {
      const content = contentFor(contents, country);
      return content === null ? 0 : sizeOf(content).parts;
    }),
  });
}

const shown = (part: AutomaticPart): Preview['examples'][number]['parts'] => {
  if (part.kind === 'text') return [{ kind: part.kind, text: part.text }];
  return part.kind === 'image' ? [{ kind: part.kind, text: part.fileName }] : [];
};
