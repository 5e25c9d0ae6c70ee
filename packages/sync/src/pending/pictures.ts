import type { ImageType } from '@pasar/domain';

/** A picture that a person chose to send; sizes in pixels, null where they could not be read. */
export interface PictureFile {
  readonly fileName: string;
  readonly type: ImageType;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: Blob;
}

/**
 * Where the bytes of unsent pictures outlive the page, by client id: they are too large for where texts are kept. A
 * browser that does not keep them rejects; the picture then lives in its window only.
 */
export interface PictureStore {
  load(clientId: string): Promise<Blob | null>;
  save(clientId: string, bytes: Blob): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/** The bytes of the pictures on their way from this window. Never rejects. */
export interface Pictures {
  keep(clientId: string, bytes: Blob): void;
  /** Null when neither this window nor the browser has them any more. */
  find(clientId: string): Promise<Blob | null>;
  forget(clientId: string): void;
}

export function createPictures(store: PictureStore): Pictures {
  const held = new Map<string, Blob>();
  /** What is under way of each: a removal must not be overtaken by the save before it. */
  const writes = new Map<string, Promise<void>>();
  const write = (clientId: string, run: () => Promise<void>) => {
    // What the browser does not keep is held here all the same, which is all that can be done for it.
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
