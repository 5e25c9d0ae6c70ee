import { z } from 'zod';

const KEY = 'pasar.toldOf';
/** Far more waits than windows tell of within minutes. */
const KEPT = 200;
const kept = z.array(z.string());

/** The waits that no other window of this browser has told of, and that none will tell of from now on. */
export async function claim(waits: readonly string[]): Promise<ReadonlySet<string>> {
  // Browsers have locks only in pages that came by https or from the same machine.
  if (!('locks' in navigator)) return take(waits);
  return navigator.locks.request(KEY, () => take(waits));
}

function take(waits: readonly string[]): ReadonlySet<string> {
  const told = read();
  const mine = waits.filter((wait) => !told.includes(wait));
  try {
    if (mine.length > 0) localStorage.setItem(KEY, JSON.stringify([...told, ...mine].slice(-KEPT)));
  } catch {
    // The browser's storage is full: another window may tell of the same wait.
  }
  return new Set(mine);
}

function read(): readonly string[] {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}
