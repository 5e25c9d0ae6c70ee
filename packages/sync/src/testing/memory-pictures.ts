import type { PictureStore } from '../pending/pictures.ts';

/** A picture store in memory instead of IndexedDB. `isRefusing`: keeps nothing, as in a private window. */
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
