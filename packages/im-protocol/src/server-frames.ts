import { create, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { SocketMessage } from './client/ports.ts';
import { decodeFrame, decodeRequest, encodeFrame, encodeFrameAround, encodeResponse, requestIn } from './codec.ts';
import { PUSH_COMMANDS, type PushCommand } from './commands.ts';
import { type PayloadEncoding, sealPayload } from './payload.ts';
import {
  type ConversationInfoV2Schema,
  type Frame,
  FrameSchema,
  type MessageBodySchema,
  type NewMessageNotify,
  type NewMessageNotifySchema,
  type Request,
  type Response,
  type ResponseBodySchema,
  ResponseSchema,
} from './schema.ts';

/** A socket message as a server reads it. Throws `ImProtocolError` for bytes that no client may send. */
export type ClientMessage =
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'request'; readonly frame: Frame; readonly request: Request };

export function readClientMessage(message: SocketMessage): ClientMessage {
  if (message.type === 'text') return { kind: 'heartbeat' };
  const frame = decodeFrame(message.bytes);
  return { kind: 'request', frame, request: requestIn(frame) };
}

/** Reads the body of a POST of the HTTP twin. Throws `ImProtocolError`. */
export const readHttpRequest = (bytes: Uint8Array): Request => decodeRequest(bytes);

export type ResponseBodyInit = MessageInitShape<typeof ResponseBodySchema>;
export type MessageBodyInit = MessageInitShape<typeof MessageBodySchema>;
export type ConversationInfoInit = MessageInitShape<typeof ConversationInfoV2Schema>;
export type NewMessageNotifyInit = Exclude<MessageInitShape<typeof NewMessageNotifySchema>, NewMessageNotify>;

/** One reply; `body` is null where the command has none or the status is not 0. */
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

const responseOf = (reply: Reply): Response =>
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
  });

export const encodeHttpReply = (reply: Reply): Uint8Array => encodeResponse(responseOf(reply));

/** The reply in a frame that repeats the numbers of the request's frame. */
export function encodeReplyFrame(frame: Frame, reply: Reply, encoding: PayloadEncoding): Uint8Array {
  return sealFrame(
    { seqid: frame.seqid, nowMs: reply.doneAt, service: frame.service, method: frame.method, headers: {} },
    responseOf(reply),
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

/** A push of 500 or 504, from its filled slot. */
export const encodePushFrame = (
  head: FrameHead,
  push: Pick<ResponseBodyInit, 'hasNewMessageNotify' | 'hasNewP2pMessageNotify'>,
  logId: string,
  encoding: PayloadEncoding,
): Uint8Array => {
  const row = push.hasNewMessageNotify === undefined ? PUSH_COMMANDS.newP2PMessage : PUSH_COMMANDS.newMessage;
  return sealFrame(head, pushOf(row.number, push, logId), encoding);
};

/** Any push by its row of the table, which has its number and its slot. */
export const encodePush = <Notify extends Message>(
  head: FrameHead,
  command: PushCommand<Notify>,
  notify: MessageInitShape<GenMessage<Notify>>,
  logId: string,
  encoding: PayloadEncoding,
): Uint8Array => sealFrame(head, pushOf(command.number, command.fill(notify), logId), encoding);

const pushOf = (cmd: number, body: ResponseBodyInit, logId: string): Response =>
  create(ResponseSchema, { cmd, sequenceId: 0n, statusCode: 0, errorDesc: 'OK', inboxType: 0, body, logId });

function sealFrame(head: FrameHead, response: Response, encoding: PayloadEncoding): Uint8Array {
  const frame = create(FrameSchema, {
    seqid: head.seqid,
    logid: BigInt(head.nowMs),
    service: head.service,
    method: head.method,
    headers: Object.entries(head.headers).map(([key, value]) => ({ key, value })),
    ...(encoding === '' ? {} : { payloadEncoding: encoding }),
    payloadType: 'pb',
  });
  if (encoding === '' || encoding === 'pb') return encodeFrameAround(frame, response);
  return encodeFrame({ ...frame, payload: sealPayload(encodeResponse(response), encoding) });
}
