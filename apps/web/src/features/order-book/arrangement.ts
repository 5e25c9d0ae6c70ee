import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useDeskState } from '../../base/desk.tsx';
import { createStoredStore } from '../../ui/stored.ts';
import { COLUMNS } from './columns.ts';

/** A filter with a name; `query` is its address. */
const view = z.object({ name: z.string(), query: z.string() });

/** Most saved views of a member, and most characters of a name (our choice). */
export const VIEW_LIMITS = { views: 30, name: 40 } as const;

/** How a member has arranged the page. Stored in this browser. */
const arrangement = z.object({ hidden: z.array(z.enum(COLUMNS)), views: z.array(view) });
type Arrangement = z.infer<typeof arrangement>;
/** The panel of an order tells when it changed; the names of what was bought need the room (our choice). */
const START: Arrangement = { hidden: ['changed'], views: [] };

const arrangements = createStoredStore(localStorage, 'pasar.orderBook', z.record(z.string(), arrangement), {});

export function useArrangement(): readonly [Arrangement, (change: Partial<Arrangement>) => void] {
  const memberId = useDeskState(({ member }) => member?.memberId ?? '');
  const all = useSyncExternalStore(arrangements.subscribe, arrangements.get);
  const change = (part: Partial<Arrangement>) =>
    arrangements.update((held) => ({ ...held, [memberId]: { ...(held[memberId] ?? START), ...part } }));
  return [all[memberId] ?? START, change];
}
