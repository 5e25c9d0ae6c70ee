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
  type Request,
  readClientMessage,
} from '@pasar/im-protocol';
import type { ServerConnection } from '@pasar/im-protocol/server';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Shop } from '../world/types.ts';
import { isCompressed, type TiktokContext } from './context.ts';
import { pushAsTold } from './keys-withheld.ts';
import { createPushQueue, type PushQueue } from './push-queue.ts';
import { handleRequest } from './requests.ts';
import { pigeonCidOf, strike } from './shops.ts';

export const SOCKET_PATH = '/ws/v2';
/** Ours: the close code of a socket whose token was revoked. */
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

  /** The IM server has one connection for each shop with open sockets, so that a fault strikes a push once. */
  const connections = new Map<string, ServerConnection>();
  const connect = (shop: Shop): ServerConnection =>
    context.im.server.connect({
      userId: BigInt(pigeonCidOf(shop)),
      deviceId: pigeonCidOf(shop),
      encoding: encodingOf(context, shop),
      send: (message) => {
        if (typeof message !== 'string') queueOf(shop.shopId).push(pushAsTold(context, shop, message));
      },
    });
  const leave = (line: Line): void => {
    lines.delete(line);
    const { shopId } = line.shop;
    if (linesOf(shopId).length > 0) return;
    connections.get(shopId)?.close();
    connections.delete(shopId);
  };

  const open = (socket: WebSocket, shop: Shop): void => {
    const line: Line = { socket, shop };
    lines.add(line);
    if (!connections.has(shop.shopId)) connections.set(shop.shopId, connect(shop));
    socket.on('close', () => leave(line));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => receive(context, line, data, isBinary, () => leave(line)));
    if (strike(context, 'socketDropped', shop.shopId) !== null) socket.terminate();
  };

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
      forget();
      for (const connection of connections.values()) connection.close();
      for (const line of lines) line.socket.terminate();
      server.close();
    },
  };
}

const encodingOf = (context: TiktokContext, shop: Shop): PayloadEncoding =>
  isCompressed(context, shop) ? '__lz4' : '';

/** The shop of the token, or the HTTP status of the refusal. ours: the statuses, which are not public. */
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

/** Drops frames that cannot be read, like the vendor's own readers (facts 4.9); the socket stays open. */
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
  switch (handled.kind) {
    case 'answer': {
      const reply = { ...handled.answer, request, arrivedAt, doneAt: context.now() };
      line.socket.send(encodeReplyFrame(frame, reply, encodingOf(context, line.shop)));
      return;
    }
    case 'silence':
      return;
    case 'cut':
      leave();
      line.socket.terminate();
      handled.carryOut();
  }
}
