import { type DescMessage, fromBinary, type Message } from '@bufbuild/protobuf';
import { ImProtocolError, MalformedError, MissingFieldError } from '../../src/errors.ts';
import type { HotCodec } from '../../src/hot/hot-codec.ts';
import { readGeneral, writeGeneral } from '../../src/wire/general.ts';
import { missingField } from './missing.ts';

/** The verdict on one message; `tally` counts the verdicts of a run. */
export type Verdict =
  | 'read'
  | 'read, left to the general codec'
  | 'refused, as the library does'
  | 'refused, a required field is missing'
  | `refused by our rule: ${string}`;

/**
 * The rules that refuse bytes which @bufbuild/protobuf reads: the library accepts values of a wrong wire type, nested
 * messages that run past their parent, unknown varints of any length, and groups up to 100 deep.
 */
const OURS: ReadonlySet<string> = new Set([
  'wrong wire type',
  'truncated',
  'bad tag',
  'bad length',
  'varint of more than ten bytes',
  'too deep',
]);

export class Unexplained extends Error {}

/** The result of `read`, or its typed error. Throws `Unexplained` for any other error. */
export function attempt<T>(read: () => T): T | ImProtocolError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImProtocolError) return error;
    throw new Unexplained(`an untyped error: ${String(error)}`, { cause: error });
  }
}

function libraryReads(desc: DescMessage, bytes: Uint8Array): Message | null {
  try {
    return fromBinary(desc, bytes);
  } catch {
    return null;
  }
}

/**
 * Compares both codecs of this package with the library, and with each other; with `isWritten` the result is also
 * written and read again. Throws `Unexplained`.
 */
export function judge<M extends Message>(
  desc: DescMessage,
  hot: HotCodec<M> | null,
  bytes: Uint8Array,
  isWritten: boolean,
): Verdict {
  const general = attempt(() => readGeneral(desc, bytes));
  const sooner = hot === null ? null : attempt(() => hot.read(bytes));
  if (sooner instanceof ImProtocolError) throw new Unexplained(`the straight-line codec throws ${sooner.message}`);
  if (general instanceof ImProtocolError) {
    if (sooner !== null) throw new Unexplained(`only the straight-line codec reads it: ${general.message}`);
    return refusal(desc, bytes, general);
  }
  const missing = missingField(desc, general);
  if (missing !== null) throw new Unexplained(`read without the required ${missing}`);
  if (sooner === null) {
    if (isWritten) fixedPoint(desc, hot, general);
    return hot === null ? 'read' : 'read, left to the general codec';
  }
  if (!isSame(general, sooner)) throw new Unexplained('the two codecs read different values');
  if (isWritten) fixedPoint(desc, hot, general);
  return 'read';
}

function refusal(desc: DescMessage, bytes: Uint8Array, error: ImProtocolError): Verdict {
  const theirs = libraryReads(desc, bytes);
  if (error instanceof MissingFieldError) {
    const missing = theirs === null ? null : missingField(desc, theirs);
    if (missing !== error.path) throw new Unexplained(`refused for ${error.path}, but what is missing is ${missing}`);
    return 'refused, a required field is missing';
  }
  if (theirs === null) return 'refused, as the library does';
  if (error instanceof MalformedError && OURS.has(error.reason)) return `refused by our rule: ${error.reason}`;
  throw new Unexplained(`the library reads what we refuse: ${error.message}`);
}

/** Both codecs write the message to the same bytes, which read as the same message. */
function fixedPoint<M extends Message>(desc: DescMessage, hot: HotCodec<M> | null, message: Message): void {
  const written = writeGeneral(desc, message);
  const again = attempt(() => readGeneral(desc, written));
  if (again instanceof ImProtocolError) throw new Unexplained(`what we wrote we do not read: ${again.message}`);
  if (!isSame(message, again)) throw new Unexplained('written and read again it is another message');
  // The general codec read this message, and it is of the straight-line codec's type.
  const sooner = hot?.write(message as M) ?? null;
  if (sooner !== null && Buffer.compare(sooner, written) !== 0)
    throw new Unexplained('the two codecs write different bytes');
}

/** Compares own properties, deeply, in any order; prototypes, too, because defaults are there. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame(Reflect.get(a, key), Reflect.get(b, key)));
}
