import type { PictureStore } from '@pasar/sync';
import { inTime } from './lazy-screen.tsx';

/** Loads the code with the first picture, and tries again after a failure. */
async function open() {
  const { createStore, del, get, set } = await inTime(import('idb-keyval'));
  store ??= createStore('pasar', 'unsent-pictures');
  return { del, get, set, store };
}
let store: ReturnType<typeof import('idb-keyval')['createStore']> | undefined;

/** The bytes of unsent pictures, in the browser's IndexedDB. */
export const pictureStore: PictureStore = {
  async load(clientId) {
    const { get, store } = await open();
    const found = await get<unknown>(clientId, store);
    return found instanceof Blob ? found : null;
  },
  async save(clientId, bytes) {
    const { set, store } = await open();
    await set(clientId, bytes, store);
  },
  async remove(clientId) {
    const { del, store } = await open();
    await del(clientId, store);
  },
};
