import { CALLS, type ShopView } from '@pasar/api';
import type { LookUp } from './look-up.ts';

/**
 * The proxies of the account, and which login leaves by which. The stream tells of the shops whose way has changed: they
 * connect anew. A proxy that another member has added and bound to nothing is told to nobody, so every screen asks again.
 */
export const SUBJECTS: LookUp<typeof CALLS.routing.listSubjects> = {
  call: CALLS.routing.listSubjects,
  freshMs: 0,
  staleBy: {
    change: (change, before) =>
      change.kind === 'shop' && wayOf(before.shops.get(change.shop.shopId)) !== wayOf(change.shop),
    calls: [
      CALLS.routing.saveProxy,
      CALLS.routing.deleteSubject,
      CALLS.routing.bindSubject,
      CALLS.routing.setRoutingLine,
      CALLS.routing.changeSubjectIp,
      CALLS.routing.delBoosterProxy,
    ],
  },
};

/** What of a shop moves with its way; not its counters, which move with every message. */
const wayOf = (shop: ShopView | undefined): string | null =>
  shop === undefined ? null : `${shop.connectionId} ${shop.isIsolated} ${shop.connection.state}`;
