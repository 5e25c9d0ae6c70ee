import { createStore, type Readable } from '@pasar/sync';

const expired = createStore(false);
/** Whether the server has said 50001. It stays so until the page is loaded anew. */
export const isExpired: Readable<boolean> = expired;
export const tellExpired = (): void => expired.update(() => true);
