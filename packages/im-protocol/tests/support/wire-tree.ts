import type { DescField, DescMessage } from '@bufbuild/protobuf';

/** A message as its fields on the wire, so that it can be changed in ways that no writer produces. */
export interface WireField {
  readonly no: number;
  readonly wireType: number;
  /** The bytes after the tag (and, for a delimited value, after its length), or the fields of a nested message. */
  readonly value: Uint8Array | readonly WireField[];
  /** A wrong length to write in place of the value's. */
  readonly claimedLength?: number;
}

const DELIMITED = 2;

/** The fields inside a delimited field of the schema; null when the field is not a message. */
export function insideOf(field: DescField | undefined): readonly DescField[] | null {
  if (field === undefined) return null;
  if (field.fieldKind === 'map') return [];
  return field.message?.fields ?? null;
}

/** Parses well-formed bytes. */
export function parseWire(fields: readonly DescField[], bytes: Uint8Array): readonly WireField[] {
  const found: WireField[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const no = Math.floor(tag / 8);
    const wireType = tag % 8;
    const start = at;
    if (wireType === 0) varint();
    else if (wireType === 1) at += 8;
    else if (wireType === 5) at += 4;
    else if (wireType === DELIMITED) {
      const length = varint();
      const inner = bytes.subarray(at, at + length);
      at += length;
      const inside = insideOf(fields.find(({ number }) => number === no));
      found.push({ no, wireType, value: inside === null ? inner : parseWire(inside, inner) });
      continue;
    } else throw new Error(`no writer of ours writes wire type ${wireType}`);
    found.push({ no, wireType, value: bytes.subarray(start, at) });
  }
  return found;
}

export const parseMessage = (desc: DescMessage, bytes: Uint8Array): readonly WireField[] =>
  parseWire(desc.fields, bytes);

export function varintBytes(value: number | bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
}

/** A buffer that is filled front to back; its size is known before. */
class Output {
  readonly bytes: Uint8Array;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }
  append(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }
  varint(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) this.bytes[this.#at++] = (rest % 128) | 0x80;
    this.bytes[this.#at++] = rest;
  }
}

const varintSize = (value: number): number => {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) size += 1;
  return size;
};
const lengthOf = ({ value }: WireField): number => (value instanceof Uint8Array ? value.length : sizeOf(value));
const sizeOf = (fields: readonly WireField[]): number =>
  fields.reduce((size, field) => {
    const length = lengthOf(field);
    const prefix = field.wireType === DELIMITED ? varintSize(field.claimedLength ?? length) : 0;
    return size + varintSize(field.no * 8 + field.wireType) + prefix + length;
  }, 0);

function append(fields: readonly WireField[], into: Output): void {
  for (const field of fields) {
    const { no, wireType, value, claimedLength } = field;
    into.varint(no * 8 + wireType);
    if (wireType === DELIMITED) into.varint(claimedLength ?? lengthOf(field));
    if (value instanceof Uint8Array) into.append(value);
    else append(value, into);
  }
}

export function writeWire(fields: readonly WireField[]): Uint8Array {
  const output = new Output(sizeOf(fields));
  append(fields, output);
  return output.bytes;
}
