import { fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

/** The marketplaces in a process of their own. */
export interface SimulatorProcess {
  readonly controlOrigin: string;
  /** What PASAR_MARKETPLACES takes. */
  readonly marketplaces: Record<string, unknown>;
  stop(): Promise<void>;
}

const ready = z.object({
  controlOrigin: z.string(),
  origins: z.object({ shopee: z.string(), lazada: z.string(), tiktok: z.string() }),
  keys: z.object({ appKey: z.string(), salt: z.string() }),
});
/** Application and platform id of the chat socket (facts of the wire: seen in public captures). */
const TIKTOK_IDS = { aid: 5341, fpid: 92 };

/** Starts it. @throws Error with the last line it said. */
export function startSimulatorProcess(port: number, dataFolder: string): Promise<SimulatorProcess> {
  // under a watcher a child reports every file it loads on the very channel that it answers on.
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env;
  const child = fork(join(import.meta.dirname, '../../apps/simulator/src/main.ts'), {
    env: { ...environment, PASAR_SIMULATOR_PORT: String(port), PASAR_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // its own group: Ctrl-C reaches the launcher alone, which stops the server first.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-2_000);
    });
    child.once('message', (message) => {
      const { controlOrigin, origins, keys } = ready.parse(message);
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
        stop,
      });
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(errors.trim().split('\n').at(-1) || 'The simulator ended.')));
  });
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
