/** The chat socket: `{wsUrl}?token&aid&fpid&device_id&access_key&...`, text `hi`, binary frames (facts 4.1 to 4.4). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  accessKey,
  type ClientMessage,
  encodeReplyFrame,
  type Frame,
  HEARTBEAT_TEXT,
  ImProtocolError,
  type PayloadEncoding,
  type Reply,
  type Request,
  readClientMessage,
} from '@pasar/im-protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Shop } from '../world/types.ts';
import { handleRequest } from './commands/handle.ts';
import { isCompressed, pigeonCidOf, strike, type TiktokContext } from './context.ts';
import { createPushQueue, type PushQueue } from './push-queue.ts';
import { pushFor } from './pushes.ts';

export const SOCKET_PATH = '/ws/v2';
/** ours: how the gateway closes a socket whose token was revoked. */
const REVOKED = 4_001;

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

interface Line {
  readonly socket: WebSocket;
  readonly shop: Shop;
}

export function createSockets(context: TiktokContext): Sockets {
  const server = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered].at(-1) ?? false });
  const lines = new Set<Line>();
  const queues = new Map<string, PushQueue>();

  const linesOf = (shopId: string | null): readonly Line[] =>
    [...lines].filter((line) => shopId === null || line.shop.shopId === shopId);
  const queueOf = (shopId: string): PushQueue => {
    const queue =
      queues.get(shopId) ??
      createPushQueue(context, shopId, (bytes) => {
        for (const line of linesOf(shopId)) line.socket.send(bytes);
      });
    queues.set(shopId, queue);
    return queue;
  };

  const open = (socket: WebSocket, shop: Shop): void => {
    const line: Line = { socket, shop };
    lines.add(line);
    socket.on('close', () => lines.delete(line));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => receive(context, line, data, isBinary, () => lines.delete(line)));
    if (strike(context, 'socketDropped', shop.shopId) !== null) socket.terminate();
  };

  const unsubscribe = context.world.on((event) => {
    const { conversation } = event;
    const shop = context.world.shop('tiktok', conversation.shopId);
    if (conversation.marketplace !== 'tiktok' || shop === null) return;
    // made even when nobody listens: the cursors move on, so that a client that comes back can tell
    const bytes = pushFor(context, event, shop);
    if (bytes !== null && linesOf(shop.shopId).length > 0) queueOf(shop.shopId).push(bytes);
  });
  const forget = context.faults.onAdded((fault) => {
    if (fault.marketplace !== 'tiktok') return;
    if (fault.kind === 'socketDropped') {
      for (const shopId of new Set(linesOf(fault.shopId).map((line) => line.shop.shopId))) {
        if (strike(context, 'socketDropped', shopId) === null) continue;
        for (const line of linesOf(shopId)) line.socket.terminate();
      }
    }
    if (fault.kind === 'tokenExpired' && strike(context, 'tokenExpired', fault.shopId) !== null) {
      context.accounts.expire(fault.shopId);
      for (const line of linesOf(fault.shopId)) line.socket.close(REVOKED, 'token revoked');
    }
  });

  return {
    upgrade: (request, socket, head) => {
      const admitted = admit(context, request);
      if (typeof admitted === 'number') {
        socket.end(`HTTP/1.1 ${admitted} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      server.handleUpgrade(request, socket, head, (opened) => open(opened, admitted));
    },
    close: () => {
      unsubscribe();
      forget();
      for (const line of lines) line.socket.terminate();
      server.close();
    },
  };
}

/** The shop of the token, or the HTTP status of the refusal (ours: the gateway's own refusals are not public). */
function admit(context: TiktokContext, request: IncomingMessage): Shop | 401 | 403 | 404 {
  const url = new URL(request.url ?? '/', 'http://socket.invalid');
  if (url.pathname !== SOCKET_PATH) return 404;
  const query = (name: string): string => url.searchParams.get(name) ?? '';
  const token = context.accounts.readToken(query('token'));
  if (token.kind !== 'valid') return 401;
  const deviceId = query('device_id');
  const expected = accessKey({ fpid: Number(query('fpid')), ...context.keys, deviceId });
  if (deviceId !== pigeonCidOf(token.shop) || query('access_key') !== expected) return 403;
  return token.shop;
}

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? new Uint8Array(Buffer.concat(data)) : new Uint8Array(data);

/** Frames that cannot be read are dropped, as the vendor's own readers do (facts 4.9); the socket stays. */
function receive(context: TiktokContext, line: Line, data: RawData, isBinary: boolean, leave: () => void): void {
  if (!isBinary) {
    line.socket.send(HEARTBEAT_TEXT);
    return;
  }
  const arrivedAt = context.now();
  let message: ClientMessage;
  try {
    message = readClientMessage({ type: 'binary', bytes: bytesOf(data) });
  } catch (error) {
    if (error instanceof ImProtocolError) return;
    throw error;
  }
  if (message.kind === 'request') serve(context, line, message.frame, message.request, arrivedAt, leave);
}

function serve(
  context: TiktokContext,
  line: Line,
  frame: Frame,
  request: Request,
  arrivedAt: number,
  leave: () => void,
): void {
  const handled = handleRequest(context, request, request.cmd);
  const encoding: PayloadEncoding = isCompressed(context, line.shop) ? '__lz4' : '';
  const send = (statusCode: number, errorDesc: string, body: Reply['body']): void => {
    const reply = { request, statusCode, errorDesc, body, logId: `s-${request.sequenceId}` };
    line.socket.send(encodeReplyFrame(frame, { ...reply, arrivedAt, doneAt: context.now() }, encoding));
  };
  switch (handled.kind) {
    case 'answer':
      send(0, 'OK', handled.body);
      return;
    case 'status':
      send(handled.code, handled.text, null);
      return;
    case 'silence':
      return;
    case 'cut':
      leave();
      line.socket.terminate();
      handled.carryOut();
  }
}
