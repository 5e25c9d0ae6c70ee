import type { MessageView } from '@pasar/api';
import { offers } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';

const MESSAGE_ABILITIES = ['quote', 'mark', 'recall', 'delete'] as const;
export type MessageAbility = (typeof MESSAGE_ABILITIES)[number];

/** The actions on messages that the marketplace of a conversation's shop has; empty where it has none. */
export function useMessageAbilities({ conversationId }: MessageView): readonly MessageAbility[] {
  const marketplace = useDeskState(({ shown, shops }) => {
    const shopId = shown.get(conversationId)?.shopId;
    return shopId && shops.get(shopId)?.marketplace;
  });
  return MESSAGE_ABILITIES.filter((ability) => marketplace && offers(marketplace, ability));
}
