import type { ConversationId } from '@pasar/domain';
import { useEffect } from 'react';
import { useDesk } from '../../../base/desk.tsx';

/** Tells the colleagues which conversation this window shows; none while the window is hidden. */
export function useStance(id: ConversationId | null): void {
  const desk = useDesk();
  useEffect(() => {
    const look = () => desk.presence.look(document.visibilityState === 'visible' ? id : null);
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      desk.presence.look(null);
    };
  }, [desk, id]);
}
