import { StartupError } from '@pasar/server';
import { buildProduct } from './build-product.ts';

/**
 * `npm run server`: the product alone, on the marketplaces that the environment names. With an argument nothing
 * is built.
 */
try {
  if (process.argv.length === 2) buildProduct((line) => console.log(line));
  await import('@pasar/server/main');
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
