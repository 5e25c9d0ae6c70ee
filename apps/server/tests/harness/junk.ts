import type { Call } from '@pasar/api';
import { type KnownIds, sampler } from './sample-input.ts';

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
 * database.
 */
export function* junkRequests(
  call: Call,
  ids: KnownIds,
  { count, random }: { readonly count: number; readonly random: () => number },
): Generator<JunkRequest> {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const sample = sampler(call, ids, random);

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
    else yield { kind: 'fields', fields: random() < 0.05 ? pick(JUNK) : spoil(sample()) };
  }
}
