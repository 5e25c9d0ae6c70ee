import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { writeGeneral } from '../wire/general.ts';
import { GIVE_UP } from './reader.ts';

/** Room that is always left after a text, a length or a start: more than the numbers of any single message need. */
const SLACK = 1024;
/** Up to this length a loop is faster than a call into the runtime. */
const SHORT_TEXT = 14;
/** The buffer size that a writer keeps between messages; a larger buffer is released. */
const KEPT_BYTES = 1 << 20;

const wide = new BigInt64Array(1);
const unsignedWide = new BigUint64Array(wide.buffer);
const halves = new Uint32Array(wide.buffer);
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * One growing buffer that the generated writers fill front to back. A length is written after its value: its place is
 * as wide as last time, and the value moves when that was wrong. As in reading, anything unusual (a value of another
 * type, a number that does not fit) throws `GIVE_UP`, and the general codec writes the message or refuses it.
 */
export class HotWriter {
  at = 0;
  bytes: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

  start(): void {
    this.at = 0;
  }
  /** A copy of the written bytes. */
  finish(): Uint8Array {
    const written = new Uint8Array(this.at);
    written.set(this.bytes.subarray(0, this.at));
    if (this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(64 * 1024);
    return written;
  }

  room(count: number): void {
    if (this.at + count + SLACK > this.bytes.length) this.#grow(count);
  }
  #grow(count: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + count + 2 * SLACK));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }

  /** Writes a tag or a length. */
  uint32(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }
  int32(value: number): void {
    if ((value | 0) !== value || typeof value !== 'number') throw GIVE_UP;
    if (value >= 0) this.uint32(value);
    else this.#varint64(value >>> 0, 0xffff_ffff);
  }
  bool(value: boolean): void {
    if (typeof value !== 'boolean') throw GIVE_UP;
    this.bytes[this.at++] = value ? 1 : 0;
  }
  int64(value: bigint): void {
    if (typeof value !== 'bigint' || value > MAX_INT64 || value < MIN_INT64) throw GIVE_UP;
    wide[0] = value;
    this.#varint64(halves[0] as number, halves[1] as number);
  }
  uint64(value: bigint): void {
    if (typeof value !== 'bigint' || value > MAX_UINT64 || value < 0n) throw GIVE_UP;
    unsignedWide[0] = value;
    this.#varint64(halves[0] as number, halves[1] as number);
  }
  #varint64(lowHalf: number, highHalf: number): void {
    const { bytes } = this;
    let { at } = this;
    let low = lowHalf;
    let high = highHalf;
    while (high !== 0) {
      bytes[at++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    while (low > 0x7f) {
      bytes[at++] = (low & 0x7f) | 0x80;
      low >>>= 7;
    }
    bytes[at++] = low;
    this.at = at;
  }

  text(value: string): void {
    if (typeof value !== 'string') throw GIVE_UP;
    const { length } = value;
    this.room(length * 3 + 8);
    if (length <= SHORT_TEXT) {
      const { bytes } = this;
      let { at } = this;
      bytes[at++] = length;
      let index = 0;
      for (; index < length; index += 1) {
        const code = value.charCodeAt(index);
        if (code > 0x7f) break;
        bytes[at++] = code;
      }
      if (index === length) {
        this.at = at;
        return;
      }
    }
    const width = lengthWidth(length);
    const written = this.bytes.write(value, this.at + width);
    const needed = lengthWidth(written);
    if (needed !== width) this.bytes.copyWithin(this.at + needed, this.at + width, this.at + width + written);
    this.uint32(written);
    this.at += written;
  }
  raw(value: Uint8Array): void {
    if (!(value instanceof Uint8Array)) throw GIVE_UP;
    this.room(value.length + 8);
    this.uint32(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  /** Reserves `width` bytes for a length; returns their position. */
  fork(width: number): number {
    const at = this.at;
    this.at = at + width;
    this.room(0);
    return at;
  }
  /** Writes the length of the bytes since `fork`; returns its width, for next time. */
  join(at: number, width: number): number {
    const length = this.at - at - width;
    const needed = lengthWidth(length);
    if (needed !== width) {
      this.room(8);
      this.bytes.copyWithin(at + needed, at + width, this.at);
    }
    this.at = at;
    this.uint32(length);
    this.at += length;
    this.room(0);
    return needed;
  }

  /** Writes all entries of a map of texts; `tag` is the map field's tag. */
  textEntries(tag: number, map: Readonly<Record<string, string>>): void {
    for (const key of Object.keys(map)) {
      this.room(16);
      this.uint32(tag);
      const at = this.fork(1);
      this.bytes[this.at++] = 10;
      this.text(key);
      this.bytes[this.at++] = 18;
      this.text(map[key] as string);
      this.join(at, 1);
    }
  }

  /** Writes a message that has no straight-line writer. */
  cold(desc: DescMessage, message: Message): void {
    this.raw(writeGeneral(desc, message));
  }
  /**
   * Writes unknown fields. A known number here is a map entry with additional fields: the general codec decides whether
   * it may still be written.
   */
  unknown(message: Message, known: ReadonlySet<number>): void {
    const { $unknown } = message;
    if ($unknown === undefined) return;
    for (const { no, wireType, data } of $unknown) {
      if (known.has(no)) throw GIVE_UP;
      this.room(data.length + 16);
      this.uint32(((no << 3) | wireType) >>> 0);
      this.bytes.set(data, this.at);
      this.at += data.length;
    }
  }
}

const lengthWidth = (length: number): number =>
  length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : length < 0x1000_0000 ? 4 : 5;

/** Whether the message itself has the value, and not only its prototype. */
export const owns = (message: Message, name: string): boolean => Object.hasOwn(message, name);

/** A message of the library, from which the defaults are read. */
export const blank = <M extends Message>(schema: GenMessage<M>): M => create(schema);
