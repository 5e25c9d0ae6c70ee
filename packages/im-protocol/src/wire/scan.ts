import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { MalformedError, type MalformedReason } from '../errors.ts';

/**
 * Checks the shape of a message without building it: every tag, length, wire type and depth, against the schema. The
 * library reads every accepted message without an error, and every refusal has a reason, a path and an offset. The scan
 * only moves forward, so the work is bounded by the input's length (`ScanCount` tells how much it was).
 */
export interface ScanCount {
  /** Number of fields, known or unknown, at every level; packed elements count one each. */
  readonly fields: number;
  /** Number of messages, including map entries, groups and the outermost message. */
  readonly messages: number;
  /** The deepest level; the outermost message is 1. */
  readonly depth: number;
  /** Number of unknown fields at every level; a group counts once. */
  readonly unknown: number;
  /** Fields inside map entries that are neither key nor value; they count as unknown, too. */
  readonly inEntries: number;
}

/** Our choice: the schema itself is at most 9 deep, so only groups of unknown fields come near this. */
export const MAX_DEPTH = 32;

const VARINT = 0;
const BIT64 = 1;
const BYTES = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const BIT32 = 5;

interface FieldPlan {
  readonly name: string;
  /** The wire type of a single value. */
  readonly wireType: number;
  /** Element wire type when the field may be packed; null when it may not. */
  readonly packed: number | null;
  readonly isList: boolean;
  /** Set for messages and map entries. */
  readonly child: MessagePlan | null;
}
interface MessagePlan {
  readonly fields: ReadonlyMap<number, FieldPlan>;
  readonly isEntry: boolean;
}

const plans = new Map<DescMessage, MessagePlan>();

function wireTypeOf(scalar: ScalarType): number {
  switch (scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return BYTES;
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return BIT64;
    case ScalarType.FLOAT:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return BIT32;
    default:
      return VARINT;
  }
}

const single = (name: string, wireType: number): FieldPlan => ({
  name,
  wireType,
  packed: null,
  isList: false,
  child: null,
});

function fieldPlan(field: DescField): FieldPlan {
  const { name } = field;
  switch (field.fieldKind) {
    case 'scalar':
      return single(name, wireTypeOf(field.scalar));
    case 'enum':
      return single(name, VARINT);
    case 'message':
      return { ...single(name, BYTES), child: planOf(field.message) };
    case 'list': {
      if (field.listKind === 'message') return { ...single(name, BYTES), isList: true, child: planOf(field.message) };
      const wireType = field.listKind === 'enum' ? VARINT : wireTypeOf(field.scalar);
      return { ...single(name, wireType), isList: true, packed: wireType === BYTES ? null : wireType };
    }
    case 'map': {
      const value =
        field.mapKind === 'message'
          ? { ...single('value', BYTES), child: planOf(field.message) }
          : single('value', field.mapKind === 'enum' ? VARINT : wireTypeOf(field.scalar));
      const entry = new Map([
        [1, single('key', wireTypeOf(field.mapKey))],
        [2, value],
      ]);
      return { ...single(name, BYTES), isList: true, child: { fields: entry, isEntry: true } };
    }
  }
}

function planOf(desc: DescMessage): MessagePlan {
  const known = plans.get(desc);
  if (known !== undefined) return known;
  const fields = new Map<number, FieldPlan>();
  const plan = { fields, isEntry: false };
  plans.set(desc, plan); // before its fields, so that a message may hold itself
  for (const field of desc.fields) fields.set(field.number, fieldPlan(field));
  return plan;
}

/** The position of the scan, for the path of a refusal. */
interface Place {
  readonly parent: Place | null;
  readonly name: string;
}
const pathOf = (place: Place): string => (place.parent === null ? place.name : `${pathOf(place.parent)}.${place.name}`);

/** Throws `MalformedError`. `depth` is the level of `desc`. */
export function scanMessage(desc: DescMessage, bytes: Uint8Array, depth = 1): ScanCount {
  const scan = new Scan(bytes);
  scan.message(planOf(desc), bytes.length, { parent: null, name: desc.name }, depth);
  const { fields, messages, deepest, unknown, inEntries } = scan;
  return { fields, messages, depth: deepest, unknown, inEntries };
}

