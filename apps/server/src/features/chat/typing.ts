import type { CALLS, CallInput } from '@pasar/api';
import { orderTyping } from '../../records/moments.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { isOffered } from './offered.ts';
import { findConversation } from './read.ts';

/** Passed to the runner that serves the shop, and not stored: nothing depends on it. */
export async function showTyping(
  { transaction }: Pick<MemberContext, 'transaction'>,
  { conversationId, isTyping }: CallInput<typeof CALLS.chat.showTyping>,
): Promise<Answer<Record<string, never>>> {
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation) return fail('not_found');
  if (!(await isOffered(transaction, conversation.shop_id, 'typing'))) {
    return fail('invalid_request', 'not offered by this marketplace');
  }
  await orderTyping(transaction, conversation.shop_id, { conversationId, isTyping });
  return success({});
}
