import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres.ts';
import { SecretBox } from '../../src/storage/secrets.ts';
import { copyCluster } from '../harness/database.ts';

export const OUTAGES = ['stopped', 'killed', 'frozen', 'full'] as const;
/**
 * `stopped`: shut down, every connection cut. `killed`: its postmaster is killed, as by the kernel when memory is
 * short. `frozen`: its processes live and answer nothing. `full`: it has no connection left for anybody, and its
 * clients lose theirs.
 */
export type Outage = (typeof OUTAGES)[number];

/** A real PostgreSQL of its own, which the test takes away and gives back at the same address. */
export class BreakableDatabase {
  readonly config: pg.ClientConfig;
  readonly secrets = new SecretBox(() => [Buffer.alloc(32, 7)]);
  readonly #folder: string;
  #owner: pg.Client;

  private constructor(folder: string, config: pg.ClientConfig, owner: pg.Client) {
    this.#folder = folder;
    this.config = config;
    this.#owner = owner;
  }

  static async open(): Promise<BreakableDatabase> {
    const folder = copyCluster();
    const { connection } = await startEmbeddedPostgres(folder, () => undefined);
    return new BreakableDatabase(folder, connection, await connected(connection));
  }

  /** Sees everything; a new client after each outage. */
  get owner(): pg.Client {
    return this.#owner;
  }

  /** Takes the database away; the result gives it back and resolves when it answers. */
  async fail(outage: Outage): Promise<() => Promise<void>> {
    const heal = await this.#broken(outage);
    return async () => {
      await heal();
      this.#owner = await connected(this.config);
    };
  }

  async #broken(outage: Outage): Promise<() => Promise<void>> {
    switch (outage) {
      case 'stopped':
        await this.#owner.end();
        await (await startEmbeddedPostgres(this.#folder, () => undefined)).stop();
        return () => this.#start();
      case 'killed': {
        await this.#owner.end();
        process.kill(this.#postmaster(), 'SIGKILL');
        return () => this.#start();
      }
      case 'frozen': {
        const found = await this.#owner.query<{ pid: number }>('select pid from pg_stat_activity');
        const pids = [this.#postmaster(), ...found.rows.map(({ pid }) => pid)];
        signal(pids, 'SIGSTOP');
        return async () => {
          signal(pids, 'SIGCONT');
          await this.#owner.end();
        };
      }
      case 'full': {
        const held = await this.#takeAll();
        return async () => {
          await Promise.all(held.map((client) => client.end()));
          await this.#owner.end();
        };
      }
    }
  }

  /** Ends the connections of all others and takes their places until none is left. */
  async #takeAll(): Promise<readonly pg.Client[]> {
    const held: pg.Client[] = [];
    const cut = () =>
      this.#owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and application_name <> 'taken' and pid <> pg_backend_pid()`,
      );
    for (let refusals = 0; refusals < 3; ) {
      await cut();
      try {
        held.push(await connected({ ...this.config, application_name: 'taken' }));
        refusals = 0;
      } catch {
        // `too many clients already`: some of them may be clients that have just connected and are cut next.
        refusals += 1;
      }
    }
    return held;
  }

  async #start(): Promise<void> {
    const { connection } = await startEmbeddedPostgres(this.#folder, () => undefined);
    if (connection.host !== this.config.host) throw new Error('the database is back at another address');
  }

  async close(): Promise<void> {
    await this.#owner.end();
    await (await startEmbeddedPostgres(this.#folder, () => undefined)).stop();
    rmSync(this.#folder, { recursive: true });
  }

  #postmaster(): number {
    return Number(readFileSync(join(this.#folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  }
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // An outage ends the client; the test opens another.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A process of the list has ended meanwhile.
    }
  }
}
