import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { z } from 'zod';
import { PooledClient } from '../../src/storage/pooled-client.ts';

/**
 * Tells its parent how many megabytes came to the old objects of this process while pages were read, by the product's client and by
 * the driver's. It runs alone in its process: what other test files hold would decide when the collector works.
 */
const connection = z.object({ host: z.string(), user: z.string(), password: z.string(), database: z.string() });
const config = connection.parse(JSON.parse(process.env.TEST_DATABASE ?? ''));

const PAGE = {
  name: 'page',
  text: "select g, repeat('message ', 20) || g as said, md5(g::text) as id from generate_series(1, 200) g",
};
const PAGES = 400;

const collectorSchema = z.custom<(options: { readonly type: 'major' | 'minor' }) => void>(
  (value) => typeof value === 'function',
);
setFlagsFromString('--expose-gc');
const collect = collectorSchema.parse(runInNewContext('gc'));

const oldMB = (): number =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0) / 1_000_000;

/** A full collection takes some of them away at a moment of its own choice, so what came is added up page by page. */
async function grownOld(Client: typeof pg.Client): Promise<number> {
  const pool = new pg.Pool({ ...config, Client, max: 1, query_timeout: 60_000 });
  const read = async (pages: number): Promise<number> => {
    const client = await pool.connect();
    let grownMB = 0;
    let lastMB = oldMB();
    for (let page = 0; page < pages; page += 1) {
      const { rows } = await client.query(PAGE);
      if (rows.length !== 200) throw new Error(`a page has ${rows.length} rows`);
      // Twice: an object that has outlived two collections of the young is old.
      if (page % 20 === 0) for (let time = 0; time < 2; time += 1) collect({ type: 'minor' });
      const nowMB = oldMB();
      grownMB += Math.max(0, nowMB - lastMB);
      lastMB = nowMB;
    }
    client.release();
    return grownMB;
  };
  try {
    await read(20);
    collect({ type: 'major' });
    return await read(PAGES);
  } finally {
    await pool.end();
  }
}

const ours = await grownOld(PooledClient);
const drivers = await grownOld(pg.Client);
process.send?.({ ours, drivers });
process.disconnect();
