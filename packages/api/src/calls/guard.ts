import { COUNTRIES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission } from '../contract/call.ts';

/** Most words of a country's list, and most characters of a word (our choice). */
export const GUARD_LIMITS = { words: 200, wordLength: 60 } as const;

const country = z.enum(COUNTRIES);
const word = z.string().trim().min(1).max(GUARD_LIMITS.wordLength);

/** ours: the words of which a person is warned before a text with one of them goes out to a buyer of the country. */
const guardWords = defineCall({
  path: '/api/desk/guardWords',
  method: 'GET',
  access: permission('chat'),
  summary: "The words of which the composer warns in a country's shops",
  input: z.object({ country }),
  output: z.object({
    words: z.array(z.string()),
    /** The list is Pasar's, because the account has none of its own for the country. */
    isDefault: z.boolean(),
  }),
});

const saveGuardWords = defineCall({
  path: '/api/desk/saveGuardWords',
  method: 'POST',
  access: MAIN,
  summary: "Replace a country's list of words; null brings back the list of Pasar",
  input: z.object({ country, words: z.array(word).max(GUARD_LIMITS.words).nullable() }),
  output: z.object({}),
});

export const GUARD_CALLS = { guardWords, saveGuardWords } as const;
