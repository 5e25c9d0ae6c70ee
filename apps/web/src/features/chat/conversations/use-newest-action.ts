import { useEffect, useState } from 'react';
import { inTime } from '../../../base/lazy-screen.tsx';

/** The member's newest action on many conversations when a list opens; null without one that is to be shown. */
export function useNewestAction(isWanted: boolean): string | null {
  const [bulkId, setBulkId] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void inTime(import('./bulk/newest-action.ts'))
      .then(({ newestAction }) => newestAction())
      .then((newest) => isCurrent && setBulkId(newest))
      // The list is of use without it.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return bulkId;
}
