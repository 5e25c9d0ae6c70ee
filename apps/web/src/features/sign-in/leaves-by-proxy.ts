import type { SignInView } from '@pasar/api';
import { useDeskState } from '../../base/desk.tsx';
import { type LookedUp, useLookUp } from '../../base/look-up.ts';
import { useMay } from '../../base/may.tsx';
import { SUBJECTS } from '../../base/subjects.ts';

/** `look`: the look-up that gives the answer, to show why it is missing; null where none is needed. */
interface Way {
  readonly isByProxy: boolean;
  readonly look: LookedUp<unknown> | null;
}

/**
 * Whether a login leaves by a proxy: the one chosen for it, the one its connection is bound to, or the one that serves
 * all other logins. A member who may not see proxies learns it only of a login with its own proxy. False until it is
 * known.
 */
export function useLeavesByProxy({ ipSubjectId, connectionId }: SignInView): Way {
  const mayAsk = useMay(['ipPartition']);
  const isOfIsolatedShop = useDeskState((state) =>
    [...state.shops.values()].some((shop) => shop.connectionId === connectionId && shop.isIsolated),
  );
  const isKnown = ipSubjectId !== null || isOfIsolatedShop;
  const look = useLookUp(SUBJECTS, {}, mayAsk && !isKnown);
  if (isKnown || !mayAsk) return { isByProxy: isKnown, look: null };
  if (look.state === 'waiting' || look.state === 'failed') return { isByProxy: false, look };
  const { otherWay, bindings } = look.data;
  const isByProxy = otherWay !== 'direct' || bindings.some((binding) => binding.connectionId === connectionId);
  return { isByProxy, look };
}
