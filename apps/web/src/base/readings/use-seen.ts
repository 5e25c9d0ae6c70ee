import type { ReadingSubject } from '@pasar/domain';
import { useEffect, useRef } from 'react';
import { markSeen } from './commands.ts';

/** The member sees the list that the server read at `asOf`; null while nothing is shown. */
export function useSeen(subject: Exclude<ReadingSubject, 'orders'>, asOf: number | null, isUnseen: boolean): void {
  const told = useRef(0);
  useEffect(() => {
    if (asOf === null || !isUnseen || asOf <= told.current) return;
    told.current = asOf;
    // A mark that does not arrive is made with the next list, because the counts stay.
    void markSeen(subject, asOf);
  }, [subject, asOf, isUnseen]);
}
