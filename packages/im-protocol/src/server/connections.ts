/** Open connections: sends frames, and knows who is online. */
import { create } from '@bufbuild/protobuf';
import { encodeFrame, encodeResponse } from '../codec.ts';
import { FrameSchema, type Response, ResponseSchema } from '../gen/im_proto/envelope_pb.ts';
import { type PayloadEncoding, sealPayload } from '../payload.ts';
import type { UserId } from './entries.ts';
import type { Push } from './fan-out.ts';

/** One socket as the server sees it. */
export interface ServerSocket {
  readonly userId: bigint;
  readonly deviceId: string;
  /** Binary messages are frames, text is the heartbeat. An error that it throws ends the connection. */
  readonly send: (message: Uint8Array | string) => void;
  /** The compression of payloads to this client. Default plain. */
  readonly encoding?: PayloadEncoding;
}

export interface OpenSocket {
  readonly userId: UserId;
  readonly deviceId: string;
  readonly send: (message: Uint8Array | string) => void;
  readonly encoding: PayloadEncoding;
}

export interface FrameNumbers {
  readonly seqid: bigint;
  readonly service: number;
  readonly method: number;
}

export const sealResponse = (
  numbers: FrameNumbers,
  nowMs: number,
  response: Response,
  encoding: PayloadEncoding,
): Uint8Array =>
  encodeFrame(
    create(FrameSchema, {
      seqid: numbers.seqid,
      logid: BigInt(nowMs),
      service: numbers.service,
      method: numbers.method,
      ...(encoding === '' ? {} : { payloadEncoding: encoding }),
      payloadType: 'pb',
      payload: sealPayload(encodeResponse(response), encoding),
    }),
  );

export interface Connections {
  open(socket: ServerSocket): OpenSocket;
  close(socket: OpenSocket): void;
  isOpen(socket: OpenSocket): boolean;
  isOnline(userId: UserId): boolean;
  send(socket: OpenSocket, message: Uint8Array | string): void;
  /** Sends to every connection of the user; `origin` gave the command. */
  push(push: Push, origin: OpenSocket | null, nowMs: number): void;
}

export function createConnections(service: number, method: number, onError: (error: unknown) => void): Connections {
  const byUser = new Map<UserId, Set<OpenSocket>>();
  let pushes = 0n;

  const isOpen = (socket: OpenSocket): boolean => byUser.get(socket.userId)?.has(socket) === true;
  const close = (socket: OpenSocket): void => {
    const sockets = byUser.get(socket.userId);
    sockets?.delete(socket);
    if (sockets?.size === 0) byUser.delete(socket.userId);
  };
  const send = (socket: OpenSocket, message: Uint8Array | string): void => {
    if (!isOpen(socket)) return;
    try {
      socket.send(message);
    } catch (error) {
      close(socket);
      onError(error);
    }
  };
  return {
    open: ({ userId, deviceId, send: deliver, encoding }) => {
      const socket: OpenSocket = { userId: userId.toString(), deviceId, send: deliver, encoding: encoding ?? '' };
      const sockets = byUser.get(socket.userId) ?? new Set<OpenSocket>();
      byUser.set(socket.userId, sockets.add(socket));
      return socket;
    },
    close,
    isOpen,
    isOnline: (userId) => byUser.has(userId),
    send,
    push: (push, origin, nowMs) => {
      const sockets = [...(byUser.get(push.to) ?? [])].filter((socket) => !push.isForOthers || socket !== origin);
      if (sockets.length === 0) return;
      pushes += 1n;
      const response = create(ResponseSchema, {
        cmd: push.command,
        sequenceId: 0n,
        statusCode: 0,
        errorDesc: 'OK',
        inboxType: 0,
        body: push.body,
        logId: `push-${pushes}`,
        startTimeStamp: BigInt(nowMs),
      });
      for (const socket of sockets) {
        send(socket, sealResponse({ seqid: pushes, service, method }, nowMs, response, socket.encoding));
      }
    },
  };
}
