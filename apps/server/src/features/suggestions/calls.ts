import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { agreeToSuggestions, suggestionPlace, suggestionSettings, switchSuggestions } from './settings.ts';
import { previewSuggestion, suggest } from './suggest.ts';

export const SUGGESTIONS_HANDLERS: HandlersOf<typeof CALLS.suggestions> = {
  suggestionPlace: reading(suggestionPlace),
  suggestionSettings: reading(suggestionSettings),
  previewSuggestion: withoutTransaction(previewSuggestion),
  agreeToSuggestions: inTransaction(agreeToSuggestions),
  suggest: withoutTransaction(suggest),
  switchSuggestions: inTransaction(switchSuggestions),
};
