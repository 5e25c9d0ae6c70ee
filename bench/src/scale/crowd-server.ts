import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type ConnectionPlan, provisionTenant } from '../../../apps/server/src/features/account/provision.ts';
import { SESSION_COOKIE } from '../../../apps/server/src/http/cookies.ts';
import { SecretBox } from '../../../apps/server/src/storage/secrets.ts';

import { type Child, startChild } from './child.ts';
import {
  COUNTRY,
  CROWD_PASSWORD,
  type Crowd,
  identifierOf,
  loginsOf,
  marketplacesAt,
  STAMP,
  shopIdOf,
} from './crowd.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
const POLL_MS = 200;
const PATIENCE_MS = 120_000;
const place = z.object({ url: z.string(), database: z.custom<pg.ClientConfig>((value) => typeof value === 'object') });
const count = z.object({ count: z.number() });

/** Pasar's server process on a database of its own. */
export interface MeasuredServer {
  readonly child: Child;
  readonly url: string;
  /** A client that is signed in as the owner of the database cluster. */
  readonly owner: pg.Client;
  readonly database: pg.ClientConfig;
  stop(): Promise<void>;
}

export async function startMeasuredServer(shopeeOrigin: string, role: 'all' | 'web'): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pasar-bench-'));
  const child = await startChild(new URL('./server.ts', import.meta.url), {
    PASAR_DATA: folder,
    PASAR_PORT: '0',
    PASAR_ROLE: role,
    PASAR_LOG_LEVEL: 'fatal',
    PASAR_MASTER_KEY: MASTER_KEY.toString('base64'),
    PASAR_MARKETPLACES: marketplacesAt(shopeeOrigin),
  });
  const { url, database } = await child.ask(place, 'where');
  const owner = new pg.Client(database);
  await owner.connect();
  return {
    child,
    url,
    owner,
    database,
    stop: async () => {
      await owner.end();
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const usernameOf = (account: number): string => `crowd-${account}@x`;

/** Creates the crowd's sellers and their logins; the server's engine finds them and takes them over by itself. */
export async function provisionCrowd(server: MeasuredServer, crowd: Crowd): Promise<void> {
  const secrets = new SecretBox(() => [MASTER_KEY]);
  for (let account = 0; account < crowd.accounts; account += 1) {
    const connections = loginsOf(crowd, account).map(
      (login): ConnectionPlan => ({
        marketplace: 'shopee',
        identifier: identifierOf(login),
        password: CROWD_PASSWORD,
        country: COUNTRY,
        shops: [{ platformShopId: shopIdOf(login), name: `Crowd ${login}`, country: COUNTRY, isCb: false }],
      }),
    );
    const username = usernameOf(account);
    const main = { username, password: CROWD_PASSWORD, name: username };
    await provisionTenant(server.database, secrets, { name: username, main, subAccounts: [], connections });
  }
  await server.owner.query('analyze');
}

export const liveCount = (server: MeasuredServer): Promise<number> =>
  ask(server, "select count(*)::int as count from connection where state = 'live'");
export const messageCount = (server: MeasuredServer): Promise<number> =>
  ask(server, 'select count(*)::int as count from message');

async function ask(server: MeasuredServer, text: string): Promise<number> {
  const found = await server.owner.query(text);
  return count.parse(found.rows[0]).count;
}

/**
 * Polls `read` until it gives `wanted`; resolves with the milliseconds. @throws Error with the last value on a timeout.
 */
export async function until(what: string, wanted: number, read: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const value = await read();
    const tookMs = performance.now() - startedAt;
    if (value === wanted) return tookMs;
    if (tookMs > PATIENCE_MS) throw new Error(`${what}: ${value} instead of ${wanted}`);
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
}

/** The cookie of a session of this member. The row is inserted directly, so that no password is hashed in a bench. */
export async function openSession(server: MeasuredServer, username: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.owner.query(
    `insert into session (token_hash, account_id, member_id, expires_at)
     select $1, account_id, member_id, now() + interval '1 hour' from member where username = $2`,
    [createHash('sha256').update(token).digest(), username],
  );
  return `${SESSION_COOKIE}=${token}`;
}

/** A window of one seller that notes how long each buyer's message took to reach it. */
export interface Watch {
  /** Milliseconds from the buyer's press of the key to this window, by login. Empties the record. */
  take(): Map<number, number[]>;
  close(): void;
}

/** Opens a window of the account's seller that measures messages of these logins only. */
export async function watch(server: MeasuredServer, account: number, logins: ReadonlySet<number>): Promise<Watch> {
  const cookie = await openSession(server, usernameOf(account));
  const head = await ask(
    server,
    `select seq::int as count from account_counter join member using (account_id)
     where username = '${usernameOf(account)}'`,
  );
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live?since=${head}`, {
    headers: { cookie },
  });
  let delays = new Map<number, number[]>();
  const seen = new Set<string>();
  // A message stands in a frame twice. The frame's text is searched and not parsed, because a flood comes through here,
  // too.
  socket.on('message', (data) => {
    const now = Date.now();
    for (const [stamp, login, at] of String(data).matchAll(STAMP)) {
      if (!logins.has(Number(login)) || seen.has(stamp)) continue;
      seen.add(stamp);
      const known = delays.get(Number(login)) ?? [];
      delays.set(Number(login), known);
      known.push(now - Number(at));
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    take() {
      const taken = delays;
      delays = new Map();
      return taken;
    },
    close: () => socket.terminate(),
  };
}
