import type { ReasonCode } from '@pasar/domain';
import { type CallApi, createApiClient } from '@pasar/sync';
import { tellExpired } from './expired.ts';
import { tellFactorDemanded } from './factor-demanded.ts';
import { currentLocale } from './texts/i18n.ts';
import { tell } from './told.ts';

const client = createApiClient({
  fetch: (input, init) => fetch(input, init),
  isOffline: () => !navigator.onLine,
  locale: currentLocale,
  onExpired: tellExpired,
});

const DEMANDED: ReasonCode = 'second_factor_demanded';

/**
 * Only commands and the desk use it (decision 17): a screen reads from the replica or by a look-up. A call that got no
 * answer may still have changed data, so the end of every call is told, however it ended.
 */
export const callApi: CallApi = async (call, input, givenUp) => {
  const result = await client(call, input, givenUp);
  if (!result.ok && result.failure.kind === 'refused' && result.failure.code === DEMANDED) tellFactorDemanded();
  tell({ told: 'called', call });
  return result;
};
