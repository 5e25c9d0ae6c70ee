import type { UndeliveredKind } from '@pasar/sync';
import type { IconName } from '../ui/icon.tsx';

/** The signs of answers that did not arrive, as the messages bear them. */
export const UNDELIVERED_ICONS: Readonly<Record<UndeliveredKind, IconName>> = {
  failed: 'failed',
  unconfirmed: 'question',
  waiting: 'clock',
};
