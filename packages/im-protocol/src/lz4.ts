import { BadCompressionError, TooLargeError } from './errors.ts';

/**
 * Raw LZ4 blocks: no frame header, no size prefix (the public LZ4 block format). A block is a list of sequences: token,
 * literals, 2-byte little-endian offset, match; the last sequence has literals only.
 */
const MIN_MATCH = 4;
const RUN_MASK = 15;
/** The format requires the last five bytes as literals, and no match that starts in the last twelve bytes. */
const LAST_LITERALS = 5;
const MATCH_START_LIMIT = 12;
const MAX_OFFSET = 65_535;
const HASH_BITS = 14;

interface Sequence {
  readonly literalStart: number;
  readonly literalLength: number;
  /** 0 for the last sequence, which has no match. */
  readonly matchOffset: number;
  readonly matchLength: number;
  readonly next: number;
}

/** `at` is the first byte after the length's own nibble. Returns the length and the first byte after it. */
function readLength(input: Uint8Array, nibble: number, at: number, limit: number): readonly [number, number] {
  let length = nibble;
  let next = at;
  if (nibble === RUN_MASK) {
    for (;;) {
      const byte = input[next];
      if (byte === undefined) throw new BadCompressionError('lz4 length is cut off');
      next += 1;
      length += byte;
      if (length > limit) throw new TooLargeError(limit);
      if (byte !== 255) break;
    }
  }
  return [length, next];
}

function readSequence(input: Uint8Array, at: number, limit: number): Sequence {
  const token = input[at];
  if (token === undefined) throw new BadCompressionError('lz4 block is cut off');
  const [literalLength, literalStart] = readLength(input, token >> 4, at + 1, limit);
  const literalEnd = literalStart + literalLength;
  if (literalEnd > input.length) throw new BadCompressionError('lz4 literals are cut off');
  if (literalEnd === input.length) {
    return { literalStart, literalLength, matchOffset: 0, matchLength: 0, next: literalEnd };
  }
  const low = input[literalEnd];
  const high = input[literalEnd + 1];
  if (low === undefined || high === undefined) throw new BadCompressionError('lz4 offset is cut off');
  const matchOffset = low | (high << 8);
  if (matchOffset === 0) throw new BadCompressionError('lz4 offset is zero');
  const [extra, next] = readLength(input, token & RUN_MASK, literalEnd + 2, limit);
  if (next === input.length) throw new BadCompressionError('lz4 block ends with a match');
  return { literalStart, literalLength, matchOffset, matchLength: extra + MIN_MATCH, next };
}

/** The decompressed size, checked against the limit before any allocation. */
function inflatedSize(input: Uint8Array, limit: number): number {
  let size = 0;
  let at = 0;
  while (at < input.length) {
    const sequence = readSequence(input, at, limit);
    size += sequence.literalLength;
    if (sequence.matchOffset > size) throw new BadCompressionError('lz4 offset points before the start');
    size += sequence.matchLength;
    if (size > limit) throw new TooLargeError(limit);
    at = sequence.next;
  }
  return size;
}

/** Throws `BadCompressionError` or `TooLargeError`; an empty input is not a block. */
export function decodeLz4Block(input: Uint8Array, limit: number): Uint8Array {
  if (input.length === 0) throw new BadCompressionError('lz4 block is empty');
  const output = new Uint8Array(inflatedSize(input, limit));
  let at = 0;
  let written = 0;
  while (at < input.length) {
    const sequence = readSequence(input, at, limit);
    output.set(input.subarray(sequence.literalStart, sequence.literalStart + sequence.literalLength), written);
    written += sequence.literalLength;
    // Copied byte by byte, because a match may overlap its own output.
    for (let copied = 0; copied < sequence.matchLength; copied += 1) {
      output[written] = output[written - sequence.matchOffset] ?? 0;
      written += 1;
    }
    at = sequence.next;
  }
  return output;
}

function pushLength(output: number[], length: number): void {
  let rest = length - RUN_MASK;
  if (rest < 0) return;
  for (; rest >= 255; rest -= 255) output.push(255);
  output.push(rest);
}

function pushSequence(output: number[], literals: Uint8Array, offset: number, matchLength: number): void {
  const match = matchLength === 0 ? 0 : matchLength - MIN_MATCH;
  output.push((Math.min(literals.length, RUN_MASK) << 4) | Math.min(match, RUN_MASK));
  pushLength(output, literals.length);
  for (const byte of literals) output.push(byte);
  if (matchLength === 0) return;
  output.push(offset & 255, offset >> 8);
  pushLength(output, match);
}

/**
 * A greedy encoder with one table of the last position of each four bytes: small, and good enough for a test server.
 */
export function encodeLz4Block(input: Uint8Array): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const lastSeen = new Int32Array(1 << HASH_BITS).fill(-1);
  const output: number[] = [];
  const matchStartEnd = input.length - MATCH_START_LIMIT;
  const matchEnd = input.length - LAST_LITERALS;
  let anchor = 0;
  let at = 0;
  while (at < matchStartEnd) {
    const word = view.getUint32(at, true);
    const slot = Math.imul(word, 2_654_435_761) >>> (32 - HASH_BITS);
    const candidate = lastSeen[slot] ?? -1;
    lastSeen[slot] = at;
    if (candidate < 0 || at - candidate > MAX_OFFSET || view.getUint32(candidate, true) !== word) {
      at += 1;
      continue;
    }
    let length = MIN_MATCH;
    while (at + length < matchEnd && input[candidate + length] === input[at + length]) length += 1;
    pushSequence(output, input.subarray(anchor, at), at - candidate, length);
    at += length;
    anchor = at;
  }
  pushSequence(output, input.subarray(anchor), 0, 0);
  return Uint8Array.from(output);
}
