import type { CallFailure } from '@pasar/sync';
import { currentLocale, reasonText, type Translate } from './i18n.ts';
import { withUnknownWords } from './refusal-text.ts';

/** What a failed call means to the person, and what to do. A refusal brings the server's own sentence. */
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

/** Whether the same call may come to something else: a permission stays, and so does an answer that cannot be read. */
export const mayHeal = (failure: CallFailure): boolean =>
  failure.kind === 'unreachable' || (failure.kind === 'refused' && failure.code !== 'no_permission');
