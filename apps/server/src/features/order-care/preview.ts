import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, ORDER_CARE_STAGES } from '@pasar/domain';
import { sizeOf } from '../../records/bulk-send.ts';
import { countJudged, countsByShop, durationOf } from '../../records/bulk-send-judged.ts';
import { listJudged } from '../../records/bulk-send-listed.ts';
import { contentFor, judgingOfSending, ordersAtStage, rangeSince, readCareContents } from '../../records/order-care.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { readShops, unreadOf } from './shops.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** By the same statement that writes the orders of a task. */
async function askedOf(
  { transaction, member, now }: Context,
  { kind, range, timeZone, shopIds }: CallInput<Calls['previewOrderCare']>,
) {
  const { accountId } = member.scope;
  const contents = await readCareContents(transaction, accountId, kind);
  return {
    contents,
    recipients: ordersAtStage(kind, shopIds, rangeSince(range, timeZone, now)),
    judging: await judgingOfSending(transaction, accountId, { kind, contents, now }),
  };
}

export async function previewOrderCare(
  context: Context,
  target: CallInput<Calls['previewOrderCare']>,
): Promise<Answer<CallOutput<Calls['previewOrderCare']>>> {
  const { transaction } = context;
  const { kind, shopIds } = target;
  const shops = await readShops(transaction, shopIds);
  if (shops === null) return fail('not_found');
  const { contents, recipients, judging } = await askedOf(context, target);
  const rows = await countJudged(transaction, recipients, judging);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  const counts = countsByShop(rows);
  const told = shops.filter(({ marketplace }) => ORDER_CARE_STAGES[kind][marketplace] !== null);
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, { sendCount }) => sum + sendCount, 0),
    shops: counts,
    untoldShopIds: shops.filter((shop) => !told.includes(shop)).map(({ shopId }) => shopId),
    unreadShopIds: await unreadOf(transaction, 'orders', told),
    unreadReviewShopIds: kind === 'review' ? await unreadOf(transaction, 'reviews', told) : [],
    durationMs: durationOf(rows, BULK_SEND_LIMITS.intervalSeconds.usual, (country) => {
      const content = contentFor(contents, country);
      return content === null ? 0 : sizeOf(content).parts;
    }),
  });
}

export async function previewOrderCareRecipients(
  context: Context,
  { shopId, only, after, ...target }: CallInput<Calls['previewOrderCareRecipients']>,
): Promise<Answer<CallOutput<Calls['previewOrderCareRecipients']>>> {
  const { transaction } = context;
  if ((await readShops(transaction, target.shopIds)) === null) return fail('not_found');
  const { contents, recipients, judging } = await askedOf(context, target);
  return success(
    await listJudged(transaction, {
      recipients,
      judging,
      slice: { shopId, only, after },
      contentFor: (country) => contentFor(contents, country),
    }),
  );
}
