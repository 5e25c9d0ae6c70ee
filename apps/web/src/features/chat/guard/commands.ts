import { CALLS } from '@pasar/api';
import type { Country } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

/** Null brings back the list of Pasar. */
export const saveGuardWords = (country: Country, words: readonly string[] | null) =>
  callApi(CALLS.guard.saveGuardWords, { country, words: words === null ? null : [...words] });
