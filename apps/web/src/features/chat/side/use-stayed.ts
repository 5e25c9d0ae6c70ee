import type { ConversationId } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';

/** A conversation that is only passed on the way to another causes no question to a marketplace (our choice). */
const STAYED_MS = 250;

/** Whether the messages of the conversation are on the screen and it has stayed there for a moment. */
export function useStayed(id: ConversationId | null): boolean {
  const isThere = useDeskState(({ windows }) => id !== null && (windows.get(id)?.state ?? 'loading') !== 'loading');
  const [stayed, setStayed] = useState<ConversationId | null>(null);
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => setStayed(id), STAYED_MS);
    return () => {
      clearTimeout(timer);
      // Who comes back to it on the way to another asks nothing either.
      setStayed(null);
    };
  }, [id, isThere]);
  return isThere && stayed === id;
}
