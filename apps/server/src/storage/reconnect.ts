const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** How long a connection attempt to the database may take, including the wait in a pool's queue (our choice). */
export const CONNECTED_WITHIN_MS = 10_000;

/** The pause after this many failed attempts in a row: doubling, up to five seconds. */
export const reconnectWaitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
