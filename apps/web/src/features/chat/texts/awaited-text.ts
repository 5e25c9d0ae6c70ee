import { MARKETPLACE_NAMES } from '@pasar/domain';
import type { Awaited } from '@pasar/sync';
import type { Translate } from '../../../base/texts/i18n.ts';

/** What an answer on its way waits for. */
export function awaitedText(awaited: Awaited, t: Translate<'chat'>): string {
  switch (awaited) {
    case 'connection':
      return t('mark.waiting');
    case 'shop':
      return t('mark.waitingForShop');
    case 'above':
      return t('mark.waitingForAbove');
    default:
      return t('mark.waitingForAnswer', { marketplace: MARKETPLACE_NAMES[awaited] });
  }
}
