import type { BulkSendTarget, CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, type ShopId } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { judgingOf, readSendConfig, sizeOf } from '../../records/bulk-send.ts';
import { countJudged, countsByShop, durationOf, type RecipientsText } from '../../records/bulk-send-judged.ts';
import { listJudged } from '../../records/bulk-send-listed.ts';
import { type Judging, recipientsText } from '../../records/bulk-send-recipients.ts';
import { unreadShops } from '../../records/readings.ts';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { areGoodsOfOne, unknownNumber, whatIsMissing } from './save.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

interface Asked {
  readonly recipients: RecipientsText;
  readonly judging: Judging;
}

/** By the same statement that writes the recipients of a task. */
async function askedOf(
  context: Context,
  { content, conditionJson, buyerListJson }: CallInput<Calls['previewBulkSend']>,
): Promise<Answer<Asked>> {
  const { transaction, member, now } = context;
  const missing = await whatIsMissing(context, buyerListJson);
  if (missing !== null) return missing;
  if (buyerListJson.kind === 'orderNumbers') {
    const unknown = await unknownNumber(context, buyerListJson);
    if (unknown !== null) return fail('batch_row_invalid', unknown);
  }
  const config = await readSendConfig(transaction, member.scope.accountId);
  const { hidden } = await readArrangement(transaction, member);
  return success({
    recipients: (give) => recipientsText(member, buyerListJson, { now, hidden }, give),
    judging: judgingOf(content, conditionJson, config, now),
  });
}

export async function previewBulkSend(
  context: Context,
  message: CallInput<Calls['previewBulkSend']>,
): Promise<Answer<CallOutput<Calls['previewBulkSend']>>> {
  const asked = await askedOf(context, message);
  if (!asked.ok) return asked;
  const { content, interval, conditionJson, buyerListJson } = message;
  const rows = await countJudged(context.transaction, asked.data.recipients, asked.data.judging);
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
  const counts = shops.map(({ sendCount }) => sendCount);
  const byOrders = [
    ...(await shopsByOrders(context.transaction, buyerListJson)),
    ...(conditionJson.hasNoOpenOrders ? shops.map(({ shopId }) => shopId) : []),
  ];
  return success({
    totalCount: total,
    sendCount: counts.reduce((sum, count) => sum + count, 0),
    shops,
    unreadShopIds: byOrders.length === 0 ? [] : await unreadShops(context.transaction, 'orders', byOrders),
    durationMs: durationOf(rows, interval, () => sizeOf(content).parts),
  });
}

/** The shops whose orders decide who belongs to the target. Without its orders such a shop may have no recipient yet. */
async function shopsByOrders(transaction: Transaction, target: BulkSendTarget): Promise<readonly ShopId[]> {
  switch (target.kind) {
    case 'orders':
    case 'orderNumbers':
      return target.shopIds;
    case 'matching': {
      const { orderStatus, hasNoOpenOrders, shopId, marketplace, country } = target.listing;
      if (orderStatus === undefined && hasNoOpenOrders !== true) return [];
      return shopIdsOf(transaction, {
        shopIds: shopId === undefined ? target.shopIds : [shopId],
        marketplaces: marketplace && [marketplace],
        countries: country && [country],
      });
    }
    case 'named':
    case 'tag':
    case 'fans':
      return [];
  }
}

export async function previewBulkSendRecipients(
  context: Context,
  { shopId, only, after, ...message }: CallInput<Calls['previewBulkSendRecipients']>,
): Promise<Answer<CallOutput<Calls['previewBulkSendRecipients']>>> {
  const asked = await askedOf(context, message);
  if (!asked.ok) return asked;
  const slice = { shopId, only, after };
  return success(await listJudged(context.transaction, { ...asked.data, slice, contentFor: () => message.content }));
}
