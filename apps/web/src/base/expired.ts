import { createStore, type Readable } from '@pasar/sync';

const expired = createStore(false);
let isLoggingOut = false;
/** Whether the server has said 50001. It stays so until the page is loaded anew. */
export const isExpired: Readable<boolean> = expired;
/** The member logs out: the end of the session, which the live stream tells as well, is no news from here on. */
export function tellLoggingOut(): void {
  isLoggingOut = true;
}
export function tellExpired(): void {
  if (!isLoggingOut) expired.update(() => true);
}
