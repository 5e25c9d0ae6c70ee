import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect, type ScalarValue } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import type { Random } from './random.ts';

/** Messages with generated values for any descriptor, for the interop and fuzz tests. */
export interface ValueOptions {
  /** The probability that an optional field is set; required fields always are. */
  readonly density: number;
  /** Include values that enumerations do not list; other libraries move those to the unknown fields. */
  readonly unlisted: boolean;
  /** Include map keys like `__proto__`; other libraries lose those. */
  readonly hostileKeys: boolean;
}

const TEXTS = [
  '',
  'a',
  'type',
  'hello',
  'ผู้ซื้อ',
  '你好',
  'emoji 🛍️',
  'x'.repeat(40),
  'é'.repeat(30),
  '7000000000000000123',
  '\0',
  '﻿bom',
];
const KEYS = ['type', 'sender_role', 's:client_message_id', 'uname', 'ก', '', '10', '2'];
const HOSTILE_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
const INT32 = [0, 1, -1, 127, 128, 1000, 2 ** 31 - 1, -(2 ** 31)];
const INT64 = [0n, 1n, -1n, 127n, 128n, 2n ** 31n, 2n ** 53n + 1n, 7000000000000000123n, 2n ** 63n - 1n, -(2n ** 63n)];

function scalar(type: ScalarType, random: Random): ScalarValue {
  switch (type) {
    case ScalarType.STRING:
      return random.pick(TEXTS);
    case ScalarType.BOOL:
      return random.chance(0.5);
    case ScalarType.BYTES:
      return Uint8Array.from({ length: random.below(12) }, () => random.below(256));
    case ScalarType.INT32:
      return random.pick(INT32);
    case ScalarType.UINT32:
      return random.pick([0, 1, 127, 128, 2 ** 32 - 1]);
    case ScalarType.INT64:
      return random.chance(0.7) ? random.pick(INT64) : BigInt.asIntN(64, random.bits64());
    case ScalarType.UINT64:
      return random.chance(0.5) ? random.bits64() : 2n ** 64n - 1n;
    default:
      throw new TypeError(`no values for scalar ${type}`);
  }
}

function enumerated(
  field: DescField & { enum: NonNullable<DescField['enum']> },
  random: Random,
  options: ValueOptions,
) {
  return options.unlisted && random.chance(0.2)
    ? random.pick([77, -5, 100_000])
    : random.pick(field.enum.values).number;
}

/** A message whose set fields have values of their types. */
export function generated(desc: DescMessage, random: Random, options: ValueOptions): Message {
  const message = create(desc);
  const target = reflect(desc, message);
  for (const field of desc.fields) {
    const isRequired = field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
    if (isRequired || random.chance(options.density)) fill(target, field, random, options);
  }
  return message;
}

function fill(target: ReflectMessage, field: DescField, random: Random, options: ValueOptions): void {
  const message = (desc: DescMessage) => reflect(desc, generated(desc, random, options));
  switch (field.fieldKind) {
    case 'scalar':
      target.set(field, scalar(field.scalar, random));
      return;
    case 'enum':
      target.set(field, enumerated(field, random, options));
      return;
    case 'message':
      target.set(field, message(field.message));
      return;
    case 'list': {
      const list = target.get(field);
      for (let count = random.below(3) + 1; count > 0; count -= 1) {
        if (field.listKind === 'message') list.add(message(field.message));
        else if (field.listKind === 'scalar') list.add(scalar(field.scalar, random));
      }
      return;
    }
    case 'map': {
      const map = target.get(field);
      for (let count = random.below(3) + 1; count > 0; count -= 1) {
        const keys = options.hostileKeys ? [...KEYS, ...HOSTILE_KEYS] : KEYS;
        const key = field.mapKey === ScalarType.STRING ? random.pick(keys) : scalar(field.mapKey, random);
        if (typeof key === 'object') throw new TypeError('bytes are no map key');
        map.set(
          key,
          field.mapKind === 'message'
            ? message(field.message)
            : field.mapKind === 'scalar'
              ? scalar(field.scalar, random)
              : 0,
        );
      }
    }
  }
}
