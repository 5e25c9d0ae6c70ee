import { readFileSync, writeFileSync } from 'node:fs';
import type { DescMessage } from '@bufbuild/protobuf';
import { decodeMessage, encodeMessage } from '../codec.ts';
import { frameFromJson, frameToJson } from '../dissect.ts';
import { messageFromJson, messageToJson } from '../json.ts';
import { messageByName } from '../registry.ts';
import { FrameSchema } from '../schema.ts';
import { atCaller } from './caller-path.ts';
import type { Flags, Terminal } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** `im decode`. */
export async function decodeInput(flags: Flags, terminal: Terminal): Promise<void> {
  const bytes = await inputBytes(flags, terminal);
  const desc = named(flags);
  const json = desc === null ? frameToJson(bytes) : messageToJson(desc, decodeMessage(desc, bytes));
  terminal.print(JSON.stringify(json, null, 2));
}

/** `im encode`: prints hex unless another form is chosen. */
export async function encodeInput(flags: Flags, terminal: Terminal): Promise<void> {
  const source = flags.file === undefined ? await terminal.stdin() : readFileSync(atCaller(flags.file));
  const json = parseJson(new TextDecoder().decode(source));
  const desc = named(flags);
  const bytes = desc === null ? frameFromJson(json) : encodeMessage(desc, messageFromJson(desc, json));
  const to = flags.to ?? 'hex';
  if (to !== 'hex' && to !== 'base64') throw new UsageError('--to is hex or base64');
  if (flags.out !== undefined) writeFileSync(atCaller(flags.out), bytes);
  else terminal.print(Buffer.from(bytes).toString(to));
}

/** Throws `UsageError`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The message that `--message` names; null without the flag, for a Frame with its payload shown. */
function named(flags: Flags): DescMessage | null {
  if (flags.message === undefined) return null;
  const desc = messageByName(flags.message);
  if (desc === null) throw new UsageError(`the schema has no message '${flags.message}'`);
  return desc === FrameSchema ? null : desc;
}

async function inputBytes(flags: Flags, terminal: Terminal): Promise<Uint8Array> {
  const given = [flags.hex, flags.base64, flags.file].filter((flag) => flag !== undefined);
  if (given.length > 1) throw new UsageError('--hex, --base64 and --file exclude each other');
  if (flags.hex !== undefined) return fromHex(flags.hex);
  if (flags.base64 !== undefined) return fromBase64(flags.base64);
  return flags.file === undefined ? terminal.stdin() : new Uint8Array(readFileSync(atCaller(flags.file)));
}

function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s/g, '');
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) throw new UsageError('--hex is not hexadecimal');
  return new Uint8Array(Buffer.from(digits, 'hex'));
}

function fromBase64(text: string): Uint8Array {
  const letters = text.replace(/\s/g, '').replace(/={1,2}$/, '');
  // Four letters encode three bytes; a single letter over encodes less than a byte.
  if (letters.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(letters)) throw new UsageError('--base64 is not base64');
  return new Uint8Array(Buffer.from(letters, 'base64'));
}
