import { isFinal } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { currentLocale, reasonText, type Translate } from './i18n.ts';
import { withUnknownWords } from './refusal-text.ts';

/** Explains a failed call, and what to do. For a refusal this is the server's own sentence. */
export function failureText(failure: CallFailure, t: Translate<'common'>): string {
  switch (failure.kind) {
    case 'refused':
      return withUnknownWords(failure.reason, failure.code, failure.detail, t);
    case 'expired':
      return t('expired.text');
    case 'unreachable':
      return failure.fault === null ? t('failure.unreachable') : reasonText(failure.fault, currentLocale());
    case 'unreadable':
      return t('failure.unreadable');
  }
}

/**
 * Whether the same call may succeed later. A missing permission stays missing, an unreadable answer stays unreadable,
 * and what nobody can heal stays as it is.
 */
export const mayHeal = (failure: CallFailure): boolean =>
  failure.kind === 'unreachable' ||
  (failure.kind === 'refused' && failure.code !== 'no_permission' && !isFinal(failure.code));
