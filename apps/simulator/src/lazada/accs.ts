/** The push socket `/accs/auth?token=`: one seller per socket, any number of sockets per seller. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Seller } from './accounts.ts';
import { answerTo, pushFrame } from './accs-frame.ts';
import { type LazadaContext, strike } from './context.ts';
import { SOCKET_PATH } from './endpoints.ts';
import type { NewsEntry } from './sync-log.ts';

export interface AccsSockets {
  push(seller: Pick<Seller, 'shop'>, entry: NewsEntry): void;
  /** Cuts the open sockets of a shop (null: of all shops); true when there was one. */
  drop(shopId: string | null): boolean;
  close(): void;
}

const MAX_FRAME_BYTES = 1024 * 1024;

export function attachAccs(server: Server, context: LazadaContext): AccsSockets {
  const acceptor = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES });
  const open = new Map<WebSocket, string>();
  /** Pushes that a fault holds back until the next push, by shop. */
  const heldBack = new Map<string, string>();

  const send = (shopId: string, frame: string): void => {
    for (const [socket, owner] of open) if (owner === shopId) socket.send(frame);
  };

  const accept = (socket: WebSocket, { shop }: Seller): void => {
    open.set(socket, shop.shopId);
    socket.on('close', () => open.delete(socket));
    // A broken socket is closed; no client is left that could be told the error.
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => {
      const reply = isBinary ? null : answerTo(String(data));
      if (reply !== null) socket.send(reply);
    });
    if (strike(context, 'socketDropped', shop.shopId) !== null) socket.terminate();
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const url = new URL(request.url ?? '/', 'http://socket');
    const seller = context.accounts.sellerOfSocketToken(url.searchParams.get('token') ?? '');
    if (url.pathname !== SOCKET_PATH || seller === null) {
      stream.end(`HTTP/1.1 ${seller === null ? '401 Unauthorized' : '404 Not Found'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    acceptor.handleUpgrade(request, stream, head, (socket) => accept(socket, seller));
  };
  server.on('upgrade', upgrade);

  return {
    push({ shop }, entry) {
      const { shopId } = shop;
      const frame = pushFrame(entry, shop, context.now());
      if (strike(context, 'socketMuted', shopId) !== null) return;
      const delay = strike(context, 'socketDelayed', shopId);
      if (delay !== null) {
        context.later(delay.delayMs, () => send(shopId, frame));
        return;
      }
      const waiting = heldBack.get(shopId);
      if (waiting === undefined && strike(context, 'socketReordered', shopId) !== null) {
        heldBack.set(shopId, frame);
        return;
      }
      heldBack.delete(shopId);
      send(shopId, frame);
      if (strike(context, 'socketDuplicated', shopId) !== null) send(shopId, frame);
      if (waiting !== undefined) send(shopId, waiting);
    },
    drop(shopId) {
      const doomed = [...open].filter(([, owner]) => shopId === null || owner === shopId);
      for (const [socket] of doomed) socket.terminate();
      return doomed.length > 0;
    },
    close() {
      server.off('upgrade', upgrade);
      for (const socket of open.keys()) socket.terminate();
      acceptor.close();
    },
  };
}
