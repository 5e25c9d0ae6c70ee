import type { Call, CallOutput, Change } from '@pasar/api';
import type { CallApi, CallFailure, DeskState } from '@pasar/sync';
import { type Query, QueryClient, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from './call-api.ts';
import { onTold, type Told } from './told.ts';

/** How long an answer is kept after no screen shows it any more (our choice). */
const KEPT_MS = 600_000;

/** Data that screens fetch from the server, and what makes the answer stale (decision 17). */
export interface LookUp<C extends Call> {
  readonly call: C;
  /**
   * The age up to which an answer is shown without asking again, in milliseconds. 0: every screen that opens asks
   * again.
   */
  readonly freshMs: number;
  /** While a screen shows it, it is asked again so often, in milliseconds; null: only once it is stale. */
  readonly againMs: number | null;
  readonly staleBy: {
    /**
     * Changes of the live stream that make the answer stale; `before` is the replica without the change. Null: no
     * change does.
     */
    readonly change: ((change: Change, before: DeskState) => boolean) | null;
    readonly calls: readonly Call[];
    /**
     * Of changes that may come without a pause: they make the answer stale at most so often, in milliseconds, and never
     * while it is on its way, which else would never arrive.
     */
    readonly atMostEveryMs?: number;
  };
}

/** The state of a look-up, as screens show it. */
export type LookedUp<Data> =
  /** Nothing is known yet. */
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: CallFailure; readonly again: () => void }
  /** `at`: when the answer came. */
  | { readonly state: 'found'; readonly data: Data; readonly at: number; readonly again: () => void }
  /** The earlier answer, while the server is asked again (`failure` is null) or because asking again failed. */
  | {
      readonly state: 'stale';
      readonly data: Data;
      readonly at: number;
      readonly failure: CallFailure | null;
      readonly again: () => void;
    };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly lookUp: LookUp<Call> };
  }
}

/** One answer for each call and input, shared by all screens. */
export function createLookUps(ask: CallApi) {
  const client = new QueryClient();
  const paced = createPaced(client);
  return {
    client,
    ask,
    /**
     * The options for the library's observers. `isWanted`: whether the server is asked; a known answer is given in any
     * case.
     */
    queryOf: <C extends Call>(lookUp: LookUp<C>, input: z.input<C['input']>, isWanted: boolean) => ({
      queryKey: [lookUp.call.path, input],
      queryFn: async (): Promise<CallOutput<C>> => {
        const result = await ask(lookUp.call, input);
        // The query must reject, because the library keeps the earlier answer only then.
        return result.ok ? result.data : Promise.reject(result.failure);
      },
      meta: { lookUp },
      enabled: isWanted,
      staleTime: lookUp.freshMs,
      refetchInterval: () => lookUp.againMs ?? false,
      gcTime: KEPT_MS,
      retry: false,
      /** A failure is fresh for as long as an answer, so a screen that opens meanwhile does not ask again. */
      retryOnMount: ({ state }: { readonly state: { readonly errorUpdatedAt: number } }) =>
        Date.now() - state.errorUpdatedAt >= lookUp.freshMs,
      refetchOnWindowFocus: false,
      networkMode: 'always' as const,
    }),
    /** Fetches the stale look-ups that a screen shows; the others are fetched when a screen shows them. */
    take(told: Told): void {
      const stale = {
        predicate: ({ meta }: Query) =>
          meta !== undefined && isStaleBy(meta.lookUp, told) && !(told.told === 'changes' && paced(meta.lookUp)),
      };
      // An answer under way may be older than what was told, and the library would wait for a first answer and keep it.
      void client.cancelQueries(stale).then(() => client.invalidateQueries(stale));
    },
  };
}

/**
 * Makes the answers of a look-up stale later, when it may not be asked at once. Returns whether it takes care of the
 * look-up.
 */
function createPaced(client: QueryClient): (lookUp: LookUp<Call>) => boolean {
  const due = new Map<LookUp<Call>, ReturnType<typeof setTimeout>>();
  const askedAt = new Map<LookUp<Call>, number>();
  return (lookUp) => {
    const { atMostEveryMs } = lookUp.staleBy;
    if (atMostEveryMs === undefined) return false;
    const queries = { predicate: ({ meta }: Query) => meta?.lookUp === lookUp };
    const ask = () => {
      if (client.isFetching(queries) > 0) return void due.set(lookUp, setTimeout(ask, atMostEveryMs));
      due.delete(lookUp);
      askedAt.set(lookUp, Date.now());
      void client.invalidateQueries(queries);
    };
    if (!due.has(lookUp)) {
      const waitMs = Math.max(0, (askedAt.get(lookUp) ?? 0) + atMostEveryMs - Date.now());
      due.set(lookUp, setTimeout(ask, waitMs));
    }
    return true;
  };
}

function isStaleBy({ staleBy: { change, calls } }: LookUp<Call>, told: Told): boolean {
  switch (told.told) {
    case 'called':
      return calls.some(({ path }) => path === told.call.path);
    case 'changes':
      return change !== null && told.changes.some((item) => change(item, told.before));
    case 'snapshot':
      return change !== null;
  }
}

interface Observed<Data> {
  readonly data: Data | undefined;
  readonly isFetching: boolean;
  readonly error: CallFailure | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

export function lookedUp<Data>(result: Observed<Data>): LookedUp<Data> {
  const { data, isFetching, error, dataUpdatedAt: at } = result;
  const again = () => void result.refetch();
  if (data !== undefined) {
    if (!isFetching && error === null) return { state: 'found', data, at, again };
    return { state: 'stale', data, at, failure: isFetching ? null : error, again };
  }
  return isFetching || error === null ? { state: 'waiting' } : { state: 'failed', failure: error, again };
}

/** The look-ups of this window. */
export const lookUps = createLookUps(callApi);
onTold(lookUps.take);

/** Reads a look-up for a screen. While `isWanted` is false, the server is not asked. */
export function useLookUp<C extends Call>(
  lookUp: LookUp<C>,
  input: z.input<C['input']>,
  isWanted = true,
): LookedUp<CallOutput<C>> {
  return lookedUp(useQuery<CallOutput<C>, CallFailure>(lookUps.queryOf(lookUp, input, isWanted), lookUps.client));
}
