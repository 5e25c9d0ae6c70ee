import { buildWeb } from './build-web.ts';

/** `npm run server`: the product alone, on the marketplaces that the environment names. */
buildWeb((line) => console.log(line));
await import('@pasar/server/main');
