const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** How long a connection attempt to the database may take, a turn in a pool's queue included (our choice). */
export const CONNECTED_WITHIN_MS = 10_000;

/** How long to wait before the next attempt after so many that failed in a row: doubling, up to five seconds. */
export const reconnectWaitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
