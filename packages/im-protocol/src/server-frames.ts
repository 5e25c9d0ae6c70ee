import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { decodeFrame, decodeRequest, encodeFrame, encodeResponse, requestIn } from './codec.ts';
import { PUSHES } from './commands.ts';
import type { ConversationInfoV2Schema } from './gen/im_proto/conversation_pb.ts';
import {
  type Frame,
  FrameSchema,
  type Request,
  type ResponseBodySchema,
  ResponseSchema,
} from './gen/im_proto/envelope_pb.ts';
import type { MessageBodySchema } from './gen/im_proto/message_pb.ts';
import type { NewMessageNotify, NewMessageNotifySchema } from './gen/im_proto/push_pb.ts';
import { type PayloadEncoding, sealPayload } from './payload.ts';
import type { SocketMessage } from './ports.ts';

/** What a server reads from one socket message. Throws `ImProtocolError` for bytes that no client may send. */
export type ClientMessage =
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'request'; readonly frame: Frame; readonly request: Request };

export function readClientMessage(message: SocketMessage): ClientMessage {
  if (message.type === 'text') return { kind: 'heartbeat' };
  const frame = decodeFrame(message.bytes);
  return { kind: 'request', frame, request: requestIn(frame) };
}

/** The body of a POST of the HTTP twin. Throws `ImProtocolError`. */
export const readHttpRequest = (bytes: Uint8Array): Request => decodeRequest(bytes);

export type ResponseBodyInit = MessageInitShape<typeof ResponseBodySchema>;
export type MessageBodyInit = MessageInitShape<typeof MessageBodySchema>;
export type ConversationInfoInit = MessageInitShape<typeof ConversationInfoV2Schema>;
export type NewMessageNotifyInit = Exclude<MessageInitShape<typeof NewMessageNotifySchema>, NewMessageNotify>;

/** One answer; `body` is null where the command has none or the status is not 0. */
export interface Reply {
  readonly request: Request;
  readonly statusCode: number;
  readonly errorDesc: string;
  readonly body: ResponseBodyInit | null;
  readonly logId: string;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
  readonly doneAt: number;
}

export function encodeHttpReply(reply: Reply): Uint8Array {
  return encodeResponse(
    create(ResponseSchema, {
      cmd: reply.request.cmd,
      sequenceId: reply.request.sequenceId,
      statusCode: reply.statusCode,
      errorDesc: reply.errorDesc,
      inboxType: reply.request.inboxType,
      ...(reply.body === null ? {} : { body: reply.body }),
      logId: reply.logId,
      requestArrivedTime: BigInt(reply.arrivedAt),
      serverExecutionEndTime: BigInt(reply.doneAt),
    }),
  );
}

/** The answer in a frame that repeats the asking frame's numbers. */
export function encodeReplyFrame(frame: Frame, reply: Reply, encoding: PayloadEncoding): Uint8Array {
  return sealFrame(
    { seqid: frame.seqid, nowMs: reply.doneAt, service: frame.service, method: frame.method, headers: {} },
    encodeHttpReply(reply),
    encoding,
  );
}

export interface FrameHead {
  readonly seqid: bigint;
  readonly nowMs: number;
  readonly service: number;
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A push: sequence_id 0, its body in the slot of its own number. */
export function encodePushFrame(
  head: FrameHead,
  push: Pick<ResponseBodyInit, 'hasNewMessageNotify' | 'hasNewP2pMessageNotify'>,
  logId: string,
  encoding: PayloadEncoding,
): Uint8Array {
  const cmd = push.hasNewMessageNotify === undefined ? PUSHES.newP2PMessage : PUSHES.newMessage;
  const response = create(ResponseSchema, {
    cmd,
    sequenceId: 0n,
    statusCode: 0,
    errorDesc: 'OK',
    inboxType: 0,
    body: push,
    logId,
  });
  return sealFrame(head, encodeResponse(response), encoding);
}

function sealFrame(head: FrameHead, plain: Uint8Array, encoding: PayloadEncoding): Uint8Array {
  return encodeFrame(
    create(FrameSchema, {
      seqid: head.seqid,
      logid: BigInt(head.nowMs),
      service: head.service,
      method: head.method,
      headers: Object.entries(head.headers).map(([key, value]) => ({ key, value })),
      ...(encoding === '' ? {} : { payloadEncoding: encoding }),
      payloadType: 'pb',
      payload: sealPayload(plain, encoding),
    }),
  );
}
