import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { cardAbility, idsOfCard, isCard, type OutgoingCard } from '@pasar/domain';
import { contentOf, type DeliveryRow } from '../../records/rows.ts';
import type { Answer } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { isOffered } from './offered.ts';
import { putIntoLedger } from './put-into-ledger.ts';

type Call = (typeof CALLS)['chat']['sendCard'];

/** Puts a card into the ledger, once: the same client id with a card of the same ids answers the first row again. */
export const sendCard = (
  context: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId, clientId, card }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> =>
  putIntoLedger(
    context,
    { conversationId, clientId, content: card, isSame: (row) => isSameCard(row, card) },
    { mayHold: ({ shop_id }) => isOffered(context.transaction, shop_id, cardAbility(card)) },
  );

function isSameCard(row: DeliveryRow, card: OutgoingCard): boolean {
  const content = contentOf(row);
  return isCard(content) && content.type === card.type && idsOfCard(content).join() === idsOfCard(card).join();
}
