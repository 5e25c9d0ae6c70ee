import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { decodeResponse, encodeFrame, encodeRequest } from '../codec.ts';
import type { Command } from '../commands.ts';
import { ImProtocolError } from '../errors.ts';
import { AuthType, FrameSchema, Refer, type Request, RequestSchema, type Response } from '../schema.ts';
import { type StatusKind, statusKind } from './statuses.ts';

/** The fields that every request of one client repeats (facts §4.3, the seller client's column). */
export interface ClientProfile {
  /** Frame.service and Frame.method: 10002 and 1 for seller chat. */
  readonly service: number;
  readonly method: number;
  readonly sdkVersion: string;
  readonly buildNumber: string;
  /** The pigeonCid of the token call. */
  readonly deviceId: string;
  readonly devicePlatform: string;
  /** Read for each request, because tokens are renewed while a socket is open. */
  readonly token: () => string;
}

/** The outcome of a call. Only `refused` proves that the server did not carry it out, and not for every status. */
export type CallOutcome<Reply> =
  | { readonly kind: 'replied'; readonly body: Reply }
  | { readonly kind: 'refused'; readonly statusCode: number; readonly status: StatusKind; readonly detail: string }
  /** No reply within the time limit. */
  | { readonly kind: 'timedOut' }
  /** The socket closed before the reply came. */
  | { readonly kind: 'cut' }
  /** The socket was closed already: no byte was sent. */
  | { readonly kind: 'notSent' }
  /** The reply cannot be read. */
  | { readonly kind: 'unreadable'; readonly detail: string };

/** Builds a request. Throws `MissingFieldError` when the body lacks a required field, which is the caller's mistake. */
export function buildRequest<Req extends DescMessage>(
  profile: ClientProfile,
  command: Command<Req>,
  sequenceId: bigint,
  body: MessageInitShape<Req>,
): Request {
  return create(RequestSchema, {
    cmd: command.number,
    sequenceId,
    sdkVersion: profile.sdkVersion,
    token: profile.token(),
    refer: Refer.PC,
    inboxType: 0,
    buildNumber: profile.buildNumber,
    body: command.request.fill(body),
    deviceId: profile.deviceId,
    devicePlatform: profile.devicePlatform,
    authType: AuthType.TOKEN_AUTH,
  });
}

/** A request as a frame of the socket; the frame has the request's sequence id (facts §4.3). */
export function frameRequest(
  profile: ClientProfile,
  request: Request,
  nowMs: number,
  headers: Readonly<Record<string, string>>,
): Uint8Array {
  return encodeFrame(
    create(FrameSchema, {
      seqid: request.sequenceId,
      logid: BigInt(Math.trunc(nowMs)),
      service: profile.service,
      method: profile.method,
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      payloadType: 'pb',
      payload: encodeRequest(request),
    }),
  );
}

/** The outcome that a response to `command` means. */
export function readReply<Reply>(command: Command<DescMessage, Reply>, response: Response): CallOutcome<Reply> {
  const status = statusKind(response.statusCode);
  if (status !== 'ok') {
    return { kind: 'refused', statusCode: response.statusCode, status, detail: response.errorDesc };
  }
  const body = command.response.read(response.body);
  if (body === undefined) return { kind: 'unreadable', detail: `reply to ${command.number} has no body` };
  return { kind: 'replied', body };
}

/** The HTTP twin (facts §4.6): POST apiUrl + path; both bodies are protobuf without a frame. */
export interface HttpCall {
  readonly path: string;
  readonly contentType: 'application/x-protobuf';
  readonly bytes: Uint8Array;
}
export function buildHttpCall<Req extends DescMessage>(
  profile: ClientProfile,
  command: Command<Req>,
  sequenceId: bigint,
  body: MessageInitShape<Req>,
): HttpCall {
  return {
    path: command.path,
    contentType: 'application/x-protobuf',
    bytes: encodeRequest(buildRequest(profile, command, sequenceId, body)),
  };
}

export function readHttpReply<Reply>(command: Command<DescMessage, Reply>, bytes: Uint8Array): CallOutcome<Reply> {
  try {
    return readReply(command, decodeResponse(bytes));
  } catch (error) {
    if (error instanceof ImProtocolError) return { kind: 'unreadable', detail: error.message };
    throw error;
  }
}
