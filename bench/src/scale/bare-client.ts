import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { answerParent } from './child.ts';
import { CROWD_PASSWORD, identifierOf } from './crowd.ts';

/**
 * The least code that reads the same messages: a plain `ws` for every login, `JSON.parse` of the frame (and of a
 * message that stands in the frame as text), and the ping that keeps the socket open. It checks and keeps nothing, and
 * rounds long ids.
 */
const environment = z.object({ CROWD_CONNECTIONS: z.coerce.number().int().positive(), CROWD_ORIGIN: z.url() });
const { CROWD_CONNECTIONS, CROWD_ORIGIN } = environment.parse(process.env);
const AT_ONCE = 50;
const opening = z.object({ pingInterval: z.number() });

const sockets: WebSocket[] = [];
const timers: NodeJS.Timeout[] = [];
let received = 0;

async function open(login: number): Promise<void> {
  const cookie = await logIn(login);
  const address = `${CROWD_ORIGIN.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket`;
  const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('42')) {
        const [, { message_content: content }] = JSON.parse(text.slice(2));
        if (typeof content === 'string') JSON.parse(content);
        received += 1;
      } else if (text.startsWith('0')) {
        const { pingInterval } = opening.parse(JSON.parse(text.slice(1)));
        timers.push(setInterval(() => socket.send('2'), pingInterval));
      } else if (text === '40') resolve();
    });
  });
}

async function logIn(login: number): Promise<string> {
  const md5 = createHash('md5').update(CROWD_PASSWORD).digest('hex');
  const passwordHash = createHash('sha256').update(md5).digest('hex');
  const response = await fetch(`${CROWD_ORIGIN}/api/v2/login/?SPC_CDS=bare`, {
    method: 'POST',
    body: new URLSearchParams({ username: identifierOf(login), password_hash: passwordHash }),
  });
  await response.arrayBuffer();
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function openAll(): Promise<number> {
  const logins = Array.from({ length: CROWD_CONNECTIONS }, (_, login) => login);
  const worker = async () => {
    for (let login = logins.shift(); login !== undefined; login = logins.shift()) await open(login);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sockets.length;
}

answerParent({ open: openAll, received: () => received }, async () => {
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.terminate();
});
