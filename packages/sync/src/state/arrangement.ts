import type { ArrangementView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';

/** What a person asked of the shop list. */
export type Arranging =
  | { readonly kind: 'order'; readonly order: readonly ShopId[] }
  | { readonly kind: 'hidden'; readonly shopId: ShopId; readonly isHidden: boolean };

/** It lives as a wish about a conversation does: see wishes.ts. */
export interface ArrangementWish {
  readonly state: 'asked' | 'seen' | 'accepted';
  readonly wishId: number;
  readonly wanted: Arranging;
}
type Wishes = readonly ArrangementWish[];

/** What the person sees: later wishes lie over earlier ones. */
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

/** After the server's own change. */
export const settleByArrangement = (wishes: Wishes, confirmed: ArrangementView): Wishes =>
  wishes
    .filter(({ state }) => state !== 'accepted')
    .map((wish) => (wish.state === 'asked' && isMet(confirmed, wish.wanted) ? { ...wish, state: 'seen' } : wish));

/** After the server's answer to one of them. */
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
