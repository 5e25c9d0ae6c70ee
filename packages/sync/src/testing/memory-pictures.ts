import type { PictureStore } from '../pending/pictures.ts';

/** What IndexedDB does, in memory. `isRefusing`: keeps nothing, as a private window. */
export function createMemoryPictures(): PictureStore & { readonly kept: Map<string, Blob>; isRefusing: boolean } {
  const kept = new Map<string, Blob>();
  const store = {
    kept,
    isRefusing: false,
    load: async (clientId: string) => kept.get(clientId) ?? null,
    async save(clientId: string, bytes: Blob) {
      if (store.isRefusing) throw new Error('no room');
      kept.set(clientId, bytes);
    },
    async remove(clientId: string) {
      kept.delete(clientId);
    },
  };
  return store;
}
