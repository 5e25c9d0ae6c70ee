import { CALLS, type CallOutput, type SignInView } from '@pasar/api';
import { useEffect, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { callApi } from '../../base/session.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { toast } from '../../ui/toasts.tsx';

type Ways = Pick<CallOutput<typeof CALLS.routing.listSubjects>, 'bindings' | 'otherWay'>;

/**
 * Whether a login leaves by a proxy: the one that was chosen for it, the one its connection is bound to, or what serves all
 * others. Who may not see proxies learns it only of a login that has one of its own; false until it is known.
 */
export function useLeavesByProxy({ ipSubjectId, connectionId }: SignInView): boolean {
  const { t } = useTranslation('common');
  const mayAsk = useMay(['ipPartition']);
  const isOfIsolatedShop = useDeskState((state) =>
    [...state.shops.values()].some((shop) => shop.connectionId === connectionId && shop.isIsolated),
  );
  const isKnown = ipSubjectId !== null || isOfIsolatedShop;
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    if (isKnown || !mayAsk) return;
    void callApi(CALLS.routing.listSubjects, {}).then((result) => {
      if (result.ok) setWays(result.data);
      else toast(failureText(result.failure, t));
    });
  }, [isKnown, mayAsk, t]);
  if (isKnown) return true;
  if (ways === null) return false;
  return ways.otherWay !== 'direct' || ways.bindings.some((binding) => binding.connectionId === connectionId);
}
