import { StartupError } from '@pasar/server';
import { buildProduct } from './build-product.ts';

/** `npm run build`: what the first start would build, for a server that may not write into its own folder. */
try {
  buildProduct((line) => console.log(line));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
