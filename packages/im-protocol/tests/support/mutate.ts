import type { Random } from './random.ts';
import { varintBytes, type WireField } from './wire-tree.ts';

/** Makes one change in the tree of fields; the message around it stays well formed. */
export function mutated(
  fields: readonly WireField[],
  random: Random,
  others: readonly WireField[],
): readonly WireField[] {
  // Mostly the change is made in a nested message.
  const inner = fields.flatMap(({ value }, index) => (value instanceof Uint8Array ? [] : [index]));
  if (inner.length > 0 && random.chance(0.75)) {
    const index = random.pick(inner);
    return fields.map((field, at) =>
      at === index && !(field.value instanceof Uint8Array)
        ? { ...field, value: mutated(field.value, random, others) }
        : field,
    );
  }
  return random.pick(MUTATIONS)(fields, random, others);
}

type Mutation = (fields: readonly WireField[], random: Random, others: readonly WireField[]) => readonly WireField[];

const at = (fields: readonly WireField[], random: Random, change: (field: WireField) => readonly WireField[]) => {
  if (fields.length === 0) return fields;
  const index = random.below(fields.length);
  return fields.flatMap((field, place) => (place === index ? change(field) : [field]));
};
const insert = (fields: readonly WireField[], random: Random, added: WireField) => {
  const place = random.below(fields.length + 1);
  return [...fields.slice(0, place), added, ...fields.slice(place)];
};
const LENGTHS = [0, 1, 127, 128, 2 ** 14, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const NUMBERS = [1, 2, 3, 5, 6, 7, 8, 9, 15, 16, 100, 500, 503, 505, 604, 2000, 2 ** 29 - 1];
const VARINTS: readonly Uint8Array[] = [
  [0],
  [1],
  [0x80, 0],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
].map((bytes) => Uint8Array.from(bytes));
const TEXTS: readonly Uint8Array[] = [
  ...['__proto__', 'constructor', 'toString', 'hint'].map((text) => new TextEncoder().encode(text)),
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0xc3),
  Uint8Array.of(0xed, 0xa0, 0x80),
  Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
  new Uint8Array(0),
];

const MUTATIONS: readonly Mutation[] = [
  // Remove, duplicate or move a field.
  (fields, random) => at(fields, random, () => []),
  (fields, random) => at(fields, random, (field) => [field, field]),
  (fields, random) => at(fields, random, (field) => [field, { ...field, value: new Uint8Array(0) }]),
  (fields, random) => (fields.length < 2 ? fields : [...fields.slice(1), ...fields.slice(0, 1 + random.below(1))]),
  // Change the tag.
  (fields, random) => at(fields, random, (field) => [{ ...field, no: random.pick(NUMBERS) }]),
  (fields, random) => at(fields, random, (field) => [{ ...field, wireType: random.below(8) }]),
  (fields, random) => at(fields, random, (field) => [{ ...field, no: 0 }]),
  // Change the value.
  (fields, random) => at(fields, random, (field) => [{ ...field, wireType: 0, value: random.pick(VARINTS) }]),
  (fields, random) => at(fields, random, (field) => [{ ...field, wireType: 2, value: random.pick(TEXTS) }]),
  (fields, random) =>
    at(fields, random, (field) => [{ ...field, value: Uint8Array.of(random.below(256), random.below(256)) }]),
  // Change the length.
  (fields, random) => at(fields, random, (field) => [{ ...field, claimedLength: random.pick(LENGTHS) }]),
  (fields, random) =>
    at(fields, random, (field) => {
      const length = field.value instanceof Uint8Array ? field.value.length : 20;
      return [{ ...field, claimedLength: Math.max(0, length + random.below(5) - 2) }];
    }),
  // Insert unknown fields and groups.
  (fields, random) => insert(fields, random, { no: 90 + random.below(40), wireType: 0, value: random.pick(VARINTS) }),
  (fields, random) => insert(fields, random, { no: 90, wireType: 2, value: random.pick(TEXTS) }),
  (fields, random) => insert(fields, random, { no: 90, wireType: 5, value: new Uint8Array(random.below(6)) }),
  (fields, random) => insert(fields, random, { no: 90, wireType: 1, value: new Uint8Array(8) }),
  (fields, random) => insert(fields, random, { no: 90, wireType: 3, value: groups(random.below(6), 90) }),
  (fields, random) =>
    insert(fields, random, { no: 90, wireType: 3, value: groups(random.pick([30, 31, 32, 33, 100, 120]), 90) }),
  (fields, random) => insert(fields, random, { no: 1 + random.below(100), wireType: 4, value: new Uint8Array(0) }),
  // Pack and unpack numbers.
  (fields, random) =>
    insert(fields, random, { no: random.pick([2, 4, 9, 15]), wireType: 2, value: Uint8Array.of(1, 2, 0x80, 1) }),
  // Insert a field of another message.
  (fields, random, others) => (others.length === 0 ? fields : insert(fields, random, random.pick(others))),
];

/** Nested groups, all closed. */
function groups(depth: number, no: number): Uint8Array {
  const start = varintBytes(no * 8 + 3);
  const end = varintBytes(no * 8 + 4);
  const bytes: number[] = [];
  for (let level = 0; level < depth; level += 1) bytes.push(...start);
  for (let level = 0; level <= depth; level += 1) bytes.push(...end);
  return Uint8Array.from(bytes);
}

/** Random damage to finished bytes: flips, cuts, and bytes after the end. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length + 1));
    case 1:
      return Uint8Array.from([...bytes, random.below(256), random.below(256)]);
    default: {
      const changed = Uint8Array.from(bytes);
      for (let count = random.below(3); count >= 0 && changed.length > 0; count -= 1) {
        changed[random.below(changed.length)] = random.below(256);
      }
      return changed;
    }
  }
}
