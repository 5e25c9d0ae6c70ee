import { createBridge, systemClock } from '@pasar/bridge';
import type { EngineParts } from '../../src/engine/engine.ts';

/** Everything leaves directly. */
export const DIRECT: EngineParts['routing'] = {
  openBridge: async (_traveller, storedCookies) =>
    createBridge({ route: { kind: 'direct' }, storedCookies, clock: systemClock, uuid: () => crypto.randomUUID() }),
  proxyFailed: async () => undefined,
};
