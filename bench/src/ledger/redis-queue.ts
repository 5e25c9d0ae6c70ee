import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const QUEUE = 'bench';

export interface RedisQueue {
  /** Jobs a second, from the start of the workers until the result of the last job is stored. */
  jobs(payloads: readonly object[], atOnce: number, work: (payload: unknown) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/**
 * BullMQ on a Redis of its own that writes its log to the disk every second, as its documentation advises for queues. Null
 * where no Redis is installed.
 */
export async function openRedisQueue(): Promise<RedisQueue | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pasar-redis-'));
  const path = join(folder, 'socket');
  const server = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', '', '--appendonly', 'yes'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for await (const line of createInterface(server.stdout)) if (/ready to accept connections/i.test(line)) break;
  const connect = () => new Redis({ path, maxRetriesPerRequest: null });
  return {
    async jobs(payloads, atOnce, work) {
      const connection = connect();
      const queue = new Queue(QUEUE, { connection });
      await queue.addBulk(payloads.map((data) => ({ name: QUEUE, data, opts: { removeOnComplete: true } })));
      let done = 0;
      const finished = Promise.withResolvers<void>();
      const worker = new Worker(QUEUE, async (job) => work(job.data), {
        connection,
        concurrency: atOnce,
        autorun: false,
      });
      worker.on('completed', () => {
        done += 1;
        if (done === payloads.length) finished.resolve();
      });
      worker.on('failed', (_, error) => finished.reject(error));
      worker.on('error', finished.reject);
      try {
        const startedAt = performance.now();
        worker.run().catch(finished.reject);
        await finished.promise;
        return (payloads.length / (performance.now() - startedAt)) * 1_000;
      } finally {
        await worker.close();
        await queue.close();
        connection.disconnect();
      }
    },
    async close() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
