import type { ConversationId, OutgoingCard } from '@pasar/domain';
import { useDesk } from '../../../base/desk.tsx';
import { currentLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { outgoingWords } from '../texts/undelivered-text.ts';
import { sendOrHold } from './held-sends.ts';
import { judge } from './judge.ts';

/** Sends cards in their order; where the guard warns, they wait above the composer until a person sends them. */
export function useSendCards(id: ConversationId): (...cards: readonly OutgoingCard[]) => void {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  return (...cards) =>
    sendOrHold(id, {
      what: listText(
        cards.map((card) => outgoingWords(card, t)),
        currentLocale(),
      ),
      warnings: judge(desk.state.get(), id, [], { count: cards.length, texts: [] }),
      send: () => {
        for (const card of cards) desk.sender.sendCard(id, card);
      },
    });
}
