import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { provisionTenant, readConfig, StartupError, startServer } from '@pasar/server';
import { MODEL_KEY, MODEL_NAME, SMS_ACCESS, TRANSLATION_KEY } from '@pasar/simulator';
import { z } from 'zod';
import { buildProduct, IS_BUILT } from './build-product.ts';
import { WEB_FOLDER } from './build-web.ts';
import { DEMO_LOGIN, planDemoTenants } from './demo-tenants.ts';
import { startSimulatorProcess } from './simulator-process.ts';

const simulatorPort = z.coerce.number().int().min(0).max(65_531).default(4_100);
/** Where Vite serves the desk under `npm run dev` (apps/web/vite.config.ts). */
const VITE_DESK = 'http://127.0.0.1:5173';
const packageFile = z.object({ version: z.string() });

/**
 * `npm start`: starts the simulator and the server, and prints their addresses. With `--vite`, which `npm run dev`
 * passes, Vite serves the desk and no client is built.
 */
async function main(): Promise<void> {
  const startedAt = performance.now();
  const say = (line: string) => console.log(`  ${line}`);
  const isOfVite = process.argv.includes('--vite');
  const port = readSimulatorPort();
  const { version } = packageFile.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')),
  );
  console.log(`Pasar ${version}`);
  const dataFolder = resolve(process.env.PASAR_DATA || '.pasar');
  const stopping = interrupted();
  say('Starting the marketplaces…');
  const simulator = startSimulatorProcess(port, dataFolder);
  // A failure is handled where the simulator is awaited.
  simulator.catch(() => undefined);
  try {
    if (!isOfVite && !IS_BUILT) {
      // A second copy fails at the simulator's ports, before it changes the first one's files.
      await simulator;
      buildProduct(say);
    }
    const env = {
      PASAR_LOG_LEVEL: 'warn',
      ...process.env,
      PASAR_DATA: dataFolder,
      // The simulated marketplaces are on this machine.
      PASAR_ALLOW_LOOPBACK: 'true',
      // So that a webhook can be tried on this machine.
      PASAR_WEBHOOK_PRIVATE: 'true',
    };
    const server = await startServer({
      config: readConfig(env),
      wholeConfig: async () => {
        const { controlOrigin, mailUrl, marketplaces } = await simulator;
        return readConfig({
          PASAR_EXIT_PROBE: `${controlOrigin}/sim/exit`,
          PASAR_TRANSLATE_URL: `${controlOrigin}/sim/libretranslate`,
          PASAR_TRANSLATE_KEY: TRANSLATION_KEY,
          PASAR_DRAFT_URL: `${controlOrigin}/sim/openai/v1`,
          PASAR_DRAFT_KEY: MODEL_KEY,
          PASAR_DRAFT_MODEL: MODEL_NAME,
          PASAR_SMTP_URL: mailUrl,
          PASAR_MAIL_FROM: 'Pasar <desk@pasar.example>',
          PASAR_SMS_PROVIDER: 'aliyun',
          PASAR_SMS_URL: `${controlOrigin}/sim/dysms`,
          PASAR_SMS_KEY_ID: SMS_ACCESS.keyId,
          PASAR_SMS_KEY_SECRET: SMS_ACCESS.keySecret,
          PASAR_SMS_SIGN_NAME: SMS_ACCESS.signName,
          PASAR_SMS_TEMPLATE: SMS_ACCESS.template,
          PASAR_REGISTRATION: 'open',
          ...env,
          PASAR_MARKETPLACES: JSON.stringify(marketplaces),
        });
      },
      version,
      webFolder: isOfVite ? null : WEB_FOLDER,
      demoLogin: DEMO_LOGIN,
      say,
      prepare: async (database, secrets) => {
        const { controlOrigin } = await simulator;
        for (const plan of await planDemoTenants(controlOrigin)) await provisionTenant(database, secrets, plan);
      },
    });
    const { controlOrigin } = await simulator;
    console.log(table(isOfVite ? VITE_DESK : server.url, controlOrigin, performance.now() - startedAt));
    await stopping;
    console.log('\n  Stopping…');
    await server.stop();
  } finally {
    await simulator.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  }
  // Ends even if a part did not stop in time, such as a query of a frozen database, which would keep the process alive.
  process.exit();
}

function readSimulatorPort(): number {
  const parsed = simulatorPort.safeParse(process.env.PASAR_SIMULATOR_PORT || undefined);
  if (parsed.success) return parsed.data;
  throw new StartupError(`PASAR_SIMULATOR_PORT: ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}

const interrupted = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });

function table(desk: string, phone: string, tookMs: number): string {
  const rows = [
    ['The desk', desk],
    ["The buyer's phone", phone],
    ['Mails and codes', `${phone}/letters`],
    ['Log in with', `${DEMO_LOGIN.username}   ${DEMO_LOGIN.password}`],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(20)}${value}`);
  return ['', ...lines, '', `  Ready in ${(tookMs / 1_000).toFixed(1)} s. Ctrl-C stops everything.`].join('\n');
}

main().catch((error) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
});
