import type { CALLS, CallOutput } from '@pasar/api';

/** The proxies of the account and who uses them. */
export type Listed = CallOutput<typeof CALLS.routing.listSubjects>;

/** Whether every word that was searched for is in one of the texts. */
export const isFound = (words: string, texts: readonly string[]): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.some((text) => text.toLowerCase().includes(word)));
