import type { ConnectorSession } from '@pasar/connector-kit';
import { orderParcelStage, PARCEL_LIMITS } from '@pasar/domain';
import { findDueParcels, storeParcelStage } from '../../records/order-parcels.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import type { LiveSession, Round } from './duties/duty.ts';
import { ask, type RunnerContext } from './runner-context.ts';

/** How often is looked for orders, while there are none to look at (our choice). */
const IDLE_MS = 60_000;
/** How long is waited after a marketplace refused the parcels of an order (our choice). */
const REFUSED_WAIT_MS = 300_000;

/** Reads the parcels of sent orders at its own pace: what wakes it before its time does not make it faster. */
export function readParcels({ context, session, signal }: Pick<LiveSession, 'context' | 'session' | 'signal'>): Round {
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const early = readAt + PARCEL_LIMITS.everyMs - context.clock.now();
    if (early > 0) return early;
    readAt = context.clock.now();
    return readDueParcels(context, session, signal);
  };
}

/**
 * Reads the parcels of one order of each shop that has some to look at, and keeps how far they are. An order that the
 * marketplace refuses is looked at again when its next time comes. Resolves with the milliseconds until the next look.
 * @throws SessionLost
 */
export async function readDueParcels(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
): Promise<number> {
  const { database, owner, clock } = context;
  const within = <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> =>
    database.within(wholeAccount(owner.accountId), work);
  const due = await within((transaction) => findDueParcels(transaction, [...owner.shopIds.values()], clock.now()));
  const shops = new Map([...owner.shopIds].map(([shop, shopId]) => [shopId, shop]));
  let waitMs = due.length === 0 ? IDLE_MS : PARCEL_LIMITS.everyMs;
  for (const { shopId, orderId } of due) {
    const shop = shops.get(shopId);
    if (signal.aborted || !context.isHeld()) break;
    if (shop === undefined) continue;
    const parcels = ask(context, await session.calls.orders.logistics(shop, [orderId]), 'parcels_refused');
    if (parcels === null) waitMs = REFUSED_WAIT_MS;
    const stand = orderParcelStage(parcels?.get(orderId) ?? []);
    const { connectionId, token } = owner;
    const readAt = clock.now();
    await within((transaction) =>
      storeParcelStage(transaction, { shopId, orderId, stand, readAt, connectionId, token }),
    );
  }
  return waitMs;
}
