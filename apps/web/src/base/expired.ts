import { createStore, type Readable } from '@pasar/sync';

const expired = createStore(false);
let isLoggingOut = false;
/** Whether the server has answered 50001. It stays true until the page is reloaded. */
export const isExpired: Readable<boolean> = expired;
/**
 * Called when the member logs out. From then on the end of the session, which the live stream tells too, is not shown.
 */
export function tellLoggingOut(): void {
  isLoggingOut = true;
}
export function tellExpired(): void {
  if (!isLoggingOut) expired.update(() => true);
}
