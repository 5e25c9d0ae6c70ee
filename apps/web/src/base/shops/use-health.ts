import type { ShopView } from '@pasar/api';
import { useDesk, useReadable } from '../desk.tsx';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { type HealthTone, healthText, healthTone } from './health.ts';

/** Since when this window has no connection to the server; null while it has one, or when its session has ended. */
function useOfflineSince(): number | null {
  const live = useReadable(useDesk().live);
  if (live.state === 'offline') return live.since;
  return live.state === 'connecting' ? live.offlineSince : null;
}

/** Whether this window knows nothing of the shops: it has no connection to the server, or its session has ended. */
export function useIsUnknown(): boolean {
  const hasSession = useReadable(useDesk().live).state !== 'expired';
  return useOfflineSince() !== null || !hasSession;
}

/** What was known at a time, for a window that has learned nothing since. */
export function useAsOf(): (text: string) => string {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const since = useOfflineSince();
  if (since === null) return (text) => text;
  const time = new Date(since).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (text) => t('health.asOf', { text, time });
}

export interface Health {
  readonly tone: HealthTone | 'unknown';
  readonly text: string;
}

/** The health of a shop, as far as this window knows it. */
export function useHealth(shop: ShopView): Health {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const asOf = useAsOf();
  const isUnknown = useIsUnknown();
  return { tone: isUnknown ? 'unknown' : healthTone(shop), text: asOf(healthText(shop, locale, t)) };
}
