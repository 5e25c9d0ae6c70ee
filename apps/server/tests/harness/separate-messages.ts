import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';

/** Turns of the event loop in which a client of this process reads what it was sent. */
const TURNS = 3;
/** A message of PostgreSQL is a kind in one byte, and a length in four that counts itself. */
const KIND_BYTES = 1;
const HEAD_BYTES = 5;

/**
 * A socket in `folder` before the database of `config`, which hands each of its messages on by itself, so that a client
 * reads no two of them at once, as over a slow network.
 */
export async function separateMessages(
  { host, port = 5432 }: pg.ClientConfig,
  folder: string,
): Promise<{ readonly close: () => Promise<void> }> {
  const name = `.s.PGSQL.${port}`;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = createConnection(join(host ?? '', name));
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    client.pipe(database);
    void handOn(database, client);
  });
  server.listen(join(folder, name));
  await once(server, 'listening');
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function handOn(from: Socket, to: Socket): Promise<void> {
  let held: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of from) {
      held = Buffer.concat([held, chunk]);
      for (let length = messageLength(held); length > 0 && length <= held.length; length = messageLength(held)) {
        to.write(held.subarray(0, length));
        held = held.subarray(length);
        for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      }
    }
    to.end();
  } catch {
    to.destroy();
  }
}

/** 0: the head of the message is not there yet. */
const messageLength = (bytes: Buffer): number =>
  bytes.length < HEAD_BYTES ? 0 : KIND_BYTES + bytes.readUInt32BE(KIND_BYTES);
