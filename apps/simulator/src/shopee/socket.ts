/**
 * `/socket.io/?EIO=3&transport=websocket`: Engine.IO 3 and Socket.IO 2 text frames (facts 1.6). The server opens with
 * `0{...}` and `40`, answers the client's ping `2` with `3`, and pushes as `42["message", envelope]`.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Login } from '../world/types.ts';
import { type ShopeeContext, strike } from './context.ts';
import { readCookies } from './http.ts';
import { writeJson } from './json.ts';

export const SOCKET_PATH = '/socket.io/';
/**
 * Milliseconds (our choice). Engine.IO's defaults are 25 s and 5 s; a shorter interval shows a dead connection sooner.
 */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5_000;

export interface ChatSockets {
  /** Sends to every open socket of every login that serves the shop. */
  tell(shopId: string, envelope: unknown): void;
  /** Cuts the open sockets of the shop (null: of all shops); true when there was one. */
  drop(shopId: string | null): boolean;
  /** Sends a disconnect (`41`) to the sockets of these logins, because their session has ended. */
  dismiss(logins: readonly Login[]): void;
  close(): void;
}

interface Client {
  readonly ws: WebSocket;
  readonly login: Login;
}

export function attachSockets(server: Server, context: ShopeeContext): ChatSockets {
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const clients = new Set<Client>();
  const serves = ({ login }: Client, shopId: string | null): boolean =>
    shopId === null || login.shopIds.includes(shopId);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An error on a raw connection ends only that connection.
    socket.on('error', () => socket.destroy());
    const login = loginOf(context, request);
    if (login === null) return refuse(socket, 403, { message: 'token not found' });
    wss.handleUpgrade(request, socket, head, (ws) => {
      const client = { ws, login };
      clients.add(client);
      ws.on('close', () => clients.delete(client));
      converse(client, context);
    });
  });

  return {
    tell(shopId, envelope) {
      const frame = `42${writeJson(['message', envelope])}`;
      for (const client of clients) if (serves(client, shopId)) client.ws.send(frame);
    },
    drop(shopId) {
      const open = [...clients].filter((client) => serves(client, shopId));
      for (const { ws } of open) ws.terminate();
      return open.length > 0;
    },
    dismiss(logins) {
      for (const { ws, login } of clients) {
        if (!logins.includes(login)) continue;
        ws.send('41');
        ws.close();
      }
    },
    close() {
      for (const { ws } of clients) ws.terminate();
      wss.close();
    },
  };
}

/** Cookies open the socket (seen). ours: a webchat token in the query does, too, because today's login is not known. */
function loginOf(context: ShopeeContext, request: IncomingMessage): Login | null {
  const url = new URL(request.url ?? '/', 'http://shopee');
  if (url.pathname !== SOCKET_PATH || url.searchParams.get('EIO') !== '3') return null;
  if (url.searchParams.get('transport') !== 'websocket') return null;
  const cookies = readCookies(request.headers.cookie);
  return (
    context.accounts.session(cookies.SPC_EC) ??
    context.accounts.session(cookies.SPC_CNSC_SESSION) ??
    context.accounts.token(url.searchParams.get('token') ?? undefined)
  );
}

function refuse(socket: Duplex, status: number, body: unknown): void {
  const text = writeJson(body);
  socket.end(
    `HTTP/1.1 ${status} Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` +
      `connection: close\r\n\r\n${text}`,
  );
}

function converse({ ws, login }: Client, context: ShopeeContext): void {
  let deadline: NodeJS.Timeout | null = null;
  const expectPing = (): void => {
    if (deadline !== null) clearTimeout(deadline);
    deadline = setTimeout(() => ws.terminate(), PING_INTERVAL_MS + PING_TIMEOUT_MS);
  };
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    if (deadline !== null) clearTimeout(deadline);
  });
  ws.on('message', (data) => {
    const text = data.toString();
    if (text.startsWith('2')) {
      expectPing();
      ws.send(`3${text.slice(1)}`);
    } else if (text === '1' || text === '41') ws.close();
  });
  ws.send(
    `0${writeJson({ sid: randomUUID(), upgrades: [], pingInterval: PING_INTERVAL_MS, pingTimeout: PING_TIMEOUT_MS })}`,
  );
  ws.send('40');
  expectPing();
  // A drop that found no open socket strikes the next socket that opens.
  if (login.shopIds.some((shopId) => strike(context, 'socketDropped', shopId) !== null)) ws.terminate();
}
