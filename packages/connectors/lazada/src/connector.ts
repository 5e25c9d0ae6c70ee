import type { Challenge, ConnectionContext, Connector, Outcome } from '@pasar/connector-kit';
import { createLine } from './auth/line.ts';
import { createSession } from './session.ts';
import type { LazadaConfig } from './wire/config.ts';

/**
 * Lazada, by the web client's own calls. One login serves one shop. The bridge's jar must hold the cookies of the
 * stored session, which is the serialised jar. `bizUnique` comes back with the message. It is not public that a
 * repeated `bizUnique` is refused, so the desk does not rely on it.
 */
export function createLazadaConnector(config: LazadaConfig): Connector {
  return {
    marketplace: 'lazada',
    capabilities: { isDeduplicating: false, isEchoingKey: true },
    // Ours: no cookie is known to name only the browser. The site recognises the device by a token of the login.
    deviceCookies: [],
    async startSession(context) {
      const line = createLine(config, context, null);
      const seller = await line.start();
      if (seller.ok) return { ok: true, value: createSession(line, seller.value) };
      line.close();
      return seller;
    },
    async resendCode(context: ConnectionContext, continuation: string): Promise<Outcome<Challenge>> {
      const line = createLine(config, context, null);
      const challenge = await line.resendCode(continuation);
      line.close();
      return challenge;
    },
  };
}
