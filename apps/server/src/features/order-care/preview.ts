import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, careByParcels } from '@pasar/domain';
import { sizeOf } from '../../records/bulk-send.ts';
import { countJudged, countsByShop, durationOf } from '../../records/bulk-send-judged.ts';
import { listJudged } from '../../records/bulk-send-listed.ts';
import { contentFor, judgingOfSending, ordersAtStage, rangeSince, readCareContents } from '../../records/order-care.ts';
import { countDueParcels, wantParcels } from '../../records/order-parcels.ts';
import { unreadShops } from '../../records/readings.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { ReadingContext } from '../handler.ts';
import { readShops } from './shops.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<ReadingContext, 'transaction' | 'member' | 'now'>;

/** By the same statement that writes the orders of a task. */
async function askedOf(
  { transaction, member, now }: Context,
  { kind, range, timeZone, shopIds }: CallInput<Calls['previewOrderCare']>,
) {
  const { accountId } = member.scope;
  const contents = await readCareContents(transaction, accountId, kind);
  return {
    contents,
    recipients: ordersAtStage(kind, shopIds, { since: rangeSince(range, timeZone, now), now }),
    judging: await judgingOfSending(transaction, accountId, { kind, contents, now }),
  };
}

/** Where the parcels of orders tell the stage, those of the shops are read from now on. */
export async function previewOrderCare(
  context: Context & Pick<ReadingContext, 'afterwards'>,
  target: CallInput<Calls['previewOrderCare']>,
): Promise<Answer<CallOutput<Calls['previewOrderCare']>>> {
  const { transaction, now, afterwards } = context;
  const { kind, range, timeZone, shopIds } = target;
  const shops = await readShops(transaction, shopIds);
  if (shops === null) return fail('not_found');
  const { contents, recipients, judging } = await askedOf(context, target);
  const rows = await countJudged(transaction, recipients, judging);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  const counts = countsByShop(rows);
  const byParcels = shops.flatMap(({ shopId, marketplace }) =>
    careByParcels(marketplace).includes(kind) ? [shopId] : [],
  );
  if (byParcels.length > 0) afterwards((writing) => wantParcels(writing, byParcels, now));
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, { sendCount }) => sum + sendCount, 0),
    shops: counts,
    unreadShopIds: await unreadShops(transaction, 'orders', shopIds),
    unreadReviewShopIds: kind === 'review' ? await unreadShops(transaction, 'reviews', shopIds) : [],
    unreadParcels: await countDueParcels(transaction, byParcels, { since: rangeSince(range, timeZone, now), now }),
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
