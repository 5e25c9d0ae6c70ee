/**
 * How long a journey waits for a named state before it fails. Milliseconds; the machine may be busy with other tests.
 */
export const PATIENCE_MS = 20_000;

/** For `expect.poll`: asks again until the state is there. */
export const PATIENT = { timeout: PATIENCE_MS, interval: 50 } as const;
