import type { Call } from '@pasar/api';
import { z } from 'zod';

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The part of a JSON schema that the contract's inputs use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

/** Values that stand where another value is expected. */
const JUNK: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    '\ud83d',
    '\udc00',
    '\u202e\u0301',
    '%00',
    "' or 1=1 --",
    '{"a":',
    '[]',
    '__proto__',
    'a'.repeat(9_000),
  ],
  ...['-1', '00', 'NaN', '1e400', '9223372036854775808', '99999999999999999999', '\u0661\u0662', '0x10', 'true'],
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 53, 1e308, Number.MAX_SAFE_INTEGER],
  ...[[], {}, [[[[[]]]]], [null], { length: 1e9 }, { toString: 1 }, JSON.parse('{"__proto__":{"isMain":true}}')],
];
/** Bodies that are no object of fields. */
const BODIES: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":1,"a":2}',
  '\u0000',
  '['.repeat(5_000),
];

export type JunkRequest =
  | { readonly kind: 'fields'; readonly fields: unknown }
  | { readonly kind: 'body'; readonly body: string };

/**
 * Requests to a call: mostly of its own shape, with known ids, and wrong in one place, so that they come as far as the
 * database. `ids` are UUIDs and ids of shops that exist.
 */
export function* junkRequests(
  call: Call,
  ids: { readonly uuids: readonly string[]; readonly shops: readonly string[] },
  { count, random }: { readonly count: number; readonly random: () => number },
): Generator<JunkRequest> {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const schemas = (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(call.input, { io, unrepresentable: 'any' }) as Schema,
  );

  // What a client sends as JSON in a text has no shape on the side of the input.
  const sample = (name: string, schema: Schema | undefined, parsed: Schema | undefined): unknown => {
    if (schema === undefined || Object.keys(schema).filter((key) => key !== 'default').length === 0) {
      return parsed === undefined || Object.keys(parsed).length === 0 ? 'a' : sample(name, parsed, undefined);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return sample(name, pick(choices), undefined);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    switch (schema.type) {
      case 'object':
        return sampleObject(schema, parsed);
      case 'array':
        return [sample(name, schema.items, undefined)];
      case 'integer':
      case 'number':
        return 1;
      case 'boolean':
        return random() < 0.5;
      default:
        return schema.format === 'uuid' ? pick(ids.uuids) : sampleText(name);
    }
  };
  const sampleObject = (schema: Schema, parsed: Schema | undefined): unknown => {
    const { properties, additionalProperties } = schema;
    if (properties === undefined && typeof additionalProperties === 'object') {
      return { [pick(ids.shops) ?? 'a']: sample('', additionalProperties, undefined) };
    }
    const entries = Object.entries(properties ?? {});
    return Object.fromEntries(entries.map(([key, inner]) => [key, sample(key, inner, parsed?.properties?.[key])]));
  };
  const sampleText = (name: string): string => {
    if (name === 'file') return Buffer.from('no picture').toString('base64');
    if (name === 'host') return '127.0.0.1';
    return /user_?id|merchant|shop_?id/i.test(name) ? (pick(ids.shops) ?? 'a') : 'a';
  };

  /** The value with a fault at one of its leaves. */
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && random() < 0.9) {
      const keys = Object.keys(value);
      const key = pick(keys);
      if (key === undefined) return pick(JUNK);
      const inner = spoil((value as Record<string, unknown>)[key]);
      if (Array.isArray(value)) return value.map((each, place) => (String(place) === key ? inner : each));
      return random() < 0.1 ? { ...value, [`${key}\0`]: inner } : { ...value, [key]: inner };
    }
    if (typeof value === 'string' && random() < 0.6) return `${value}${pick(['\0', '\ud83d', '\udc00'])}`;
    return pick(JUNK);
  };

  for (let made = 0; made < count; made += 1) {
    if (random() < 0.08) yield { kind: 'body', body: pick(BODIES) ?? '' };
    else yield { kind: 'fields', fields: random() < 0.05 ? pick(JUNK) : spoil(sample('', schemas[0], schemas[1])) };
  }
}
