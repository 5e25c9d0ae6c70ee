import type { ImageType } from '@pasar/domain';

/** A picture that a person chose to send. Sizes are pixels, null where they could not be read. */
export interface PictureFile {
  readonly fileName: string;
  readonly type: ImageType;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: Blob;
}

/**
 * Stores the bytes of unsent pictures by client id, in a storage that outlives the page. The storage of texts is too
 * small for them. Rejects when the browser does not keep them; the picture then lives in its window only.
 */
export interface PictureStore {
  load(clientId: string): Promise<Blob | null>;
  save(clientId: string, bytes: Blob): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/** The bytes of this window's unsent pictures. Never rejects. */
export interface Pictures {
  keep(clientId: string, bytes: Blob): void;
  /** Null when neither this window nor the browser still has the bytes. */
  find(clientId: string): Promise<Blob | null>;
  forget(clientId: string): void;
}

export function createPictures(store: PictureStore): Pictures {
  const held = new Map<string, Blob>();
  /** The running write of each picture: a removal must wait for the save before it. */
  const writes = new Map<string, Promise<void>>();
  const write = (clientId: string, run: () => Promise<void>) => {
    // A failed write is ignored, because the bytes are also held in this window.
    const done = (writes.get(clientId) ?? Promise.resolve()).then(run).catch(() => undefined);
    writes.set(clientId, done);
    void done.then(() => {
      if (writes.get(clientId) === done) writes.delete(clientId);
    });
  };
  return {
    keep(clientId, bytes) {
      held.set(clientId, bytes);
      write(clientId, () => store.save(clientId, bytes));
    },
    find: async (clientId) => held.get(clientId) ?? (await store.load(clientId).catch(() => null)),
    forget(clientId) {
      held.delete(clientId);
      write(clientId, () => store.remove(clientId));
    },
  };
}
