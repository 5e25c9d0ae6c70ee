import type { ArrangementView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';

/** A change of the shop list that a person asked for. */
export type Arranging =
  | { readonly kind: 'order'; readonly order: readonly ShopId[] }
  | { readonly kind: 'hidden'; readonly shopId: ShopId; readonly isHidden: boolean };

/** A wish about the shop list. Its states are those of a wish about a conversation: see wishes.ts. */
export interface ArrangementWish {
  readonly state: 'asked' | 'seen' | 'accepted';
  readonly wishId: number;
  readonly wanted: Arranging;
}
type Wishes = readonly ArrangementWish[];

/** The arrangement as the person sees it: later wishes override earlier ones. */
export function overlayArrangement(confirmed: ArrangementView, wishes: Wishes): ArrangementView {
  return wishes.reduce((held, { state, wanted }) => (state === 'seen' ? held : arranged(held, wanted)), confirmed);
}

function arranged(held: ArrangementView, wanted: Arranging): ArrangementView {
  if (wanted.kind === 'order') return { ...held, order: [...wanted.order] };
  const others = held.hidden.filter((shopId) => shopId !== wanted.shopId);
  return { ...held, hidden: wanted.isHidden ? [...others, wanted.shopId] : others };
}

const isMet = (confirmed: ArrangementView, wanted: Arranging): boolean =>
  wanted.kind === 'hidden'
    ? confirmed.hidden.includes(wanted.shopId) === wanted.isHidden
    : confirmed.order.join() === wanted.order.join();

/** The wishes that remain after a change from the server. */
export const settleByArrangement = (wishes: Wishes, confirmed: ArrangementView): Wishes =>
  wishes
    .filter(({ state }) => state !== 'accepted')
    .map((wish) => (wish.state === 'asked' && isMet(confirmed, wish.wanted) ? { ...wish, state: 'seen' } : wish));

/** The wishes that remain after the server's answer to one wish. */
export function settleArrangementWish(
  wishes: Wishes,
  wishId: number,
  isAccepted: boolean,
  confirmed: ArrangementView,
): Wishes {
  return wishes.flatMap((wish): Wishes => {
    if (wish.wishId !== wishId) return [wish];
    const isOver = !isAccepted || wish.state === 'seen' || isMet(confirmed, wish.wanted);
    return isOver ? [] : [{ ...wish, state: 'accepted' }];
  });
}
