import { CALLS, type ShopView } from '@pasar/api';
import { defaultGuardWords } from '@pasar/domain';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';

/** The list changes seldom, and the stream does not tell when another member changes it. */
export const GUARD_WORDS: LookUp<typeof CALLS.guard.guardWords> = {
  call: CALLS.guard.guardWords,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.guard.saveGuardWords] },
};

/** The words of which members are warned; those of Pasar until the account's are known. */
export function useGuardWords(shop: ShopView | null): readonly string[] {
  const country = shop?.country ?? 'SG';
  const look = useLookUp(GUARD_WORDS, { country }, shop !== null);
  return 'data' in look ? look.data.words : defaultGuardWords(country);
}
