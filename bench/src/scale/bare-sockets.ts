import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { CROWD_PASSWORD, identifierOf } from './crowd.ts';

/**
 * The least code that reads the crowd's messages: a plain `ws` for every login, one parse of the frame (and of a message
 * that stands in the frame as text), and the ping that keeps the socket open. It checks nothing.
 */
const AT_ONCE = 50;
const opening = z.object({ pingInterval: z.number() });

export interface BareSockets {
  /** Resolves with the number of open sockets. */
  open(): Promise<number>;
  close(): void;
}

export function bareSockets(
  { origin, connections }: { readonly origin: string; readonly connections: number },
  parse: typeof JSON.parse,
  onMessage: (content: unknown, login: number) => void,
): BareSockets {
  const sockets: WebSocket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const open = async (login: number): Promise<void> => {
    const cookie = await logIn(origin, login);
    const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket`;
    const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.on('message', (data) => {
        const text = String(data);
        if (text.startsWith('42')) {
          const [, envelope] = parse(text.slice(2));
          const { message_content: content } = envelope.data ?? envelope;
          onMessage(typeof content === 'string' ? parse(content) : content, login);
        } else if (text.startsWith('0')) {
          const { pingInterval } = opening.parse(JSON.parse(text.slice(1)));
          timers.push(setInterval(() => socket.send('2'), pingInterval));
        } else if (text === '40') resolve();
      });
    });
  };
  return {
    async open() {
      const logins = Array.from({ length: connections }, (_, login) => login);
      const worker = async () => {
        for (let login = logins.shift(); login !== undefined; login = logins.shift()) await open(login);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      return sockets.length;
    },
    close() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function logIn(origin: string, login: number): Promise<string> {
  const md5 = createHash('md5').update(CROWD_PASSWORD).digest('hex');
  const passwordHash = createHash('sha256').update(md5).digest('hex');
  const response = await fetch(`${origin}/api/v2/login/?SPC_CDS=bare`, {
    method: 'POST',
    body: new URLSearchParams({ username: identifierOf(login), password_hash: passwordHash }),
  });
  await response.arrayBuffer();
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
