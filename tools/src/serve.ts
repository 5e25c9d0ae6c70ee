import { StartupError } from '@pasar/server';
import { buildWeb } from './build-web.ts';

/**
 * `npm run server`: the product alone, on the marketplaces that the environment names. With an argument the web client
 * is not built.
 */
try {
  if (process.argv.length === 2) buildWeb((line) => console.log(line));
  await import('@pasar/server/main');
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
