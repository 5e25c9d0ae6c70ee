import type { DescMessage } from '@bufbuild/protobuf';
import { HOT_CODECS } from '../../src/hot/hot-codec.ts';
import {
  COMMANDS,
  type Command,
  encodeMessage,
  FrameSchema,
  ImProtocolError,
  MAX_PAYLOAD_BYTES,
  openPayload,
  PUSH_COMMANDS,
  RequestSchema,
  ResponseSchema,
  sealPayload,
  TooLargeError,
} from '../../src/index.ts';
import { damaged, mutated } from './mutate.ts';
import { attempt, judge, Unexplained } from './oracle.ts';
import { type Random, seeded } from './random.ts';
import { generated } from './values.ts';
import { parseMessage, type WireField, writeWire } from './wire-tree.ts';

interface Sample {
  readonly direction: 'request' | 'response';
  readonly fields: readonly WireField[];
}

/** One valid envelope for each command and direction, and for each push, with the important values set. */
function samples(random: Random): readonly Sample[] {
  const options = { density: 0.22, unlisted: true, hostileKeys: true };
  const sample = (direction: Sample['direction'], desc: DescMessage, slot: DescMessage, number: number): Sample => {
    const envelope = generated(desc, random, { ...options, density: 0.2 });
    const body = desc.fields.find(({ name }) => name === 'body');
    if (body?.fieldKind !== 'message') throw new Error(`${desc.name} has no body`);
    const inner: WireField = {
      no: number,
      wireType: 2,
      value: parseMessage(slot, encodeMessage(slot, generated(slot, random, options))),
    };
    const head = parseMessage(desc, encodeMessage(desc, envelope)).filter(({ no }) => no !== body.number);
    const fields = [...head, { no: body.number, wireType: 2, value: [inner] }].sort((a, b) => a.no - b.no);
    return { direction, fields };
  };
  return [
    ...Object.values<Command>(COMMANDS).flatMap(({ request, response }) => [
      sample('request', RequestSchema, request.schema, request.number),
      ...(response.schema === null || response.number === null
        ? []
        : [sample('response', ResponseSchema, response.schema, response.number)]),
    ]),
    ...Object.values(PUSH_COMMANDS).flatMap(({ schema, slot }) =>
      // Pushes and the page are the most frequent messages.
      Array.from({ length: 8 }, () => sample('response', ResponseSchema, schema, slot)),
    ),
  ];
}

/** A frame without its payload. */
function head(random: Random): readonly WireField[] {
  const frame = generated(FrameSchema, random, { density: 0.4, unlisted: false, hostileKeys: false });
  return parseMessage(FrameSchema, encodeMessage<DescMessage>(FrameSchema, frame)).filter(({ no }) => no !== 8);
}

/** The count of each verdict, e.g. `Response read`. */
export type Tally = ReadonlyMap<string, number>;

const CHECK_EVERY = 100_000;
/** Compressing takes as long as everything else that is done with a frame. */
const COMPRESS_EVERY = 16;

/**
 * Throws at the first frame whose result the rules do not explain, with its bytes. `check` is called every 100,000
 * frames and at the end.
 */
export function fuzz(seed: number, frames: number, check: (frames: number) => void): Tally {
  const random = seeded(seed);
  const seeds = samples(random);
  const strangers = seeds.flatMap(({ fields }) => fields);
  const tally = new Map<string, number>();
  const count = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1);
  let frameHead = head(random);
  for (let number = 0; number < frames; number += 1) {
    if (number % 64 === 0) frameHead = head(random);
    if (number % CHECK_EVERY === 0) check(number);
    const { direction, fields } = random.pick(seeds);
    const payload = bent(fields, random, strangers);
    const frame = framed(frameHead, payload, random, strangers);
    const isWritten = number % 2 === 0;
    try {
      if (frame.isBent) count(`Frame ${judge(FrameSchema, HOT_CODECS.frame, frame.bytes, isWritten)}`);
      else count(`Frame ${around(frame.bytes, payload)}`);
      if (number % COMPRESS_EVERY === 0) count(inflated(payload, random));
      if (direction === 'request') count(`Request ${judge(RequestSchema, HOT_CODECS.request, payload, isWritten)}`);
      else count(`Response ${judge(ResponseSchema, HOT_CODECS.response, payload, isWritten)}`);
    } catch (error) {
      const shown = `frame ${hex(frame.bytes)} payload ${hex(payload)}`;
      throw new Error(`frame ${number} of seed ${seed} (${direction}): name it in corpus/fuzz.json: ${shown}`, {
        cause: error,
      });
    }
  }
  check(frames);
  return tally;
}

function bent(fields: readonly WireField[], random: Random, strangers: readonly WireField[]): Uint8Array {
  let changed = fields;
  for (let changes = random.below(3); changes >= 0; changes -= 1) changed = mutated(changed, random, strangers);
  const bytes = writeWire(changed);
  return random.chance(0.1) ? damaged(bytes, random) : bytes;
}

function framed(
  frameHead: readonly WireField[],
  payload: Uint8Array,
  random: Random,
  strangers: readonly WireField[],
): { readonly bytes: Uint8Array; readonly isBent: boolean } {
  const outer: readonly WireField[] = [...frameHead, { no: 8, wireType: 2, value: payload }];
  const isMutated = random.chance(0.2);
  const isDamaged = random.chance(0.05);
  const bytes = writeWire(isMutated ? mutated(outer, random, strangers) : outer);
  return { bytes: isDamaged ? damaged(bytes, random) : bytes, isBent: isMutated || isDamaged };
}

/** A valid frame around a mutated payload must be read, with the payload unchanged. */
function around(frame: Uint8Array, payload: Uint8Array): string {
  const found = HOT_CODECS.frame.read(frame);
  if (found === null || Buffer.compare(found.payload, payload) !== 0)
    throw new Unexplained('a whole frame is not read');
  return 'whole, around a bent payload';
}

/** A payload that is compressed and then mutated opens unchanged or gives a typed error, and never beyond the bound. */
function inflated(payload: Uint8Array, random: Random): string {
  // gzip is the runtime's code and takes ten times as long, so it is tested less often.
  const encoding = random.chance(0.2) ? 'gzip' : '__lz4';
  const sealed = sealPayload(payload, encoding);
  const isBent = random.chance(0.75);
  const limit = random.chance(0.2) ? 1 + random.below(payload.length + 1) : MAX_PAYLOAD_BYTES;
  const given = isBent ? damaged(sealed, random) : sealed;
  const opened = attempt(() => openPayload(given, encoding, limit));
  if (opened instanceof ImProtocolError) {
    const isFair = isBent || (opened instanceof TooLargeError && payload.length > limit);
    if (!isFair) throw new Unexplained(`${encoding} of ours is refused: ${opened.message}`);
    return `${encoding} refused: ${opened.code}`;
  }
  if (opened.length > limit) throw new Unexplained(`${encoding} inflates beyond ${limit} bytes`);
  if (!isBent && Buffer.compare(opened, payload) !== 0) throw new Unexplained(`${encoding} opens as other bytes`);
  return `${encoding} opened${isBent ? ', bent' : ''}`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
