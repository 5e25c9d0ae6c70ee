import { createStore, type Store } from '@pasar/sync';
import type { z } from 'zod';

/**
 * A store that outlives the page: read once, written at every change. When the stored value is missing or unreadable
 * (another version wrote it), the store starts with the default.
 */
export function createStoredStore<Schema extends z.ZodType>(
  storage: Storage,
  key: string,
  schema: Schema,
  fallback: z.infer<Schema>,
): Store<z.infer<Schema>> {
  const store = createStore<z.infer<Schema>>(read(storage, key, schema) ?? fallback);
  store.subscribe(() => {
    try {
      storage.setItem(key, JSON.stringify(store.get()));
    } catch {
      // The browser's storage is full: the value holds until the page is closed.
    }
  });
  return store;
}

function read<Schema extends z.ZodType>(storage: Storage, key: string, schema: Schema): z.infer<Schema> | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
