import type { DeliveryView } from '@pasar/api';
import { type ConversationId, isAboutLogin, type Marketplace } from '@pasar/domain';
import type { DeskState } from './desk-state.ts';
import { type Answers, canSend, isUnderWay } from './undelivered.ts';

/**
 * What an answer on its way waits for: the connection to Pasar's server, the shop's login, the message above it in the
 * conversation, or the answer of the named marketplace.
 */
export type Awaited = 'connection' | 'shop' | 'above' | Marketplace;

/** What each answer of a conversation waits for, of those that are on their way. */
export function awaitedOf(state: Answers & Pick<DeskState, 'shops'>, id: ConversationId): ReadonlyMap<string, Awaited> {
  const found = new Map<string, Awaited>();
  const { askedDeliveries } = state;
  const deliveries = (state.deliveries.get(id) ?? []).toSorted((left, right) => left.createdAt - right.createdAt);
  let isHeld = false;
  for (const delivery of deliveries.filter((item) => isUnderWay(item, askedDeliveries))) {
    const { clientId, shopId, mark, isInDoubt } = delivery;
    const shop = state.shops.get(shopId);
    if (mark !== 'pending' || shop === undefined) found.set(clientId, 'connection');
    else if (!canSend(shop)) found.set(clientId, 'shop');
    else found.set(clientId, isHeld && !isInDoubt ? 'above' : shop.marketplace);
    // A message in doubt delays no other.
    isHeld ||= mark === 'pending' && !isInDoubt;
  }
  let isFirst = true;
  for (const { clientId, phase, content } of state.pending.get(id) ?? []) {
    if (phase.state === 'refused') continue;
    // A video delays nothing behind it.
    const isVideo = content.type === 'video';
    found.set(clientId, isFirst || isVideo ? 'connection' : 'above');
    isFirst &&= isVideo;
  }
  return found;
}

/** Failed deliveries whose shop was logged out then and is back now, oldest first. */
export function waitedForLogin({
  deliveries,
  askedDeliveries,
  shops,
}: Pick<DeskState, 'deliveries' | 'askedDeliveries' | 'shops'>): readonly DeliveryView[] {
  return [...deliveries.values()]
    .flat()
    .filter(({ mark, refusal, shopId, clientId, cause }) => {
      const isRefused = cause === null && mark === 'failed' && refusal !== null && isAboutLogin(refusal.reason);
      return isRefused && !askedDeliveries.has(clientId) && canSend(shops.get(shopId));
    })
    .sort((left, right) => left.createdAt - right.createdAt);
}
