import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** A colleague's switch is seen with the next conversation that is opened after this time (our choice). */
export const SETTINGS: LookUp<typeof CALLS.suggestions.suggestionSettings> = {
  call: CALLS.suggestions.suggestionSettings,
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.suggestions.switchSuggestions, CALLS.suggestions.agreeToSuggestions] },
};

/** What would be sent changes with each message and each letter. */
export const PREVIEW: LookUp<typeof CALLS.suggestions.previewSuggestion> = {
  call: CALLS.suggestions.previewSuggestion,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
