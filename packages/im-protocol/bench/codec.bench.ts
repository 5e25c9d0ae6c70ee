/**
 * `node bench/codec.bench.ts`: decodes and encodes the most frequent messages, compared with four libraries in one run.
 */
import { type Contender, contenders, hotCodecBytes } from './contenders.ts';
import { notifyFrames, pageFrame } from './samples.ts';

const ROUNDS = 9;
/** Long enough for the optimiser, and short enough for nine rounds of five libraries. */
const ROUND_MS = 120;

interface Case {
  readonly name: string;
  /** One operation; `turn` selects the sample. */
  readonly operation: (contender: Contender) => (turn: number) => void;
}

const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
let sink: unknown;

function cases(frames: readonly Uint8Array[], page: Uint8Array): readonly Case[] {
  const decode =
    (samples: readonly Uint8Array[]): Case['operation'] =>
    ({ codec }) =>
    (turn) => {
      sink = codec.decode(at(samples, turn));
    };
  const encode =
    (samples: readonly Uint8Array[]): Case['operation'] =>
    ({ codec }) => {
      const decoded = samples.map((bytes) => codec.decode(bytes));
      return (turn) => {
        sink = codec.encode(at(decoded, turn));
      };
    };
  return [
    { name: 'notify decode', operation: decode(frames) },
    { name: 'notify encode', operation: encode(frames) },
    { name: 'page decode', operation: decode([page]) },
    { name: 'page encode', operation: encode([page]) },
  ];
}

/** Only some libraries distinguish absent fields from defaults, so both count as blank. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === 0 || value === '0' || value === '' || value === false;

/** The values as a plain tree, whichever form the library uses for maps, 64-bit integers and absent fields. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if ('low' in value && 'high' in value) return String(value);
  const entries = Object.entries(value)
    .filter(([key]) => !key.startsWith('$'))
    .map(([key, item]) => [key, plain(item)] as const)
    .filter(([, item]) => !isBlank(item))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Throws when a contender reads or writes other values; returns the contenders that lose bytes. */
function compareValues(found: readonly Contender[], samples: readonly Uint8Array[]): readonly string[] {
  const losers = new Set<string>();
  for (const bytes of samples) {
    const [expected, ...others] = found.map(({ codec }) => JSON.stringify(plain(codec.decode(bytes).response)));
    for (const [index, other] of others.entries()) {
      if (other !== expected) throw new Error(`${found[index + 1]?.name} reads other values`);
    }
    for (const { name, codec } of found) {
      const again = codec.encode(codec.decode(bytes));
      if (Buffer.compare(again, bytes) !== 0) losers.add(name);
      if (JSON.stringify(plain(codec.decode(again).response)) !== expected)
        throw new Error(`${name} writes other values`);
    }
  }
  return [...losers];
}

/** Microseconds of processor time of all threads of this process; other work on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Operations for each second of processor time. */
function perSecond(operation: (turn: number) => void): number {
  const startedAt = processorTime();
  let turn = 0;
  let spent = 0;
  while (spent < ROUND_MS * 1_000) {
    for (let index = 0; index < 64; index += 1) operation(turn + index);
    turn += 64;
    spent = processorTime() - startedAt;
  }
  return (turn / spent) * 1_000_000;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Rounds are interleaved, so that a busy machine slows all libraries equally; prints medians. */
export async function benchCodec(print: (line: string) => void): Promise<void> {
  const frames = notifyFrames();
  const page = pageFrame();
  const found = await contenders();
  const losers = compareValues(found, [...frames, page]);
  const sizes = frames.map((frame) => frame.length);
  print(
    `push 500: ${Math.min(...sizes)} to ${Math.max(...sizes)} bytes, 16 in rotation; page 301: ${page.length} bytes`,
  );
  for (const { name, operation } of cases(frames, page)) {
    const operations = found.map((contender) => operation(contender));
    for (const run of operations) perSecond(run);
    const rounds = operations.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, run] of operations.entries()) rounds[index]?.push(perSecond(run));
    }
    const medians = rounds.map(median);
    const best = Math.max(...medians.slice(1));
    print(`\n${name}`);
    for (const [index, contender] of found.entries()) {
      const value = medians[index] ?? 0;
      print(
        `  ${contender.name.padEnd(22)}${Math.round(value).toLocaleString('en').padStart(12)}/s ${(value / best).toFixed(2).padStart(6)} of the best other`,
      );
    }
  }
  print('\ncode, minified and gzipped (decode and encode of these messages)');
  for (const { name, gzipBytes } of found)
    print(`  ${name.padEnd(22)}${gzipBytes.toLocaleString('en').padStart(12)} bytes`);
  print(
    `  ${'our straight-line codec alone'.padEnd(30)}${(await hotCodecBytes()).toLocaleString('en').padStart(4)} bytes`,
  );
  if (losers.length > 0) print(`\nnot the same bytes again, zeros left out: ${losers.join(', ')}`);
  if (sink === undefined) print('nothing was measured');
}

if (import.meta.main) await benchCodec((line) => console.log(line));
