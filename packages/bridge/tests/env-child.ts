/**
 * `route-faults.test.ts` runs this with proxy variables in the environment: one request and one socket, both direct.
 */
import { randomUUID } from 'node:crypto';
import { createBridge, systemClock } from '../src/index.ts';

const bridge = createBridge({ storedCookies: null, clock: systemClock, uuid: randomUUID, route: { kind: 'direct' } });
const origin = `127.0.0.1:${process.argv[2] ?? ''}`;
const answer = await bridge.http.request({
  method: 'GET',
  url: `http://${origin}/env`,
  headers: {},
  body: { type: 'none' },
  timeoutMs: 5_000,
});
await bridge.sockets.open({ url: `ws://${origin}/socket`, protocols: [], headers: {}, connectTimeoutMs: 5_000 });
process.stdout.write(`${answer.text}, open`);
await bridge.close();
