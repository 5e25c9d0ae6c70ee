/**
 * Ids of the world: decimal strings of 19 digits, beyond 2^53 and below 2^63. A client that reads an id as a double
 * changes it; a client that reads it as a signed 64-bit integer does not.
 */
import { createHash } from 'node:crypto';

const LOWEST = 1_000_000_000_000_000_000n;
const SPREAD = 8_000_000_000_000_000_000n;
const SEQUENCE_BITS = 22n;
const SEQUENCE_MASK = (1n << SEQUENCE_BITS) - 1n;
const LEDGER_BASE = 5_000_000_000_000_000_000n;

/** Depends only on the seed and the name, so that a shop or buyer keeps its id when the rest of the seed changes. */
export function stableId(seed: string, name: string): string {
  const digest = createHash('sha256').update(`${seed}\n${name}`).digest();
  return (LOWEST + (digest.readBigUInt64BE(0) % SPREAD)).toString();
}

/** Grows with the time; `sequence` distinguishes ids of the same millisecond. `acceptedAt` in ms, from 1978 to 2039. */
export const messageIdAt = (acceptedAt: number, sequence: number): string =>
  ((BigInt(acceptedAt) << SEQUENCE_BITS) | (BigInt(sequence) & SEQUENCE_MASK)).toString();

export const ledgerIdOf = (sequence: number): string => (LEDGER_BASE + BigInt(sequence)).toString();
export const sequenceOf = (ledgerId: string): number => Number(BigInt(ledgerId) - LEDGER_BASE);
