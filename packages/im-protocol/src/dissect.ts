import { type DescMessage, fromBinary, isFieldSet, isMessage, type Message } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { decodeFrame, decodeMessage, encodeFrame, encodeMessage } from './codec.ts';
import { BadJsonError, MalformedError, UnsupportedEncodingError } from './errors.ts';
import { type Json, type JsonObject, messageFromJson, messageToJson } from './json.ts';
import { openPayload, PAYLOAD_ENCODINGS, sealPayload } from './payload.ts';
import { FrameSchema, RequestSchema, ResponseSchema } from './schema.ts';
import { type ScanCount, scanMessage } from './wire/scan.ts';

/**
 * A frame as readable JSON: `payload` holds the message inside, and `$payload` its name; a payload that is not a
 * message stays base64. Converting back gives the same bytes; where encoding the message would not, `$payload_bytes`
 * keeps them (base64).
 */
export const PAYLOAD_KEY = '$payload';
export const PAYLOAD_BYTES_KEY = '$payload_bytes';

/** Null when the bytes have another shape. */
function scanned(desc: DescMessage, plain: Uint8Array): ScanCount | null {
  try {
    return scanMessage(desc, plain);
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

type Envelope = typeof RequestSchema | typeof ResponseSchema;

/**
 * The message in a payload, found from its bytes alone: the message whose shape it has; if both, the one that knows
 * more of its fields; if equal, a Request, unless `sequence_id` is absent or 0, which only pushes have. (Request has
 * text where Response has the number status_code, and the reverse for their bodies, so both shapes at once are rare.)
 * Null when it has neither shape, or has it by accident: see `isMeant`. The decoder checks required fields later.
 */
export function payloadMessage(plain: Uint8Array): Envelope | null {
  const desc = shapeOf(plain);
  return desc !== null && isMeant(desc, plain) ? desc : null;
}

function shapeOf(plain: Uint8Array): Envelope | null {
  const request = scanned(RequestSchema, plain);
  const response = scanned(ResponseSchema, plain);
  if (request === null) return response === null ? null : ResponseSchema;
  if (response === null) return RequestSchema;
  if (request.unknown !== response.unknown) return request.unknown < response.unknown ? RequestSchema : ResponseSchema;
  return fromBinary(RequestSchema, plain).sequenceId === 0n ? ResponseSchema : RequestSchema;
}

/**
 * Other bytes may parse, too: `hi` is a Response with a server_start_time. A real message has its command and one more
 * part: its sequence id, a body, or (a Response) a status. Text never has them: the tag of `cmd` is a backspace.
 */
function isMeant(desc: Envelope, plain: Uint8Array): boolean {
  const says = (names: readonly string[]): boolean => {
    const message = fromBinary<DescMessage>(desc, plain);
    return desc.fields.some((field) => names.includes(field.name) && isFieldSet(message, field));
  };
  return says(['cmd']) && says(['sequence_id', 'body', 'status_code']);
}

/** Throws `ImProtocolError`. A frame without a payload has no `payload` in the JSON either. */
export function frameToJson(bytes: Uint8Array): JsonObject {
  const frame = decodeFrame(bytes);
  const shown = messageToJson(FrameSchema, frame);
  if (frame.payload.length === 0) return shown;
  const plain = openPayload(frame.payload, frame.payloadEncoding);
  const desc = payloadMessage(plain);
  if (desc === null) return shown;
  const message = decodeMessage<DescMessage>(desc, plain);
  const extra: Record<string, Json> = { [PAYLOAD_KEY]: desc.name };
  if (!isSame(sealed(encodeMessage<DescMessage>(desc, message), frame.payloadEncoding), frame.payload)) {
    extra[PAYLOAD_BYTES_KEY] = base64Encode(frame.payload);
  }
  return { ...shown, payload: messageToJson(desc, message), ...extra };
}

/**
 * Converts the JSON of `frameToJson` back; `payload` may also be base64, and `$payload` may be left out for a Request.
 */
export function frameFromJson(json: unknown): Uint8Array {
  if (typeof json !== 'object' || json === null) throw new BadJsonError(FrameSchema.name, 'an object is expected');
  const {
    [PAYLOAD_KEY]: name,
    [PAYLOAD_BYTES_KEY]: kept,
    ...head
  } = { [PAYLOAD_KEY]: 'Request', ...json } as Record<string, unknown>;
  const { payload } = head;
  if (payload === undefined || typeof payload === 'string') return encodeFrame(frameOf(head));
  const frame = frameOf({ ...head, payload: '' });
  if (kept !== undefined) {
    if (typeof kept !== 'string') throw new BadJsonError(`Frame.${PAYLOAD_BYTES_KEY}`, 'base64 is expected');
    return encodeFrame({ ...frame, payload: base64Decode(kept) });
  }
  const desc = [RequestSchema, ResponseSchema].find((candidate) => candidate.name === name);
  if (desc === undefined) throw new BadJsonError(`Frame.${PAYLOAD_KEY}`, 'Request or Response is expected');
  const plain = encodeMessage<DescMessage>(desc, messageFromJson(desc, payload));
  return encodeFrame({ ...frame, payload: sealed(plain, frame.payloadEncoding) });
}

function frameOf(json: unknown) {
  const frame: Message = messageFromJson(FrameSchema, json);
  if (!isMessage(frame, FrameSchema)) throw new TypeError('a Frame was asked for');
  return frame;
}

function sealed(plain: Uint8Array, encoding: string): Uint8Array {
  const known = PAYLOAD_ENCODINGS.find((candidate) => candidate === encoding);
  if (known === undefined) throw new UnsupportedEncodingError(encoding);
  return sealPayload(plain, known);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
