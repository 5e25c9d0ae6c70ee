import { create, type DescEnum, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  type ReflectMessage,
  reflect,
  type ScalarValue,
} from '@bufbuild/protobuf/reflect';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { BadJsonError } from './errors.ts';

/**
 * Messages as JSON, in both directions, for people and files: the schema's own field names, 64-bit numbers as decimal
 * strings, bytes as base64, enumerations as numbers (names are read, too), and only set fields. Unknown fields are
 * under `$unknown`, so that converting JSON back to bytes is exact.
 */
export type JsonObject = { readonly [key: string]: Json };
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** The key of unknown fields: `[{field, wire_type, data}]`, data is base64 of the bytes after the tag. */
export const UNKNOWN_KEY = '$unknown';

export function messageToJson(desc: DescMessage, message: Message): JsonObject {
  return objectOf(reflect(desc, message));
}

function objectOf(message: ReflectMessage): JsonObject {
  const entries: [string, Json][] = [];
  for (const field of message.fields) {
    if (message.isSet(field)) entries.push([field.name, jsonOf(message.get(field))]);
  }
  const unknown = message.getUnknown() ?? [];
  if (unknown.length > 0) {
    const shown = unknown.map(({ no, wireType, data }) => ({
      field: no,
      wire_type: wireType,
      data: base64Encode(data),
    }));
    entries.push([UNKNOWN_KEY, shown]);
  }
  // Defines own properties, even for a field or key named __proto__.
  return Object.fromEntries(entries);
}

function jsonOf(value: unknown): Json {
  if (isReflectMessage(value)) return objectOf(value);
  if (isReflectList(value)) return [...value].map(jsonOf);
  if (isReflectMap(value)) return Object.fromEntries([...value].map(([key, item]) => [String(key), jsonOf(item)]));
  if (value instanceof Uint8Array) return base64Encode(value);
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    default:
      throw new TypeError(`a field holds a ${typeof value}`);
  }
}

/** Throws `BadJsonError` with the path; the encoder checks required fields later. */
export function messageFromJson(desc: DescMessage, json: unknown): Message {
  return fill(desc, json, desc.name);
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function fill(desc: DescMessage, json: unknown, path: string): Message {
  if (!isObject(json)) throw new BadJsonError(path, 'an object is expected');
  const message = create(desc);
  const target = reflect(desc, message);
  for (const [key, value] of Object.entries(json)) {
    const at = `${path}.${key}`;
    if (key === UNKNOWN_KEY) {
      target.setUnknown(unknownFields(value, at));
      continue;
    }
    const field = desc.fields.find(({ name }) => name === key);
    if (field === undefined) throw new BadJsonError(at, `${desc.name} has no such field`);
    setField(target, field, value, at);
  }
  return message;
}

function setField(target: ReflectMessage, field: DescField, json: unknown, path: string): void {
  switch (field.fieldKind) {
    case 'scalar':
      target.set(field, scalar(field.scalar, json, path));
      return;
    case 'enum':
      target.set(field, enumeration(field.enum, json, path));
      return;
    case 'message':
      target.set(field, reflect(field.message, fill(field.message, json, path)));
      return;
    case 'list': {
      if (!Array.isArray(json)) throw new BadJsonError(path, 'a list is expected');
      const list = target.get(field);
      for (const [index, item] of json.entries()) list.add(itemOf(field, item, `${path}[${index}]`));
      return;
    }
    case 'map': {
      if (!isObject(json)) throw new BadJsonError(path, 'an object is expected');
      const map = target.get(field);
      for (const [key, item] of Object.entries(json)) {
        const at = `${path}[${key}]`;
        const name = scalar(field.mapKey, key, at);
        if (typeof name !== 'object') map.set(name, itemOf(field, item, at));
      }
    }
  }
}

function itemOf(field: DescField & { fieldKind: 'list' | 'map' }, json: unknown, path: string) {
  if (field.message !== undefined) return reflect(field.message, fill(field.message, json, path));
  if (field.enum !== undefined) return enumeration(field.enum, json, path);
  return scalar(field.scalar, json, path);
}

const INTEGERS: ReadonlyMap<ScalarType, readonly [bits: number, isSigned: boolean]> = new Map([
  [ScalarType.INT32, [32, true]],
  [ScalarType.SINT32, [32, true]],
  [ScalarType.SFIXED32, [32, true]],
  [ScalarType.UINT32, [32, false]],
  [ScalarType.FIXED32, [32, false]],
  [ScalarType.INT64, [64, true]],
  [ScalarType.SINT64, [64, true]],
  [ScalarType.SFIXED64, [64, true]],
  [ScalarType.UINT64, [64, false]],
  [ScalarType.FIXED64, [64, false]],
]);

function scalar(type: ScalarType, json: unknown, path: string): ScalarValue {
  const integer = INTEGERS.get(type);
  if (integer !== undefined) {
    const value = wholeNumber(json, integer[0], integer[1], path);
    return integer[0] === 64 ? value : Number(value);
  }
  switch (type) {
    case ScalarType.STRING:
      if (typeof json === 'string') return json;
      throw new BadJsonError(path, 'text is expected');
    case ScalarType.BOOL:
      if (typeof json === 'boolean') return json;
      throw new BadJsonError(path, 'true or false is expected');
    case ScalarType.BYTES:
      return bytes(json, path);
    default:
      if (typeof json === 'number') return json;
      throw new BadJsonError(path, 'a number is expected');
  }
}

/** Accepts a decimal string, or an exact number. */
function wholeNumber(json: unknown, bits: number, isSigned: boolean, path: string): bigint {
  const isExact = typeof json === 'number' ? Number.isSafeInteger(json) : typeof json === 'string';
  if (!isExact || !/^-?\d{1,20}$/.test(String(json))) {
    throw new BadJsonError(path, 'a whole number is expected, beyond 2^53 as a string');
  }
  const value = BigInt(String(json));
  const fits = isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (fits !== value) throw new BadJsonError(path, `${value} does not fit ${bits} bits`);
  return value;
}

function enumeration(desc: DescEnum, json: unknown, path: string): number {
  const named = typeof json === 'string' ? desc.values.find(({ name }) => name === json) : undefined;
  return named === undefined ? Number(wholeNumber(json, 32, true, path)) : named.number;
}

function bytes(json: unknown, path: string): Uint8Array<ArrayBuffer> {
  if (typeof json !== 'string') throw new BadJsonError(path, 'base64 is expected');
  try {
    return new Uint8Array(base64Decode(json));
  } catch (error) {
    throw new BadJsonError(path, `base64 is expected: ${String(error)}`);
  }
}

function unknownFields(json: unknown, path: string) {
  if (!Array.isArray(json)) throw new BadJsonError(path, 'a list is expected');
  return json.map((item: unknown, index) => {
    const at = `${path}[${index}]`;
    if (!isObject(item)) throw new BadJsonError(at, 'an object is expected');
    const no = Number(wholeNumber(item.field, 32, false, `${at}.field`));
    const wireType = Number(wholeNumber(item.wire_type, 32, false, `${at}.wire_type`));
    if (no < 1 || no > MAX_FIELD_NUMBER || wireType > 5 || wireType === 4) throw new BadJsonError(at, 'no such tag');
    return { no, wireType, data: bytes(item.data, `${at}.data`) };
  });
}
const MAX_FIELD_NUMBER = 2 ** 29 - 1;