class Scan {
  fields = 0;
  messages = 0;
  deepest = 0;
  unknown = 0;
  inEntries = 0;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  message(plan: MessagePlan, end: number, place: Place, depth: number): void {
    this.#enter(place, depth);
    let seen: Map<FieldPlan, number> | null = null;
    while (this.#at < end) {
      const tag = this.#tag(end, place);
      const field = plan.fields.get(tag >>> 3);
      this.fields += 1;
      if (field === undefined) {
        this.unknown += 1;
        if (plan.isEntry) this.inEntries += 1;
        this.#skip(tag >>> 3, tag & 7, end, { parent: place, name: String(tag >>> 3) }, depth);
        continue;
      }
      let name = field.name;
      if (field.isList) {
        seen ??= new Map();
        const index = seen.get(field) ?? 0;
        seen.set(field, index + 1);
        name = `${name}[${index}]`;
      }
      this.#known(field, tag & 7, end, { parent: place, name }, depth);
    }
  }

  #enter(place: Place, depth: number): void {
    if (depth > MAX_DEPTH) throw this.#refusal('too deep', place);
    this.messages += 1;
    if (depth > this.deepest) this.deepest = depth;
  }

  #known(field: FieldPlan, wireType: number, end: number, place: Place, depth: number): void {
    if (wireType === field.wireType) {
      if (field.child === null) this.#value(wireType, end, place);
      else this.message(field.child, this.#length(end, place), place, depth + 1);
      return;
    }
    if (field.packed === null || wireType !== BYTES) throw this.#refusal('wrong wire type', place);
    const last = this.#length(end, place);
    while (this.#at < last) {
      this.fields += 1;
      this.#value(field.packed, last, place);
    }
  }

  #skip(number: number, wireType: number, end: number, place: Place, depth: number): void {
    if (wireType === END_GROUP) throw this.#refusal('group ends without a start', place);
    if (wireType !== START_GROUP) {
      this.#value(wireType, end, place);
      return;
    }
    this.#enter(place, depth + 1);
    for (;;) {
      const tag = this.#tag(end, place);
      this.fields += 1;
      if ((tag & 7) === END_GROUP) {
        if (tag >>> 3 !== number) throw this.#refusal('group ends without a start', place);
        return;
      }
      this.#skip(tag >>> 3, tag & 7, end, place, depth + 1);
    }
  }

  #value(wireType: number, end: number, place: Place): void {
    switch (wireType) {
      case VARINT:
        this.#varint(end, place);
        return;
      case BIT64:
        this.#forward(8, end, place);
        return;
      case BYTES:
        this.#at = this.#length(end, place);
        return;
      default: // 32 bits: `#tag` let no other through, and groups do not come here
        this.#forward(4, end, place);
    }
  }

  #forward(count: number, end: number, place: Place): void {
    if (count > end - this.#at) throw this.#refusal('truncated', place);
    this.#at += count;
  }

  #varint(end: number, place: Place): void {
    for (let count = 0; count < 10; count += 1) {
      if (this.#at >= end) throw this.#refusal('truncated', place);
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      if (byte < 0x80) return;
    }
    throw this.#refusal('varint of more than ten bytes', place);
  }

  /** A 32-bit varint, in at most five bytes. */
  #uint32(end: number, place: Place, reason: MalformedReason): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.#at >= end) throw this.#refusal('truncated', place);
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      if (shift === 28 && byte > 0x0f) break;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw this.#refusal(reason, place);
  }

  #tag(end: number, place: Place): number {
    const tag = this.#uint32(end, place, 'bad tag');
    if (tag >>> 3 === 0 || (tag & 7) > BIT32) throw this.#refusal('bad tag', place);
    return tag;
  }

  /** The end of the delimited value that starts here. */
  #length(end: number, place: Place): number {
    const length = this.#uint32(end, place, 'bad length');
    if (length > end - this.#at) throw this.#refusal('truncated', place);
    return this.#at + length;
  }

  #refusal(reason: MalformedReason, place: Place): MalformedError {
    return new MalformedError(pathOf(place), reason, this.#at);
  }
}
