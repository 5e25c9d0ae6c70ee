import type { ShopView } from '@pasar/api';
import { useDesk } from '../desk.tsx';
import { useMay } from '../may.tsx';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { shopNames } from './health.ts';
import { showShopOverlay } from './overlay.ts';
import { wayBackIn } from './way-back-in.ts';

export interface Remedy {
  readonly key: 'again' | 'proxy';
  readonly icon: 'retry' | 'plug';
  readonly label: string;
  /** The label with the shops that it is about. */
  readonly name: string;
  readonly onChoose: () => void;
}

/**
 * What the member can do about a login that is not connected, by its shops. A login that is being made, or that catches
 * up, needs nobody. A lost connection comes back by itself, unless its proxy is at fault.
 */
export function useRemedies(): (shops: readonly [ShopView, ...ShopView[]]) => readonly Remedy[] {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const canLogIn = useMay(['shopManager']);
  const canChangeProxy = useMay(['ipPartition']);
  return (shops) => {
    const [{ connectionId, connection }] = shops;
    const names = shopNames(shops, locale, t);
    const of = (label: string) => ({ label, name: t('health.remedyOf', { remedy: label, shops: names }) });
    const hasFailed = connection.state === 'failed';
    const found: Remedy[] = [];
    if (hasFailed && canLogIn) {
      const onChoose = () => showShopOverlay(wayBackIn(connectionId, desk.state.get().signIns.values()));
      found.push({ key: 'again', icon: 'retry', ...of(t('shopExpired.again')), onChoose });
    }
    // Shop management, in which the proxies are, opens only for who may manage shops.
    if ((hasFailed || connection.state === 'interrupted') && canLogIn && canChangeProxy) {
      const onChoose = () => showShopOverlay({ kind: 'manage', tab: 'isolation' });
      found.push({ key: 'proxy', icon: 'plug', ...of(t('health.changeProxy')), onChoose });
    }
    return found;
  };
}
