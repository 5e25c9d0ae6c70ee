import { CALLS, type ShopView } from '@pasar/api';
import type { LookUp } from './look-up.ts';

/**
 * The proxies of the account, and which login leaves by which proxy. The stream tells of shops whose route changed,
 * because they reconnect. It does not tell of a proxy that another member adds and binds to no login, so every screen
 * that opens asks again.
 */
export const SUBJECTS: LookUp<typeof CALLS.routing.listSubjects> = {
  call: CALLS.routing.listSubjects,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: (change, before) =>
      change.kind === 'shop' && wayOf(before.shops.get(change.shop.shopId)) !== wayOf(change.shop),
    calls: [
      CALLS.routing.saveProxy,
      CALLS.routing.testSubject,
      CALLS.routing.deleteSubject,
      CALLS.routing.bindSubjects,
      CALLS.routing.setRoutingLine,
      CALLS.routing.changeSubjectIp,
      CALLS.routing.delBoosterProxy,
    ],
  },
};

/** The facts of a shop that change with its route; without the counters, which change with every message. */
const wayOf = (shop: ShopView | undefined): string | null =>
  shop === undefined ? null : `${shop.connectionId} ${shop.isIsolated} ${shop.connection.state}`;
