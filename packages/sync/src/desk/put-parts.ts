import { SCREEN_LIMITS } from '@pasar/domain';
import { toBase64 } from '../base64.ts';
import { type CallResult, failed, succeeded } from '../call-result.ts';

const PART = SCREEN_LIMITS.videoPartBytes;

type Received = Promise<CallResult<{ readonly received: number }>>;
/** The calls that bring a video in parts. */
interface PartCalls {
  readonly begin: () => Received;
  readonly put: (part: { readonly offset: number; readonly part: string; readonly checksum: number }) => Received;
}

/**
 * Puts the parts from the first byte that is not there yet; one is in memory at a time. `onProgress` is told the share
 * that is there, and answers whether to go on.
 */
export async function putParts(
  calls: PartCalls,
  file: Blob,
  onProgress: (share: number) => boolean,
): Promise<CallResult<null>> {
  const begun = await calls.begin();
  if (!begun.ok) return begun;
  let { received } = begun.data;
  for (;;) {
    if (!onProgress(received / file.size)) return failed({ kind: 'unreachable', fault: null, cause: 'given up' });
    if (received >= file.size) return succeeded(null);
    const bytes = await bytesOf(file.slice(received, received + PART));
    const put = await calls.put({ offset: received, part: toBase64(bytes), checksum: crc32(bytes) });
    if (!put.ok) return put;
    // The part was changed on its way: it is put again, as after a line that was cut.
    if (put.data.received <= received) return failed({ kind: 'unreachable', fault: null, cause: 'a changed part' });
    ({ received } = put.data);
  }
}

/** The cover in the form of the calls. */
export const drawnCover = async (cover: Blob | null) =>
  cover === null ? {} : { cover: toBase64(await bytesOf(cover)) };

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** CRC-32 as in ISO 3309, the one that the server's own library has. The browser's digests need https. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
