import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { createAccount } from './create-account.ts';
import { startServer } from './server.ts';
import { StartupError } from './startup-error.ts';

const packageFile = z.object({ version: z.string() });

/**
 * The server's process: reads the environment, runs one server, stops at a signal. With `create-account` it makes one
 * account and ends; with another command it looks after the installation, says what it did, and ends.
 */
async function main(): Promise<void> {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'create-account') {
    console.log(`Made the account of ${await createAccount(readConfig(process.env), words, process.env)}.`);
    return;
  }
  if (command === 'doctor') {
    const { examine, report } = await import('./doctor/doctor.ts');
    const { lines, isHealthy } = report(await examine(process.env));
    console.log(lines.join('\n'));
    process.exitCode = isHealthy ? 0 : 1;
    return;
  }
  if (command === 'backup' || command === 'restore') {
    const { runBackup, runRestore } = await import('./backup/commands.ts');
    const run = command === 'backup' ? runBackup : runRestore;
    console.log(await run(readConfig(process.env), words, process.env));
    return;
  }
  if (command === 'export-account') {
    const { runExportAccount } = await import('./export-account.ts');
    const say = (line: string) => console.log(line);
    console.log(await runExportAccount(readConfig(process.env), words, process.env, say));
    return;
  }
  if (command === 'rotate-key') {
    const { rotateKey } = await import('./rotation/rotate-key.ts');
    console.log(await rotateKey(readConfig(process.env)));
    return;
  }
  if (command === 'upgrade-database') {
    const { upgradeDatabase } = await import('./upgrade/upgrade-database.ts');
    console.log(await upgradeDatabase(readConfig(process.env), words, process.env));
    return;
  }
  if (command !== undefined) {
    throw new StartupError(
      `Unknown command ${command}. The commands are create-account, export-account, doctor, backup, restore, rotate-key and upgrade-database.`,
    );
  }
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')));
  const stopping = interrupted();
  const server = await startServer({
    config: readConfig(process.env),
    version,
    webFolder: join(import.meta.dirname, '../../web/dist'),
    demoLogin: null,
    say: (line) => console.log(line),
  });
  console.log(`Pasar listens on ${server.url}`);
  if (server.metricsUrl !== null) console.log(`Prometheus finds the metrics at ${server.metricsUrl}`);
  await stopping;
  console.log('Stopping…');
  await server.stop();
  // A part that could not stop in time, such as a query of a frozen database, would keep the process running.
  process.exit();
}

/** Listens from the start, so that a signal during the start ends the server cleanly once it is up. */
const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

// A full disk or a closed pipe must not end the process: the health check tells of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch((error) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
});
