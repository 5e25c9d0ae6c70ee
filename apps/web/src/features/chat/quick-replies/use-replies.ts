import type { ConversationView, QuickReplyConfigView, QuickReplyGroupView, ShopView } from '@pasar/api';
import { type BuyerLanguage, buyerLanguage } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useMemo } from 'react';
import { useDeskState, useReadable } from '../../../base/desk.tsx';
import { type LookedUp, useLookUp } from '../../../base/look-up.ts';
import { shopName } from '../../../base/shops/health.ts';
import { ordersInHand } from '../place/order-in-hand.ts';
import { chosenLanguages } from './answer-language.ts';
import { CONFIG, GROUPS, REPLIES } from './look-ups.ts';
import { type Offered, type OfferedShop, offeredIn } from './offered.ts';
import { type Values, valuesOf } from './variables.ts';

/** The buyer's last messages that tell the language (our choice). */
const TELLING = 5;

export interface Replies {
  /** Whether the list is known, and why not. */
  readonly look: LookedUp<unknown>;
  readonly groups: readonly QuickReplyGroupView[];
  readonly offered: readonly Offered[];
  readonly config: QuickReplyConfigView | null;
  /** In which the buyer is answered unless the person chooses another. */
  readonly spoken: BuyerLanguage | null;
  readonly values: Values;
}

const NO_GROUPS: readonly QuickReplyGroupView[] = [];
const NONE: readonly Offered[] = [];
const known = <Data>(look: LookedUp<Data>): Data | null =>
  look.state === 'found' || look.state === 'stale' ? look.data : null;

/** The same object until the shop is another: the replies are not gathered anew for every message that it gets. */
function useOfferedShop(shop: ShopView | null): OfferedShop | null {
  const shopId = shop?.shopId;
  const marketplace = shop?.marketplace;
  const country = shop?.country;
  return useMemo(
    () =>
      shopId === undefined || marketplace === undefined || country === undefined
        ? null
        : { shopId, marketplace, country },
    [shopId, marketplace, country],
  );
}

/** The quick replies of a conversation, with what their variables stand for in it. */
export function useReplies(conversation: ConversationView | null, shop: ShopView | null): Replies {
  const look = useLookUp(REPLIES, {});
  const groups = known(useLookUp(GROUPS, {}))?.groups ?? NO_GROUPS;
  const config = known(useLookUp(CONFIG, {}));
  const id = conversation?.conversationId ?? null;
  const chosen = useReadable(chosenLanguages);
  const member = useDeskState((state) => state.member);
  const window = useDeskState((state) => (id === null ? undefined : state.windows.get(id)));
  const messages = useMemo(() => messagesOf(window), [window]);
  const country = shop?.country ?? null;
  const spoken = useMemo(() => {
    if (country === null) return null;
    const last = messages
      .flatMap(({ author, content }) => (author === 'buyer' && content.type === 'text' ? [content.text] : []))
      .slice(-TELLING);
    return buyerLanguage(country, last);
  }, [country, messages]);
  const language = (id === null ? undefined : chosen.get(id)) ?? spoken;
  const replies = known(look)?.replies;
  const place = useOfferedShop(shop);
  const offered = useMemo(
    () => (replies === undefined ? NONE : offeredIn(replies, groups, place, language)),
    [replies, groups, place, language],
  );
  const name = shop === null ? null : shopName(shop);
  const inHand = useReadable(ordersInHand);
  const order = (id === null ? undefined : inHand.get(id)) ?? null;
  const values = useMemo(
    () => valuesOf(conversation, name, member, messages, order),
    [conversation, name, member, messages, order],
  );
  return { look, groups, offered, config, spoken, values };
}
