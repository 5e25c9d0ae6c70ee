import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { answerParent } from './child.ts';

/**
 * The least server that tells 500 browsers: every change is written once as JSON and sent to every socket without a
 * filter.
 */
const http = createServer();
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const address = z.object({ port: z.number() }).parse(http.address());

const told = z.object({ upTo: z.number(), changes: z.array(z.record(z.string(), z.unknown())) });
process.on('message', (message) => {
  const news = told.safeParse(message);
  if (!news.success) return;
  const frame = `{"type":"changes","upTo":${news.data.upTo},"changes":${JSON.stringify(news.data.changes)}}`;
  for (const socket of sockets.clients) socket.send(frame);
});

answerParent({ url: () => `ws://127.0.0.1:${address.port}` }, async () => {
  for (const socket of sockets.clients) socket.terminate();
  http.close();
});
