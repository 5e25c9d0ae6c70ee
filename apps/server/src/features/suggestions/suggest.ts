import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { findSuggested, known, readConversation } from './conversation.ts';
import { type SentMessage, sentTexts } from './sent-texts.ts';
import { hasSeen } from './settings.ts';

type Calls = typeof CALLS.suggestions;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'suggester' | 'clock' | 'gone'>;

interface Made {
  readonly host: string;
  readonly messages: readonly SentMessage[];
}

export async function previewSuggestion(
  context: Context,
  input: CallInput<Calls['previewSuggestion']>,
): Promise<Answer<CallOutput<Calls['previewSuggestion']>>> {
  const made = await messagesFor(context, input, 'preview');
  return made.ok ? success({ host: made.data.host, texts: made.data.messages.map(({ content }) => content) }) : made;
}

export async function suggest(
  context: Context,
  input: CallInput<Calls['suggest']>,
): Promise<Answer<CallOutput<Calls['suggest']>>> {
  const { member, suggester, clock, gone } = context;
  const made = await messagesFor(context, input, 'send');
  if (!made.ok) return made;
  const answer = await suggester.suggest(member.scope.accountId, made.data.messages, clock.now(), gone);
  return answer.ok ? success({ text: answer.data }) : answer;
}

/**
 * Nothing is sent for a shop that has it off, or before the member has seen what is sent and to which host. The
 * database is let go before the marketplace or the model is asked.
 */
async function messagesFor(
  context: Context,
  { conversationId, task, text }: CallInput<Calls['suggest']>,
  to: 'preview' | 'send',
): Promise<Answer<Made>> {
  const { database, member, suggester } = context;
  const { host } = suggester;
  const found = await database.within(member.scope, async (transaction) => {
    const row = await findSuggested(transaction, conversationId);
    if (row === null) return null;
    const read = await readConversation(transaction, conversationId, row.shop_id, member.scope.memberId);
    return { row, read, isSeen: host !== null && (await hasSeen(transaction, member, host)) };
  });
  if (found === null) return fail('not_found');
  if (host === null) return fail('suggestion_missing');
  if (found.row.is_off) return fail('suggestion_off');
  if (to === 'send' && !found.isSeen) return fail('suggestion_unseen');
  if (task !== 'answer' && text.trim() === '') return fail('content_empty');
  return success({ host, messages: sentTexts(await known(context, found.row, found.read, { task, text })) });
}
