import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { guardWords, saveGuardWords } from './words.ts';

export const GUARD_HANDLERS: HandlersOf<typeof CALLS.guard> = {
  guardWords: reading(guardWords),
  saveGuardWords: inTransaction(saveGuardWords),
};
