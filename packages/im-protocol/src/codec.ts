import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import { TooLargeError } from './errors.ts';
import { HOT_CODECS, type HotCodec, writeFrameAround } from './hot/hot-codec.ts';
import { MAX_PAYLOAD_BYTES, openPayload } from './payload.ts';
import {
  type ConversationInfoV2,
  ConversationInfoV2Schema,
  type Frame,
  FrameSchema,
  type MessageBody,
  MessageBodySchema,
  type Request,
  RequestSchema,
  type Response,
  ResponseSchema,
} from './schema.ts';
import { readGeneral, writeGeneral } from './wire/general.ts';

/** A frame with a payload of the largest size and 64 KiB for its other fields (our choice). */
export const MAX_MESSAGE_BYTES = MAX_PAYLOAD_BYTES + 64 * 1024;

/**
 * Decodes bytes to any message of the schema. Unknown fields are kept and written again; an unlisted enumeration value
 * stays in its field as a number; 64-bit numbers are bigint. Decoding is complete when this returns. Throws
 * `MalformedError`, `MissingFieldError` or `TooLargeError`, and nothing else whatever the bytes.
 */
export function decodeMessage<Desc extends DescMessage>(desc: Desc, bytes: Uint8Array): MessageShape<Desc> {
  if (bytes.length > MAX_MESSAGE_BYTES) throw new TooLargeError(MAX_MESSAGE_BYTES);
  return readGeneral(desc, bytes);
}

/** Encodes a message. Throws `MissingFieldError`, and `UnencodableError` for values that their fields cannot hold. */
export const encodeMessage = <Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): Uint8Array =>
  writeGeneral(desc, message);

/** Uses the straight-line codec where it accepts the bytes, else the general codec; both give the same result. */
function decoderOf<Desc extends DescMessage>(desc: Desc, hot: HotCodec<MessageShape<Desc> & Message>) {
  return (bytes: Uint8Array): MessageShape<Desc> => {
    if (bytes.length > MAX_MESSAGE_BYTES) throw new TooLargeError(MAX_MESSAGE_BYTES);
    return hot.read(bytes) ?? readGeneral(desc, bytes);
  };
}
const encoderOf =
  <Desc extends DescMessage>(desc: Desc, hot: HotCodec<MessageShape<Desc> & Message>) =>
  (message: MessageShape<Desc>): Uint8Array =>
    hot.write(message) ?? writeGeneral(desc, message);

export const decodeFrame: (bytes: Uint8Array) => Frame = decoderOf(FrameSchema, HOT_CODECS.frame);
export const encodeFrame: (frame: Frame) => Uint8Array = encoderOf(FrameSchema, HOT_CODECS.frame);

export const decodeRequest: (bytes: Uint8Array) => Request = decoderOf(RequestSchema, HOT_CODECS.request);
export const encodeRequest: (request: Request) => Uint8Array = encoderOf(RequestSchema, HOT_CODECS.request);

export const decodeResponse: (bytes: Uint8Array) => Response = decoderOf(ResponseSchema, HOT_CODECS.response);
export const encodeResponse: (response: Response) => Uint8Array = encoderOf(ResponseSchema, HOT_CODECS.response);

/**
 * Encodes a frame with `message` as its plain payload, in one pass; `frame.payload` is ignored. The bytes are those of
 * `encodeFrame` with the message encoded first.
 */
export function encodeFrameAround(frame: Frame, message: Request | Response): Uint8Array {
  const whole = writeFrameAround(frame, message);
  if (whole !== null) return whole;
  const payload = message.$typeName === 'im_proto.Request' ? encodeRequest(message) : encodeResponse(message);
  return encodeFrame({ ...frame, payload });
}

/** The message inside a frame from a client. */
export const requestIn = (frame: Frame): Request => decodeRequest(openPayload(frame.payload, frame.payloadEncoding));
/** The message inside a frame from a server. */
export const responseIn = (frame: Frame): Response => decodeResponse(openPayload(frame.payload, frame.payloadEncoding));

/** The bytes of one message or conversation, for storing it when it cannot be understood. */
export const encodeConversationInfo = (info: ConversationInfoV2): Uint8Array =>
  encodeMessage(ConversationInfoV2Schema, info);
export const encodeMessageBody: (body: MessageBody) => Uint8Array = encoderOf(
  MessageBodySchema,
  HOT_CODECS.messageBody,
);
