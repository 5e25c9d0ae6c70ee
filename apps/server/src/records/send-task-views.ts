import type { SendItemOutcome, SendTaskProgress } from '@pasar/api';
import { asConversationId, asShopId, BULK_SKIP_REASONS, REASON_CODES, statusOfTask } from '@pasar/domain';
import { z } from 'zod';
import type { BulkSendItemTable } from '../storage/gen/tables.ts';
import type { TaskRow } from './bulk-send.ts';
import type { Member } from './members.ts';

export type ItemRow = Readonly<BulkSendItemTable>;

export const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** How far a task of either cause is. */
export function toProgress(row: TaskRow, pauses: SendTaskProgress['pauses']): SendTaskProgress {
  const { total, sent, succeeded, failed, skipped, unconfirmed, answered } = row;
  return {
    taskId: row.task_id,
    status: statusOfTask(row.state, { total, sent, succeeded, failed, skipped, unconfirmed }),
    state: row.state,
    pauses,
    totalCount: total,
    sentCount: sent,
    successCount: succeeded,
    failCount: failed,
    skipCount: skipped,
    unconfirmedCount: unconfirmed,
    answeredCount: answered,
    createTime: Number(row.created_at),
    beginTime: timeOf(row.begun_at),
    endTime: timeOf(row.ended_at),
  };
}

/** What has become of a recipient. */
export const toOutcome = (row: ItemRow): SendItemOutcome => ({
  itemId: row.item_id,
  shopId: asShopId(row.shop_id),
  conversationId: row.conversation_id === null ? null : asConversationId(row.conversation_id),
  buyerName: row.buyer_name,
  state: row.state,
  skipped: row.state === 'skip' ? z.enum(BULK_SKIP_REASONS).parse(row.reason) : null,
  reason: row.state === 'fail' ? z.enum(REASON_CODES).parse(row.reason) : null,
  detail: row.detail,
  sentAt: row.state === 'success' || row.state === 'unconfirmed' ? timeOf(row.sent_at) : null,
  endedAt: timeOf(row.ended_at),
  isAnswered: row.answered_at !== null,
});

/**
 * The condition of a task that a member sees it, with its value as `$1`. Row security says the same of a sub-account, but in a
 * form that no index answers.
 */
export const ownTasks = ({ scope }: Member): readonly [where: string, value: string | null] =>
  scope.shops === 'all' ? ['account_id = $1', scope.accountId] : ['member_id = $1', scope.memberId];
