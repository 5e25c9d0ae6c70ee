import { z } from 'zod';
import { parseExactJson } from '../../../packages/connectors/kit/src/exact-json.ts';
import { bareSockets } from './bare-sockets.ts';
import { answerParent } from './child.ts';

/**
 * Reads the crowd's messages with the least code and keeps nothing; with `JSON.parse`, which rounds long ids, or with
 * Pasar's parser, which keeps them exact.
 */
const environment = z.object({
  CROWD_CONNECTIONS: z.coerce.number().int().positive(),
  CROWD_ORIGIN: z.url(),
  CROWD_PARSER: z.enum(['plain', 'exact']).default('plain'),
});
const { CROWD_CONNECTIONS, CROWD_ORIGIN, CROWD_PARSER } = environment.parse(process.env);
let received = 0;
const sockets = bareSockets(
  { origin: CROWD_ORIGIN, connections: CROWD_CONNECTIONS },
  CROWD_PARSER === 'plain' ? JSON.parse : parseExactJson,
  () => {
    received += 1;
  },
);
answerParent({ open: () => sockets.open(), received: () => received }, async () => sockets.close());
