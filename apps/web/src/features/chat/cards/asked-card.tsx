import { CALLS, type CardDetailView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type LookedUp, type LookUp, useLookUp } from '../../../base/look-up.ts';

/** What a marketplace says of the order or the voucher of a message. An order moves on: for so long an answer is shown. */
const CARD_DETAIL: LookUp<typeof CALLS.chat.cardDetail> = {
  call: CALLS.chat.cardDetail,
  // Our choice.
  freshMs: 60_000,
  staleBy: { change: null, calls: [] },
};
/** Whoever scrolls past a card does not want to know (our choice). */
const REST_MS = 150;

/** What is known of a card beside what its message says. */
export type CardDetails = LookedUp<{ readonly card: CardDetailView }>;
export interface DetailedCardProps {
  readonly messageId: MessageId;
  /** Where the card is drawn: it is asked for when that is in sight. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isShopLive: boolean;
  readonly draw: (details: CardDetails) => ReactNode;
}

/** Asks the message's marketplace once `place` rests in sight. A shop that comes back is asked again for what failed. */
export function AskedCard({ messageId, place, isShopLive, draw }: DetailedCardProps): ReactNode {
  const details = useLookUp(CARD_DETAIL, { messageId }, useSeen(place));
  const wasLive = useRef(isShopLive);
  useEffect(() => {
    if (isShopLive && !wasLive.current && details.state === 'failed') details.again();
    wasLive.current = isShopLive;
  }, [isShopLive, details]);
  return draw(details);
}

function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isSeen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(() => setIsSeen(true), REST_MS);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [place, isSeen]);
  return isSeen;
}
