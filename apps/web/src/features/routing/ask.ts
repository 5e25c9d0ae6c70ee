import type { CallResult } from '@pasar/sync';

/** Shows why a command failed. The look-ups that the command changes are fetched again automatically. */
export type Ask = (asked: Promise<CallResult<unknown>>) => void;
