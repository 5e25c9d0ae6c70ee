import type { KeyValue } from '../pending/pending-send.ts';

/** A storage in memory instead of localStorage. `isFull`: refuses to write, as a full browser storage does. */
export function createMemoryStorage(): KeyValue & { isFull: boolean } {
  const entries = new Map<string, string>();
  return {
    isFull: false,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new Error('QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => {
      entries.delete(key);
    },
  };
}
