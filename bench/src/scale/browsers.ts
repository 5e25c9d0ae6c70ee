import { WebSocket } from 'ws';
import { z } from 'zod';
import { answerParent } from './child.ts';

/** Stands for the browsers of a desk: each holds one socket and notes the number up to which it was told. */
const opening = z.array(z.object({ url: z.string(), cookie: z.string() }));
const HEAD = /^\{"type":"changes","upTo":(\d+)/;
/** Bytes of a frame that are enough to find its number in. */
const HEAD_BYTES = 48;

const sockets: WebSocket[] = [];
const upTo: number[] = [];
let wanted = Number.POSITIVE_INFINITY;
let behind = 0;
let arrived: () => void = () => undefined;

async function open(about: unknown): Promise<number> {
  const all = opening.parse(about);
  await Promise.all(
    all.map(({ url, cookie }) => {
      const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false });
      const at = sockets.push(socket) - 1;
      upTo.push(0);
      socket.on('message', (data) => note(at, data));
      return new Promise<void>((resolve, reject) => {
        socket.once('open', () => resolve());
        socket.once('error', reject);
      });
    }),
  );
  return sockets.length;
}

function note(at: number, data: unknown): void {
  const head = Buffer.isBuffer(data) ? data.toString('latin1', 0, HEAD_BYTES) : '';
  if (head.startsWith('{"type":"reload"')) throw new Error('a browser fell so far behind that it was told to reload');
  const number = Number(HEAD.exec(head)?.[1] ?? 0);
  const wasBehind = (upTo[at] ?? 0) < wanted;
  upTo[at] = Math.max(upTo[at] ?? 0, number);
  if (!wasBehind || (upTo[at] ?? 0) < wanted) return;
  behind -= 1;
  if (behind === 0) arrived();
}

/** Resolves when every browser was told everything up to the number `about`. */
function until(about: unknown): Promise<void> {
  wanted = z.number().parse(about);
  behind = upTo.filter((number) => number < wanted).length;
  return new Promise((resolve) => {
    arrived = resolve;
    if (behind === 0) resolve();
  });
}

answerParent({ open, until }, async () => {
  for (const socket of sockets) socket.terminate();
});
