import { fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { StartupError } from '@pasar/server';
import { z } from 'zod';
import { IS_BUILT } from './build-product.ts';

/** The simulator stands beside a built launcher (`build-programs.ts`); otherwise it runs as it is written. */
const PROGRAM = IS_BUILT
  ? join(dirname(import.meta.filename), 'simulator.js')
  : join(import.meta.dirname, '../../apps/simulator/src/main.ts');

/** The simulator in a process of its own. */
export interface SimulatorProcess {
  readonly controlOrigin: string;
  /** The value for PASAR_MARKETPLACES. */
  readonly marketplaces: Record<string, unknown>;
  /** The value for PASAR_SMTP_URL. */
  readonly mailUrl: string;
  stop(): Promise<void>;
}

const ready = z.object({
  controlOrigin: z.string(),
  origins: z.object({ shopee: z.string(), lazada: z.string(), tiktok: z.string() }),
  mailUrl: z.string(),
  keys: z.object({ appKey: z.string(), salt: z.string() }),
});
/** Application id and platform id of the chat socket, seen in public captures. */
const TIKTOK_IDS = { aid: 5341, fpid: 92 };

/** Under `node --watch` a process reports every file that it loads in messages of this form. */
const ofWatcher = z.record(z.templateLiteral(['watch:', z.string()]), z.unknown());

/**
 * Starts the simulator. @throws StartupError with the reason that the simulator printed; Error with its output for a
 * bug.
 */
export function startSimulatorProcess(port: number, dataFolder: string): Promise<SimulatorProcess> {
  const child = fork(PROGRAM, {
    env: { ...process.env, PASAR_SIMULATOR_PORT: String(port), PASAR_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A process group of its own: Ctrl-C reaches only the launcher, which stops the server first. When the launcher is
    // killed, the IPC channel breaks and the simulator closes by itself.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('message', (message) => {
      // Passes the report on, so that the watcher of this process watches the simulator's files, too.
      if (ofWatcher.safeParse(message).success) return void process.send?.(message);
      const { controlOrigin, origins, mailUrl, keys } = ready.parse(message);
      const stop = async () => {
        child.kill('SIGTERM');
        await exited;
      };
      resolve({
        controlOrigin,
        marketplaces: {
          ...describeMarketplaces(origins, keys),
          pictureOrigins: [controlOrigin, ...Object.values(origins)],
        },
        mailUrl,
        stop,
      });
    });
    child.once('error', reject);
    void exited.then(() => reject(whyEnded(errors)));
  });
}

function whyEnded(errors: string): Error {
  const reason = /^simulator: .*$/m.exec(errors)?.[0];
  if (reason !== undefined) return new StartupError(`The ${reason}`);
  return errors.trim() === '' ? new StartupError('The simulator was stopped.') : new Error(errors.trim());
}

function describeMarketplaces(
  { shopee, lazada, tiktok }: z.infer<typeof ready>['origins'],
  { appKey, salt }: z.infer<typeof ready>['keys'],
): Record<string, unknown> {
  const socket = (origin: string) => origin.replace(/^http/, 'ws');
  return {
    shopee: {
      sellerOrigin: shopee,
      alternateSellerOrigin: shopee,
      socketOrigin: socket(shopee),
      mallOrigin: shopee,
      imageOrigin: shopee,
      signatureKey: appKey,
    },
    lazada: { gatewayOrigin: lazada, sellerOrigin: lazada, accsOrigin: socket(lazada), appKey },
    tiktok: { sellerOrigin: tiktok, globalOrigin: tiktok, ...TIKTOK_IDS, appKey, salt },
  };
}
