import { type CALLS, type CallInput, type CallOutput, contentView } from '@pasar/api';
import { languageOfCountry, type TranslationLanguage } from '@pasar/domain';
import type { MessageTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { findTranslated, marketplaceOf } from './conversation.ts';
import type { MarketplaceTranslates } from './translator.ts';

type Calls = typeof CALLS.translation;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'translator' | 'now'>;
type Translated = Promise<Answer<CallOutput<Calls['translateLanguage']>>>;

export const translateLanguage = (
  context: Context,
  { text, targetLanguage, conversationId }: CallInput<Calls['translateLanguage']>,
): Translated => translate(context, text, targetLanguage, conversationId);

export const translateToChinese = (
  context: Context,
  { text, conversationId }: CallInput<Calls['translateToChinese']>,
): Translated => translate(context, text, 'zh-CN', conversationId);

export async function translateToCountryLanguage(
  context: Context,
  { text, country, conversationId }: CallInput<Calls['translateToCountryLanguage']>,
): Translated {
  const language = languageOfCountry(country);
  return language === null ? fail('translation_language_missing') : translate(context, text, language, conversationId);
}

async function translate(
  context: Context,
  text: string,
  target: TranslationLanguage,
  conversationId: string | undefined,
): Translated {
  const { database, member, translator, now } = context;
  let marketplace: MarketplaceTranslates | null = null;
  if (conversationId !== undefined) {
    const row = await database.read(member.scope, (transaction) => findTranslated(transaction, conversationId));
    if (row === null) return fail('not_found');
    marketplace = marketplaceOf(context, row);
  }
  const answer = await translator.translate({ database, scope: member.scope, now }, { text, target, marketplace });
  return answer.ok ? success({ text: answer.data, targetLanguage: target }) : answer;
}

/** One message that cannot be translated keeps no other from being translated. */
export async function translateMessages(
  context: Context,
  { conversationId, messageIds, targetLanguage: target }: CallInput<Calls['translateMessages']>,
): Promise<Answer<CallOutput<Calls['translateMessages']>>> {
  const { database, member, translator, now } = context;
  const found = await database.read(member.scope, async (transaction) => {
    const row = await findTranslated(transaction, conversationId);
    const messages = await transaction.query<Pick<MessageTable, 'message_id' | 'content'>>(
      `select message_id, content from message
       where conversation_id = $1 and message_id = any($2::uuid[]) and author = 'buyer' and status = 'available'`,
      [conversationId, messageIds],
    );
    return row && { row, messages: messages.rows };
  });
  if (found === null) return fail('not_found');
  const marketplace = marketplaceOf(context, found.row);
  const texts = new Map(
    found.messages.flatMap(({ message_id, content }) => {
      const read = contentView.parse(content);
      return read.type === 'text' ? [[message_id, read.text] as const] : [];
    }),
  );
  const translations = await Promise.all(
    messageIds.map(async (messageId) => {
      const text = texts.get(messageId);
      if (text === undefined || text.trim() === '') return { messageId, text: null, refusal: null };
      const answer = await translator.translate({ database, scope: member.scope, now }, { text, target, marketplace });
      if (!answer.ok) return { messageId, text: null, refusal: answer.refusal };
      return { messageId, text: answer.data === text ? null : answer.data, refusal: null };
    }),
  );
  return success({ translations });
}
