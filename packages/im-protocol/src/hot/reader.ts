import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { readGeneral } from '../wire/general.ts';
import { LONGEST_KEY, LONGEST_VALUE, textAt } from './texts.ts';

/**
 * The parts of the generated straight-line readers. They read the same values as the general codec into the same
 * objects, or give up: anything rare or wrong (a missing required field, a wrong wire type, a group, a message field
 * that comes twice, an unusual map entry) throws `GIVE_UP`, and the general codec reads the bytes again and decides.
 * Giving up costs one more pass, and never changes the result.
 */
export class GiveUp extends Error {}
/** A single instance, because it carries no data and its stack is never read. */
export const GIVE_UP: GiveUp = new GiveUp('left to the general codec');

const VARINT = 0;
const BIT64 = 1;
const BYTES = 2;
const BIT32 = 5;

const NOTHING = new Uint8Array(0);
const wide = new BigInt64Array(1);
const unsignedWide = new BigUint64Array(wide.buffer);
const halves = new Int32Array(wide.buffer);
/** Most counts and flags are small; the table saves their allocation. */
const SMALL: readonly bigint[] = Array.from({ length: 128 }, (_, index) => BigInt(index));

/** A cursor over the bytes of one message. A field that runs past its message leaves `at > end`. */
export class HotReader {
  at = 0;
  bytes: Uint8Array = NOTHING;
  /** Covers the whole memory of the bytes: a frame and its payload share it. */
  #view: DataView = new DataView(NOTHING.buffer);

  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    this.at = 0;
  }
  /** Releases the bytes (their memory when the next bytes are opened). */
  close(): void {
    this.bytes = NOTHING;
  }

  /** A tag or a length: a 32-bit varint in at most five bytes. */
  tag(): number {
    const byte = this.bytes[this.at++] as number;
    return byte < 0x80 ? byte : this.#longTag(byte);
  }
  #longTag(first: number): number {
    const { bytes } = this;
    let value = first & 0x7f;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = bytes[this.at++];
      if (byte === undefined || (shift === 28 && byte > 0x0f)) throw GIVE_UP;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw GIVE_UP;
  }

  int32(): number {
    const byte = this.bytes[this.at++] as number;
    if (byte < 0x80) return byte;
    this.at -= 1;
    this.#varint();
    return halves[0] as number;
  }
  bool(): boolean {
    const byte = this.bytes[this.at++] as number;
    if (byte < 0x80) return byte !== 0;
    this.at -= 1;
    this.#varint();
    return halves[0] !== 0 || halves[1] !== 0;
  }
  int64(): bigint {
    const byte = this.bytes[this.at++] as number;
    if (byte < 0x80) return SMALL[byte] as bigint;
    this.at -= 1;
    this.#varint();
    return wide[0] as bigint;
  }
  uint64(): bigint {
    const byte = this.bytes[this.at++] as number;
    if (byte < 0x80) return SMALL[byte] as bigint;
    this.at -= 1;
    this.#varint();
    return unsignedWide[0] as bigint;
  }

  /** Reads at most ten bytes into `halves`; bits beyond 64 are dropped, as in other readers. */
  #varint(): void {
    const { bytes } = this;
    let { at } = this;
    let low = 0;
    let byte = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      byte = bytes[at++] as number;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#store(low, 0, at);
        return;
      }
    }
    byte = bytes[at++] as number;
    low |= (byte & 0x0f) << 28;
    let high = (byte & 0x70) >> 4;
    if (byte < 0x80) {
      this.#store(low, high, at);
      return;
    }
    for (let shift = 3; shift <= 31; shift += 7) {
      byte = bytes[at++] as number;
      high |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#store(low, high, at);
        return;
      }
    }
    throw GIVE_UP;
  }
  #store(low: number, high: number, at: number): void {
    halves[0] = low;
    halves[1] = high;
    this.at = at;
  }

  /** The end of the delimited value that starts here; it is not past `end`. */
  length(end: number): number {
    const length = this.tag();
    const { at } = this;
    if (length > end - at) throw GIVE_UP;
    return at + length;
  }
  text(end: number, longest: number = LONGEST_VALUE): string {
    const stop = this.length(end);
    const { at } = this;
    this.at = stop;
    return textAt(this.bytes, this.#view, at, stop, longest);
  }
  /** A view of the input, as the library gives. */
  raw(end: number): Uint8Array {
    const stop = this.length(end);
    const { buffer, byteOffset } = this.bytes;
    const view = new Uint8Array(buffer, byteOffset + this.at, stop - this.at);
    this.at = stop;
    return view;
  }

  /** A map entry in the usual form: key, then value, and nothing else. */
  textEntry(end: number, map: Record<string, string>): void {
    const stop = this.length(end);
    if (this.bytes[this.at++] !== 10) throw GIVE_UP;
    const key = this.text(stop, LONGEST_KEY);
    if (this.bytes[this.at++] !== 18) throw GIVE_UP;
    const value = this.text(stop);
    if (this.at !== stop || key === '__proto__') throw GIVE_UP;
    map[key] = value;
  }

  /** Reads a message that has no straight-line reader. */
  cold(desc: DescMessage, end: number): Message {
    const stop = this.length(end);
    const { buffer, byteOffset } = this.bytes;
    const message = readCold(desc, new Uint8Array(buffer, byteOffset + this.at, stop - this.at));
    this.at = stop;
    return message;
  }

  /** Keeps a field that the schema lacks; a known number here means a wrong wire type. */
  unknown(tag: number, end: number, known: ReadonlySet<number>, message: Message): void {
    const no = tag >>> 3;
    if (no === 0 || known.has(no)) throw GIVE_UP;
    const start = this.at;
    const wireType = tag & 7;
    switch (wireType) {
      case VARINT:
        this.#varint();
        break;
      case BIT64:
        this.at += 8;
        break;
      case BYTES:
        this.at = this.length(end);
        break;
      case BIT32:
        this.at += 4;
        break;
      default:
        throw GIVE_UP;
    }
    if (this.at > end) throw GIVE_UP;
    const { buffer, byteOffset } = this.bytes;
    message.$unknown ??= [];
    message.$unknown.push({ no, wireType, data: new Uint8Array(buffer, byteOffset + start, this.at - start) });
  }
}

/** Deeper than any message inside a hot message; messages beyond the depth limit are left to the general codec. */
const COLD_DEPTH = 8;

function readCold(desc: DescMessage, bytes: Uint8Array): Message {
  try {
    return readGeneral(desc, bytes, COLD_DEPTH);
  } catch {
    throw GIVE_UP;
  }
}

export type Writable<M> = { -readonly [Key in keyof M]: M[Key] };

/**
 * A constructor of messages that equal the library's own: the same prototype, which holds the defaults, and the same
 * own properties, which `fill` sets.
 */
export function shapeOf<M extends Message>(schema: GenMessage<M>, fill: (this: Writable<M>) => void): new () => M {
  fill.prototype = Object.getPrototypeOf(create(schema));
  return fill as unknown as new () => M;
}
