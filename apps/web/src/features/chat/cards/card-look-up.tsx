import { CALLS } from '@pasar/api';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../base/session.ts';
import type { LookedUp } from './looked-up.ts';

/** An order moves on: what was read is shown for so long, then read again when the card comes into sight. Ours. */
const FRESH_MS = 60_000;
const KEPT_MS = 600_000;
/** Whoever scrolls past a card does not want to know. Ours. */
const REST_MS = 150;

const cards = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
  },
});

/** Asks the message's marketplace once `place` rests in sight. A shop that comes back is asked again for what failed. */
export function CardLookUp({ messageId, place, isShopLive, draw }: LookedUp): ReactNode {
  const isSeen = useSeen(place);
  const { data, isFetching, refetch } = useQuery(
    {
      queryKey: [messageId],
      queryFn: () => callApi(CALLS.chat.cardDetail, { messageId }),
      enabled: isSeen,
    },
    cards,
  );
  const isFailed = data?.ok === false;
  const wasLive = useRef(isShopLive);
  useEffect(() => {
    if (isShopLive && !wasLive.current && isFailed) void refetch();
    wasLive.current = isShopLive;
  }, [isShopLive, isFailed, refetch]);
  if (data?.ok) return draw({ state: 'found', card: data.data.card });
  if (data === undefined || isFetching) return draw({ state: 'waiting' });
  return draw({ state: 'failed', failure: data.failure, again: () => void refetch() });
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
