import { type AccountId, AUTO_REPLY_LIMITS, type AutoReplyReason } from '@pasar/domain';
import { z } from 'zod';
import { putAutomatic } from '../../records/automatic.ts';
import { faultOf } from '../../records/bulk-send-listed.ts';
import { endAnswer, judgeAnswer, lockDueAnswer, partsOfAnswer, planNext, targetOf } from '../../records/due-answers.ts';
import type { Transaction } from '../../storage/database.ts';
import { defineAccountTask } from './task.ts';

/**
 * Gives an automatic answer when it is due, or notes why not. The look, the rows of the ledger and the entry of the log are
 * one transaction, so a run that is repeated finds the answer given.
 */
export const autoReply = defineAccountTask({
  name: 'auto-reply',
  attempts: 20,
  input: z.strictObject({ queueId: z.uuid() }),
  run: ({ queueId }, { accountId, now, within }) =>
    within((transaction) => answer(transaction, accountId, queueId, now())),
});

async function answer(transaction: Transaction, accountId: AccountId, queueId: string, now: number): Promise<void> {
  const due = await lockDueAnswer(transaction, queueId);
  // Whether it is due is judged by the database's clock, which began the task. This process's may be behind it.
  if (due === null) return;
  const { row, conversation } = due;
  const { content, delayMinutes, reason } = await judgeAnswer(transaction, accountId, due, now);
  const ended = { accountId, queueId, shopId: row.shop_id, now };
  const skip = (why: AutoReplyReason) => endAnswer(transaction, { ...ended, state: 'skipped', reason: why });
  if (reason !== null || content === null) {
    await skip(reason ?? 'switchedOff');
    if (row.kind === 'default' && content !== null) await planNext(transaction, row, delayMinutes);
    return;
  }
  const parts = await partsOfAnswer(transaction, content, targetOf(due));
  const fault = faultOf(parts, conversation.marketplace);
  if (fault !== null) return skip(fault);
  const target = {
    shopId: row.shop_id,
    marketplace: conversation.marketplace,
    conversationId: row.conversation_id,
    // The sender compares it with what a person has answered since. Later messages may have come before a late answer.
    lastPosition: row.position,
  };
  const notAfter = now + AUTO_REPLY_LIMITS.lateMs;
  const [put = null] = await putAutomatic(transaction, { accountId, cause: 'autoReply', memberId: null, now }, [
    { target, parts, causeId: queueId, bulk: null, notAfter },
  ]);
  if (put === null) return skip('nothingToSay');
  const answers = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  await endAnswer(transaction, { ...ended, state: 'answered', reason: null, answers }, put);
}
