import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const { translationSwitches, switchConversationTranslation, switchTranslation, translateLanguage } = CALLS.translation;

/** A colleague's switch is seen with the next conversation that is opened after this time (our choice). */
const SWITCHES_FRESH_MS = 30_000;
/** A translation stays as it is. */
const TRANSLATION_FRESH_MS = 600_000;

export const SWITCHES: LookUp<typeof translationSwitches> = {
  call: translationSwitches,
  freshMs: SWITCHES_FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [switchConversationTranslation, switchTranslation] },
};

export const TRANSLATION: LookUp<typeof translateLanguage> = {
  call: translateLanguage,
  freshMs: TRANSLATION_FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
