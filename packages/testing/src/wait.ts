/** Longest wait of a test for a named state. Milliseconds. */
const PATIENCE_MS = 8_000;

/** The promise's value, or an error that names the missing state. */
export async function within<T>(promise: Promise<T>, what: string, patienceMs: number = PATIENCE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited ${patienceMs} ms in vain for ${what}`)), patienceMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks until the answer is not null: for states that only the other side knows. */
export async function eventually<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`waited ${PATIENCE_MS} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
