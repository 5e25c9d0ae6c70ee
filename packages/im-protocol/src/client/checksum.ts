/**
 * `MessagesCheckInfo.indexes_checksum` (command 302). ours: the algorithm. CRC-32 (IEEE 802.3, as in zip) over the
 * indexes in decimal, newest first, joined by commas; 0 for no index. Indexes are microsecond timestamps with gaps, so
 * a missing index cannot be seen from the other indexes.
 */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  return rest;
});

function crc32(text: string): number {
  let crc = 0xffff_ffff;
  for (let at = 0; at < text.length; at += 1) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** The checksum of `indexes`, which are sorted newest first. */
export const indexesChecksum = (indexes: readonly bigint[]): number =>
  indexes.length === 0 ? 0 : crc32(indexes.join(','));
