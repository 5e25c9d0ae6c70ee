import type { CallResult } from '@pasar/sync';

/** Reads the list again, after a change where one is asked for. */
export type Ask = (asked: Promise<CallResult<unknown>> | null) => Promise<void>;
