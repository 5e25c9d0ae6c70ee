import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { folderInMemory } from '../../tools/src/memory-folder.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** A server with an empty database, without marketplaces. */
export interface FreshServer {
  /** The link that it prints, by which its owner is created. */
  readonly link: string;
  stop(): Promise<void>;
}

/** Starts one with these settings beside its own; resolves when it listens. */
export async function startFresh(settings: Readonly<Record<string, string>>): Promise<FreshServer> {
  const folder = folderInMemory('demo');
  const server = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PASAR_PORT: '0', ...settings, PASAR_DATA: folder, PASAR_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async () => {
    server.kill();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  let output = '';
  const link = new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /^No account yet\. .* (http\S+#\S+)$/m.exec(output)?.[1];
      if (found !== undefined && /listens on/.test(output)) resolve(found);
    });
    void closed.then(() => reject(new Error(`the server ended: ${output}`)));
  });
  try {
    return { link: await link, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
