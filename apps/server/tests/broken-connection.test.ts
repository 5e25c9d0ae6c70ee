import { createServer, type Server } from 'node:net';
import { asAccountId } from '@pasar/domain';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, wholeAccount } from '../src/storage/database.ts';
import { withClient } from '../src/storage/with-client.ts';

/** A message of PostgreSQL's protocol: a letter, the length with itself, the content. */
function frame(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}
const AUTHENTICATED = frame('R', Buffer.alloc(4));
const READY = frame('Z', Buffer.from('I'));
const ENDED = frame('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

let server: Server | null = null;
afterEach(() => {
  server?.close();
});

/** A database that lets a client in and ends the connection at once. */
async function openEndingDatabase(): Promise<{ host: string; port: number; user: string; database: string }> {
  const opened = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const address = opened.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { host: '127.0.0.1', port: address.port, user: 'postgres', database: 'postgres' };
}

test('a connection that the database ends while the pool gives it out fails the call, and not the process', async () => {
  const database = openDatabase(await openEndingDatabase(), 'pasar_app', 1);
  const account = wholeAccount(asAccountId(crypto.randomUUID()));
  await expect(database.within(account, async (transaction) => transaction.query('select 1'))).rejects.toThrow();
  await database.close();
});

test('a connection of its own that the database ends fails the statement, and not the process', async () => {
  const config = await openEndingDatabase();
  await expect(withClient(config, (client) => client.query('select 1'))).rejects.toThrow();
});
