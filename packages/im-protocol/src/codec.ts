import { type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { MalformedError } from './errors.ts';
import { type ConversationInfoV2, ConversationInfoV2Schema } from './gen/im_proto/conversation_pb.ts';
import {
  type Frame,
  FrameSchema,
  type Request,
  RequestSchema,
  type Response,
  ResponseSchema,
} from './gen/im_proto/envelope_pb.ts';
import { type MessageBody, MessageBodySchema } from './gen/im_proto/message_pb.ts';
import { openPayload } from './payload.ts';
import { checkRequired } from './required.ts';

/**
 * Bytes to messages and back. Unknown fields, and values outside a closed enumeration, are kept and written again.
 * 64-bit numbers are bigint. Throws only `ImProtocolError`s.
 */
function decode<Desc extends DescMessage>(desc: Desc, bytes: Uint8Array): MessageShape<Desc> {
  let message: MessageShape<Desc>;
  try {
    message = fromBinary(desc, bytes);
  } catch (error) {
    throw new MalformedError(desc.name, error);
  }
  checkRequired(desc, message);
  return message;
}

function encode<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): Uint8Array {
  checkRequired(desc, message);
  try {
    return toBinary(desc, message);
  } catch (error) {
    throw new MalformedError(desc.name, error);
  }
}

export const decodeFrame = (bytes: Uint8Array): Frame => decode(FrameSchema, bytes);
export const encodeFrame = (frame: Frame): Uint8Array => encode(FrameSchema, frame);

export const decodeRequest = (bytes: Uint8Array): Request => decode(RequestSchema, bytes);
export const encodeRequest = (request: Request): Uint8Array => encode(RequestSchema, request);

export const decodeResponse = (bytes: Uint8Array): Response => decode(ResponseSchema, bytes);
export const encodeResponse = (response: Response): Uint8Array => encode(ResponseSchema, response);

/** The message inside a frame that came from a client. */
export const requestIn = (frame: Frame): Request => decodeRequest(openPayload(frame.payload, frame.payloadEncoding));
/** The message inside a frame that came from a server. */
export const responseIn = (frame: Frame): Response => decodeResponse(openPayload(frame.payload, frame.payloadEncoding));

/** The bytes of one message or conversation, to set it aside when it cannot be understood. */
export const encodeConversationInfo = (info: ConversationInfoV2): Uint8Array => encode(ConversationInfoV2Schema, info);
export const encodeMessageBody = (body: MessageBody): Uint8Array => encode(MessageBodySchema, body);
