import { type CallApi, createApiClient } from '@pasar/sync';
import { tellExpired } from './expired.ts';
import { currentLocale } from './texts/i18n.ts';
import { tell } from './told.ts';

const client = createApiClient({
  fetch: (input, init) => fetch(input, init),
  isOffline: () => !navigator.onLine,
  locale: currentLocale,
  onExpired: tellExpired,
});

/**
 * For commands and for the desk alone (decision 17): a screen reads from the replica or by a look-up. A call that got no
 * answer may still have changed something, so every end of a call is told.
 */
export const callApi: CallApi = async (call, input) => {
  const result = await client(call, input);
  tell({ told: 'called', call });
  return result;
};
