import type { CardDetailView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type LookedUp, useLookUp } from '../../../base/look-up.ts';
import { CARD_DETAIL, isUnderWay } from './card-look-up.ts';

/** A card that is only scrolled past is not asked about (our choice). */
const REST_MS = 150;

/** The details of a card beside those in its message. */
export type CardDetails = LookedUp<{ readonly card: CardDetailView }>;
export interface DetailedCardProps {
  readonly messageId: MessageId;
  /** The place of the card: its details are asked for when the place is in sight. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isShopLive: boolean;
  readonly draw: (details: CardDetails) => ReactNode;
}

/** Asks the marketplace once `place` rests in sight. When the shop is live again, a failed question is asked again. */
export function AskedCard({ messageId, place, isShopLive, draw }: DetailedCardProps): ReactNode {
  const details = useLookUp(CARD_DETAIL, { messageId }, useSeen(place));
  const wasLive = useRef(isShopLive);
  useEffect(() => {
    if (isShopLive && !wasLive.current && details.state === 'failed') details.again();
    wasLive.current = isShopLive;
  }, [isShopLive, details]);
  const isFickle = details.state === 'found' && isUnderWay(details.data.card);
  useFresh(place, isFickle ? details : null);
  return draw(details);
}

/** An answer of this age is asked for again when a person comes back to the card (our choice). */
const LOOKED_MS = 5_000;

/**
 * Asks again when the card comes into view and when the window gets the focus, because no marketplace is known to tell
 * that an offer was answered elsewhere. Null: no answer that could change.
 */
function useFresh(place: RefObject<HTMLElement | null>, known: Extract<CardDetails, { state: 'found' }> | null): void {
  const newest = useRef(known);
  newest.current = known;
  const isWatched = known !== null;
  useEffect(() => {
    const element = place.current;
    if (element === null || !isWatched) return;
    let isInView = false;
    const look = () => {
      const now = newest.current;
      if (isInView && !document.hidden && now !== null && Date.now() - now.at >= LOOKED_MS) now.again();
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      look();
    });
    observer.observe(element);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [place, isWatched]);
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
