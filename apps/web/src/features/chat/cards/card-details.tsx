import { CALLS, type CardDetailView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LookedUp, LookUp, useLookUp } from '../../../base/look-up.ts';

/** What a marketplace says of the order or the voucher of a message. An order moves on: for so long an answer is shown. */
const CARD_DETAIL: LookUp<typeof CALLS.desk.cardDetail> = {
  call: CALLS.desk.cardDetail,
  // Our choice.
  freshMs: 60_000,
  staleBy: { change: null, calls: [] },
};
/** Whoever scrolls past a card does not want to know (our choice). */
const REST_MS = 150;

/** What is known of a card beside what its message says. */
export type CardDetails = LookedUp<{ readonly card: CardDetailView }>;
export const detailsIn = (details: CardDetails | null): CardDetailView | null =>
  details?.state === 'found' || details?.state === 'stale' ? details.data.card : null;

interface CardProps {
  readonly messageId: MessageId;
  /** Where the card is drawn: it is asked for when that is in sight. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isShopLive: boolean;
  readonly draw: (details: CardDetails) => ReactNode;
}

/** Most conversations show no card: the code of look-ups is fetched with the first that does, and kept. */
type Code =
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly useLookUp: typeof useLookUp }
  | { readonly state: 'failed'; readonly cause: unknown };
const code = createStore<Code>({ state: 'coming' });

async function loadCode(): Promise<void> {
  if (code.get().state === 'here') return;
  code.update(() => ({ state: 'coming' }));
  try {
    const { useLookUp } = await import('../../../base/look-up.ts');
    code.update(() => ({ state: 'here', useLookUp }));
  } catch (cause) {
    // the card says it, and offers another try.
    code.update(() => ({ state: 'failed', cause }));
  }
}

/** Draws what is known at once, and again with what the marketplace says. */
export function DetailedCard(props: CardProps): ReactNode {
  const held = useSyncExternalStore(code.subscribe, code.get);
  useEffect(() => void loadCode(), []);
  if (held.state === 'here') return <AskedCard {...props} useLookUp={held.useLookUp} />;
  if (held.state === 'coming') return props.draw({ state: 'waiting' });
  const failure = { kind: 'unreachable', cause: held.cause } as const;
  return props.draw({ state: 'failed', failure, again: () => void loadCode() });
}

/** Asks the message's marketplace once `place` rests in sight. A shop that comes back is asked again for what failed. */
function AskedCard({
  useLookUp,
  messageId,
  place,
  isShopLive,
  draw,
}: CardProps & Pick<Loaded, 'useLookUp'>): ReactNode {
  const details = useLookUp(CARD_DETAIL, { messageId }, useSeen(place));
  const wasLive = useRef(isShopLive);
  useEffect(() => {
    if (isShopLive && !wasLive.current && details.state === 'failed') details.again();
    wasLive.current = isShopLive;
  }, [isShopLive, details]);
  return draw(details);
}
type Loaded = Extract<Code, { state: 'here' }>;

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
