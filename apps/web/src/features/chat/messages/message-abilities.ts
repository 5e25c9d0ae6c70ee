import { type ConversationId, type Marketplace, offers } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';

const MESSAGE_ABILITIES = ['quote', 'mark', 'recall', 'delete'] as const;
export type MessageAbility = (typeof MESSAGE_ABILITIES)[number];

const NONE: readonly MessageAbility[] = [];
const byMarketplace = new Map<Marketplace, readonly MessageAbility[]>();

/** The actions on messages that the marketplace of a conversation's shop has; empty where it has none. */
export function useMessageAbilities(id: ConversationId): readonly MessageAbility[] {
  const marketplace = useDeskState(({ shown, shops }) => {
    const shopId = shown.get(id)?.shopId;
    return shopId && shops.get(shopId)?.marketplace;
  });
  return marketplace === undefined ? NONE : abilitiesOf(marketplace);
}

/** The same list each time, so that no row is drawn again for it. */
function abilitiesOf(marketplace: Marketplace): readonly MessageAbility[] {
  const known = byMarketplace.get(marketplace);
  if (known !== undefined) return known;
  const made = MESSAGE_ABILITIES.filter((ability) => offers(marketplace, ability));
  byMarketplace.set(marketplace, made);
  return made;
}
