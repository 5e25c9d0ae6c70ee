import type { CallResult } from '@pasar/sync';

/** Says why a command was not carried out. What it changes is looked up again by itself. */
export type Ask = (asked: Promise<CallResult<unknown>>) => void;
