import { once } from 'node:events';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { parseExactJson } from '../../../packages/connectors/kit/src/exact-json.ts';
import { bareSockets } from '../scale/bare-sockets.ts';
import { answerParent } from '../scale/child.ts';

/**
 * The least code that stores and tells the crowd's messages: the bare client with the exact parser, one insert for the
 * messages of an account that came within a tenth of a second, and one `ws.send` of them to the account's window. It
 * keeps no counters, no order of conversations and no lease, and a message that comes twice ends it.
 */
const environment = z.object({
  CROWD_CONNECTIONS: z.coerce.number().int().positive(),
  CROWD_ACCOUNTS: z.coerce.number().int().positive(),
  CROWD_ORIGIN: z.url(),
  PLAIN_DATABASE: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
});
const { CROWD_CONNECTIONS, CROWD_ACCOUNTS, CROWD_ORIGIN, PLAIN_DATABASE } = environment.parse(process.env);
const GATHERED_MS = 100;
const message = z.looseObject({ id: z.string(), conversation_id: z.string(), shop_id: z.string() });

/** The columns and indexes of Pasar's messages. */
const TABLE = `create table message (message_id uuid primary key default uuidv7(), account_id uuid not null,
  shop_id uuid not null, conversation_id uuid not null, platform_message_id text not null, position bigint not null,
  sent_at bigint not null, author text not null, content jsonb not null, status text not null default 'available',
  quote jsonb, marks text[] not null default '{}', client_id uuid, unique (shop_id, platform_message_id));
  create index on message (conversation_id, position, platform_message_id)`;
const INSERT = `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author,
  content) select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::jsonb[])`;

const pool = new pg.Pool({ ...PLAIN_DATABASE, options: '-c plan_cache_mode=force_generic_plan', max: 10 });
await pool.query(TABLE);
const windows = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(windows, 'listening');
const { port } = z.object({ port: z.number() }).parse(windows.address());
const windowsOf = [...Array(CROWD_ACCOUNTS).keys()].map(() => new Set<import('ws').WebSocket>());
windows.on('connection', (socket, request) => windowsOf[Number(request.url?.slice(1))]?.add(socket));

/** Any number as an id. */
const idOf = (number: string) => `00000000-0000-4000-8000-${BigInt(number).toString(16).padStart(12, '0').slice(-12)}`;
const waiting = windowsOf.map((): z.infer<typeof message>[] => []);
let stored = 0;

async function store(account: number): Promise<void> {
  const batch = waiting[account]?.splice(0) ?? [];
  await pool.query({
    name: 'store',
    text: INSERT,
    values: [
      idOf(String(account)),
      batch.map((item) => idOf(item.shop_id)),
      batch.map((item) => idOf(item.conversation_id)),
      batch.map((item) => item.id),
      batch.map((item) => item.id),
      batch.map(() => Date.now()),
      batch.map(() => 'buyer'),
      batch.map((item) => JSON.stringify(item.content)),
    ],
  });
  const frame = JSON.stringify({ type: 'changes', changes: batch });
  for (const socket of windowsOf[account] ?? []) socket.send(frame);
  stored += batch.length;
}

const sockets = bareSockets(
  { origin: CROWD_ORIGIN, connections: CROWD_CONNECTIONS },
  parseExactJson,
  (content, login) => {
    const account = login % CROWD_ACCOUNTS;
    if (waiting[account]?.length === 0) setTimeout(() => void store(account), GATHERED_MS);
    waiting[account]?.push(message.parse(content));
  },
);
answerParent({ open: () => sockets.open(), received: () => stored, url: () => `ws://127.0.0.1:${port}` }, async () => {
  sockets.close();
  for (const socket of windows.clients) socket.terminate();
  windows.close();
  await pool.end();
});
