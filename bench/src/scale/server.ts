import { readConfig } from '../../../apps/server/src/config.ts';
import { startServer } from '../../../apps/server/src/server.ts';
import { answerParent } from './child.ts';

/** Pasar's whole server, unchanged, as a process that can be measured. */
const server = await startServer({
  config: readConfig(process.env),
  version: '0.0.0',
  webFolder: null,
  demoLogin: null,
  say: () => undefined,
});
answerParent({ where: () => ({ url: server.url, database: server.database }) }, () => server.stop());
