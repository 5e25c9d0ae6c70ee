import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { switchConversationTranslation, switchTranslation, translationSwitches } from './switches.ts';
import { translateLanguage, translateMessages, translateToChinese, translateToCountryLanguage } from './texts.ts';

export const TRANSLATION_HANDLERS: HandlersOf<typeof CALLS.translation> = {
  translateLanguage: withoutTransaction(translateLanguage),
  translateToChinese: withoutTransaction(translateToChinese),
  translateToCountryLanguage: withoutTransaction(translateToCountryLanguage),
  translateMessages: withoutTransaction(translateMessages),
  translationSwitches: reading(translationSwitches),
  switchConversationTranslation: inTransaction(switchConversationTranslation),
  switchTranslation: inTransaction(switchTranslation),
};
