import type { Call, CallOutput } from '@pasar/api';
import type { CallFailure } from '@pasar/sync';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type LookedUp, type LookUp, lookedUp, lookUps } from './look-up.ts';

/** A look-up whose answer comes by pages, each of which says how the next one is asked for. */
export interface LookUpPages<C extends Call> {
  readonly lookUp: LookUp<C>;
  /** The input of a page; null for the first one. Its text tells one list from another. */
  readonly inputOf: (cursor: string | null) => z.input<C['input']>;
  /** Null after the last page. */
  readonly nextOf: (page: CallOutput<C>) => string | null;
  readonly isWanted: boolean;
}

/**
 * The pages that were asked for so far. When they are stale, all of them are fetched anew, one after the other, so that
 * no row is missing or shown twice between two pages. Until another list has arrived, the one before stays.
 */
export function useLookUpPages<C extends Call>({
  lookUp,
  inputOf,
  nextOf,
  isWanted,
}: LookUpPages<C>): {
  readonly look: LookedUp<readonly CallOutput<C>[]>;
  /** The rows belong to the list that was shown before. */
  readonly isOfBefore: boolean;
  readonly isMoreComing: boolean;
  /** Asks for the next page; null where there is none. */
  readonly more: (() => void) | null;
} {
  const result = useInfiniteQuery<
    CallOutput<C>,
    CallFailure,
    InfiniteData<CallOutput<C>, string | null>,
    readonly unknown[],
    string | null
  >(
    {
      queryKey: [lookUp.call.path, 'pages', inputOf(null)],
      queryFn: async ({ pageParam }) => {
        const answer = await lookUps.ask(lookUp.call, inputOf(pageParam));
        return answer.ok ? answer.data : Promise.reject(answer.failure);
      },
      initialPageParam: null,
      getNextPageParam: nextOf,
      placeholderData: (before) => before,
      meta: { lookUp },
      enabled: isWanted,
      staleTime: lookUp.freshMs,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    lookUps.client,
  );
  return {
    look: lookedUp({ ...result, data: result.data?.pages }),
    isOfBefore: result.isPlaceholderData,
    isMoreComing: result.isFetchingNextPage,
    more: result.hasNextPage && !result.isFetching ? () => void result.fetchNextPage() : null,
  };
}
