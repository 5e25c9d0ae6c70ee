import type { Call, CallOutput, Change } from '@pasar/api';
import type { CallApi, CallFailure, DeskState } from '@pasar/sync';
import { QueryClient, type QueryObserverResult, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from './call-api.ts';
import { onTold, type Told } from './told.ts';

/** For how long an answer is kept that no screen shows (our choice). */
const KEPT_MS = 600_000;

/** Something that the server is asked for, and when its answer counts as stale (decision 17). */
export interface LookUp<C extends Call> {
  readonly call: C;
  /** How old an answer may be when another screen shows it. 0: every screen that opens asks again. Milliseconds. */
  readonly freshMs: number;
  readonly staleBy: {
    /** Changes of the live stream; `before` is the replica without them. Null: none. */
    readonly change: ((change: Change, before: DeskState) => boolean) | null;
    readonly calls: readonly Call[];
  };
}

/** How a look-up stands, for every screen. */
export type LookedUp<Data> =
  /** Nothing is known yet. */
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: CallFailure; readonly again: () => void }
  | { readonly state: 'found'; readonly data: Data }
  /** What was found before, while the server is asked again (null), or because asking again failed. */
  | { readonly state: 'stale'; readonly data: Data; readonly failure: CallFailure | null; readonly again: () => void };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly lookUp: LookUp<Call> };
  }
}

/** One answer for each call and input, shared by all screens. */
export function createLookUps(ask: CallApi) {
  const client = new QueryClient();
  return {
    client,
    /** For the library's observers. `isWanted`: whether the server is asked; what is known is given all the same. */
    queryOf: <C extends Call>(lookUp: LookUp<C>, input: z.input<C['input']>, isWanted: boolean) => ({
      queryKey: [lookUp.call.path, input],
      queryFn: async (): Promise<CallOutput<C>> => {
        const result = await ask(lookUp.call, input);
        // The library keeps the answer before only beside a rejection.
        return result.ok ? result.data : Promise.reject(result.failure);
      },
      meta: { lookUp },
      enabled: isWanted,
      staleTime: lookUp.freshMs,
      gcTime: KEPT_MS,
      retry: false,
      /** A failure counts for as long as an answer. */
      retryOnMount: ({ state }: { readonly state: { readonly errorUpdatedAt: number } }) =>
        Date.now() - state.errorUpdatedAt >= lookUp.freshMs,
      refetchOnWindowFocus: false,
      networkMode: 'always' as const,
    }),
    /** Asks again for what is on a screen; what is on none is asked for when a screen shows it. */
    take(told: Told): void {
      void client.invalidateQueries({ predicate: ({ meta }) => meta !== undefined && isStaleBy(meta.lookUp, told) });
    },
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

export function lookedUp<Data>(result: QueryObserverResult<Data, CallFailure>): LookedUp<Data> {
  const { data, isFetching, error } = result;
  const again = () => void result.refetch();
  if (data !== undefined) {
    if (!isFetching && error === null) return { state: 'found', data };
    return { state: 'stale', data, failure: isFetching ? null : error, again };
  }
  return isFetching || error === null ? { state: 'waiting' } : { state: 'failed', failure: error, again };
}

const lookUps = createLookUps(callApi);
onTold(lookUps.take);

/** Read by a screen. While it is not wanted the server is not asked for it. */
export function useLookUp<C extends Call>(
  lookUp: LookUp<C>,
  input: z.input<C['input']>,
  isWanted = true,
): LookedUp<CallOutput<C>> {
  return lookedUp(useQuery<CallOutput<C>, CallFailure>(lookUps.queryOf(lookUp, input, isWanted), lookUps.client));
}
