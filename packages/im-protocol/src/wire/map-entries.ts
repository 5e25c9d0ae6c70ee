import {
  clone,
  type DescField,
  type DescMessage,
  equals,
  fromBinary,
  type Message,
  type MessageShape,
  ScalarType,
  type UnknownField,
} from '@bufbuild/protobuf';
import { isReflectMessage, type ReflectMessage, reflect, scalarZeroValue } from '@bufbuild/protobuf/reflect';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { childrenOf, fieldPlanner } from './fields.ts';

/**
 * Map entries with more fields than key and value. The library reads those two and drops the others, so the complete
 * entry is kept in the unknown fields of its message, under the map's number. Written after the plain entries it is the
 * last of its key, which readers use. It represents the map at the time of reading: an entry whose key was removed, or
 * has another value now, is not written again.
 */
type DescMap = Extract<DescField, { fieldKind: 'map' }>;
const isMap = (field: DescField): field is DescMap => field.fieldKind === 'map';
const planOf = fieldPlanner(isMap);
const KEY = 1;
const VALUE = 2;

/**
 * Adds entries with additional fields to every message; `bytes` are the bytes that it was read from. One forward pass.
 */
export function keepWholeEntries(desc: DescMessage, message: Message, bytes: Uint8Array): void {
  keep(reflect(desc, message), bytes);
}

function keep(message: ReflectMessage, bytes: Uint8Array): void {
  const fields = new Map([...planOf(message.desc).own, ...planOf(message.desc).leading].map((at) => [at.number, at]));
  const met = new Map<DescField, number>();
  const whole: UnknownField[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    const data = reader.skip(wireType, no);
    const field = fields.get(no);
    if (field === undefined) continue;
    const index = met.get(field) ?? 0;
    met.set(field, index + 1);
    if (isMap(field)) {
      const entry = entryIn(field, data);
      if (entry.hasMore) whole.push({ no, wireType, data });
      // A later entry of the same key replaces the earlier, so only the value in the map is compared.
      const held: unknown = message.get(field).get(entry.key);
      if (isReflectMessage(held) && isHeld(entry, held)) keep(held, bytesOf(entry.value));
    } else {
      const child = field.fieldKind === 'list' ? message.get(field).get(index) : message.get(field);
      if (isReflectMessage(child)) keep(child, new BinaryReader(data).bytes());
    }
  }
  const all = [...(message.getUnknown() ?? []), ...whole];
  const current = currentOf(message, all) ?? all;
  // A message without unknown fields has no list of them, rather than an empty list.
  if (current.length > 0) message.setUnknown(current);
  else delete message.message.$unknown;
}

interface Entry {
  readonly key: unknown;
  /** The value as in the map, but a message as its bytes. */
  readonly value: unknown;
  readonly hasMore: boolean;
}

/** Reads an entry; `data` starts with its length. */
function entryIn(field: DescMap, data: Uint8Array): Entry {
  const reader = new BinaryReader(new BinaryReader(data).bytes());
  const valueType =
    field.mapKind === 'scalar' ? field.scalar : field.mapKind === 'enum' ? ScalarType.INT32 : ScalarType.BYTES;
  let key: unknown = scalarZeroValue(field.mapKey, false);
  let value: unknown = scalarZeroValue(valueType, false);
  let hasMore = false;
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    if (no === KEY) key = READ[field.mapKey](reader);
    else if (no === VALUE) value = READ[valueType](reader);
    else {
      reader.skip(wireType, no);
      hasMore = true;
    }
  }
  return { key, value, hasMore };
}

/** Reads a value of each scalar type with the library. */
const READ: Readonly<Record<ScalarType, (reader: BinaryReader) => unknown>> = {
  [ScalarType.DOUBLE]: (reader) => reader.double(),
  [ScalarType.FLOAT]: (reader) => reader.float(),
  [ScalarType.INT64]: (reader) => reader.int64(),
  [ScalarType.UINT64]: (reader) => reader.uint64(),
  [ScalarType.INT32]: (reader) => reader.int32(),
  [ScalarType.FIXED64]: (reader) => reader.fixed64(),
  [ScalarType.FIXED32]: (reader) => reader.fixed32(),
  [ScalarType.BOOL]: (reader) => reader.bool(),
  [ScalarType.STRING]: (reader) => reader.string(),
  [ScalarType.BYTES]: (reader) => reader.bytes(),
  [ScalarType.UINT32]: (reader) => reader.uint32(),
  [ScalarType.SFIXED32]: (reader) => reader.sfixed32(),
  [ScalarType.SFIXED64]: (reader) => reader.sfixed64(),
  [ScalarType.SINT32]: (reader) => reader.sint32(),
  [ScalarType.SINT64]: (reader) => reader.sint64(),
};

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array(0));

/** Whether the map still has the entry's value. */
function isHeld({ value }: Entry, held: unknown): boolean {
  if (isReflectMessage(held)) return equals(held.desc, fromBinary(held.desc, bytesOf(value)), held.message);
  if (!(held instanceof Uint8Array)) return Object.is(value, held);
  const bytes = bytesOf(value);
  return bytes.length === held.length && bytes.every((byte, index) => byte === held[index]);
}

/** The unknown fields without entries that contradict the map or are repeated; null when all may stay. */
function currentOf(
  message: ReflectMessage,
  unknown: readonly UnknownField[] = message.getUnknown() ?? [],
): UnknownField[] | null {
  if (unknown.length === 0) return null;
  const maps = new Map(planOf(message.desc).own.flatMap((field) => (isMap(field) ? [[field.number, field]] : [])));
  const last = new Map<string, UnknownField>();
  for (const field of unknown) {
    const map = maps.get(field.no);
    if (map === undefined) continue;
    const entry = entryIn(map, field.data);
    const held: unknown = message.get(map).get(entry.key);
    if (held !== undefined && isHeld(entry, held)) last.set(`${field.no}/${String(entry.key)}`, field);
  }
  const kept = new Set(last.values());
  const current = unknown.filter((field) => !maps.has(field.no) || kept.has(field));
  return current.length === unknown.length ? null : current;
}

/** The message for writing: itself, or a copy without the entries that its maps no longer have. */
export function withCurrentEntries<Desc extends DescMessage>(
  desc: Desc,
  message: MessageShape<Desc>,
): MessageShape<Desc> {
  if (!isAnyStale(reflect(desc, message))) return message;
  const copy = clone(desc, message);
  dropStale(reflect(desc, copy));
  return copy;
}

const childrenWithMaps = (message: ReflectMessage): ReflectMessage[] =>
  planOf(message.desc).leading.flatMap((field) => [...childrenOf(message, field)].map(([, child]) => child));

const isAnyStale = (message: ReflectMessage): boolean =>
  currentOf(message) !== null || childrenWithMaps(message).some(isAnyStale);

function dropStale(message: ReflectMessage): void {
  const current = currentOf(message);
  if (current !== null) message.setUnknown(current);
  for (const child of childrenWithMaps(message)) dropStale(child);
}
