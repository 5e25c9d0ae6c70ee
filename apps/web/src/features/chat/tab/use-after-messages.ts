import type { ConversationId } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';

/** Whether the messages of the conversation were painted, so that no question of the panel delays them. */
export function useAfterMessages(id: ConversationId): boolean {
  const areThere = useDeskState((state) => {
    const window = state.windows.get(id);
    return window !== undefined && window.state !== 'loading';
  });
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    if (!areThere) return;
    const frame = requestAnimationFrame(() => setIsAfter(true));
    return () => cancelAnimationFrame(frame);
  }, [areThere]);
  return isAfter;
}
