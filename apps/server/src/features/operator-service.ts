/** What is the same for every service that the operator names by an address: a translator, a language model. */

/** No answer of such a service comes near this size. */
const MOST_BYTES = 1_000_000;
/** After a 429 without a time; such services count by the minute (our choice). */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 600_000;

/** Rejects for an answer that is too large. */
export async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Why the service could not be asked. Without its address, which only the operator knows. */
export const causeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string'
    ? error.code
    : error.name === 'TimeoutError'
      ? 'no answer in time'
      : 'no readable answer';

/** How long the service is left alone after a 429, by the seconds that it asks for. */
export const pauseMsOf = (seconds: number): number =>
  Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_PAUSE_MS) : PAUSE_MS;
