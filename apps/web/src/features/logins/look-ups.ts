import { CALLS, type LoginHealthView } from '@pasar/api';
import { useMemo } from 'react';
import { type LookedUp, type LookUp, useLookUp } from '../../base/look-up.ts';

/** Stale when a login changes its state, comes or goes: only then has anything been learnt of it. */
const LOGIN_HEALTH: LookUp<typeof CALLS.logins.loginHealth> = {
  call: CALLS.logins.loginHealth,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: (change, before) =>
      change.kind === 'purge' ||
      (change.kind === 'shop' &&
        before.shops.get(change.shop.shopId)?.connection.state !== change.shop.connection.state),
    calls: [CALLS.signIn.signInAgain],
  },
};

export function useLoginHealth(): {
  readonly look: LookedUp<unknown>;
  readonly health: ReadonlyMap<string, LoginHealthView>;
} {
  const look = useLookUp(LOGIN_HEALTH, {});
  const logins = look.state === 'found' || look.state === 'stale' ? look.data.logins : NONE;
  const health = useMemo(() => new Map(logins.map((login) => [login.connectionId, login])), [logins]);
  return { look, health };
}
const NONE: readonly LoginHealthView[] = [];
