import type { Marketplace, TranslationLanguage } from '@pasar/domain';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, levelOf } from '@pasar/domain';
import { z } from 'zod';
import { askShop } from '../../records/ask-shop.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import type { MarketplaceTranslates } from './translator.ts';

/** A conversation that the member sees, with its shop and what a connector needs to name it. */
export type TranslatedConversation = ShopRow &
  Readonly<Pick<ConversationTable, 'conversation_id' | 'platform_conversation_id' | 'buyer_id' | 'address'>>;

export async function findTranslated(
  transaction: Transaction,
  conversationId: string,
): Promise<TranslatedConversation | null> {
  const found = await transaction.query<TranslatedConversation>(
    `select v.conversation_id, v.platform_conversation_id, v.buyer_id, v.address, ${SHOP_COLUMNS}
     from conversation v join shop s on s.shop_id = v.shop_id
       join connection c using (connection_id) left join connection_lease lease using (connection_id)
     where v.conversation_id = $1`,
    [conversationId],
  );
  return found.rows[0] ?? null;
}

export const translatesItself = (marketplace: Marketplace): boolean =>
  levelOf(marketplace, 'media.translate') === 'yes';

/** The primary tags by which connectors name languages; they know no scripts. */
const TAGS: Readonly<Record<TranslationLanguage, string | null>> = {
  'zh-CN': 'zh',
  'zh-TW': null,
  en: 'en',
  th: 'th',
  id: 'id',
  vi: 'vi',
  ms: 'ms',
};
const addressShape = z.record(z.string(), z.string());

/** Null where the marketplace of the conversation has no call for translations. */
export function marketplaceOf(
  context: Pick<LongContext, 'member' | 'askShop'>,
  row: TranslatedConversation,
): MarketplaceTranslates | null {
  if (!translatesItself(row.marketplace)) return null;
  const conversation = {
    platformShopId: asPlatformShopId(row.platform_shop_id),
    platformConversationId: asPlatformConversationId(row.platform_conversation_id),
    buyerId: asBuyerId(row.buyer_id),
    address: addressShape.parse(row.address),
  };
  return async (text, told, language): Promise<Answer<string>> => {
    const target = TAGS[language];
    if (target === null) return fail('translation_language_missing');
    const source = told === 'unsure' || told === 'other' ? null : told;
    const answer = await askShop(context, row, 'media.translate', conversation, { texts: [text], source, target });
    if (!answer.ok) {
      const isOfLanguage = answer.isOfMarketplace && answer.refusal.reason === 'invalid_request';
      return isOfLanguage ? fail('translation_language_missing', answer.refusal.detail) : answer;
    }
    const [translated] = answer.data;
    return translated === undefined ? fail('translation_failed', 'the marketplace gave no text') : success(translated);
  };
}
