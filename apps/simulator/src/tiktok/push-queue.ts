/** Sends pushes from the server to the sockets of one shop, with the faults that strike a push. */
import type { TiktokContext } from './context.ts';
import { strike } from './shops.ts';

export interface PushQueue {
  push(bytes: Uint8Array): void;
}

/** `deliver` gets bytes to send now. A reordered push waits for the next push of the shop and follows it. */
export function createPushQueue(
  context: Pick<TiktokContext, 'faults' | 'later'>,
  shopId: string,
  deliver: (bytes: Uint8Array) => void,
): PushQueue {
  const held: Uint8Array[] = [];
  const leave = (bytes: Uint8Array): void => {
    deliver(bytes);
    for (const waiting of held.splice(0)) deliver(waiting);
  };
  return {
    push: (bytes) => {
      if (strike(context, 'socketMuted', shopId) !== null) return;
      const delayed = strike(context, 'socketDelayed', shopId);
      if (delayed !== null) {
        context.later(delayed.delayMs, () => deliver(bytes));
        return;
      }
      if (held.length === 0 && strike(context, 'socketReordered', shopId) !== null) {
        held.push(bytes);
        return;
      }
      leave(bytes);
      if (strike(context, 'socketDuplicated', shopId) !== null) deliver(bytes);
    },
  };
}
