import type { Challenge, ConnectionContext, Connector, Outcome } from '@pasar/connector-kit';
import { createLine } from './auth/line.ts';
import { createSession } from './session.ts';
import type { LazadaConfig } from './wire/config.ts';

/**
 * Lazada, by the web client's own calls. One login serves one shop. The bridge's jar must hold the cookies of the stored
 * session, which is the jar's own serialisation. `bizUnique` is echoed; that a repeat is not accepted again is not
 * publicly known, so the desk may not rely on it.
 */
export function createLazadaConnector(config: LazadaConfig): Connector {
  return {
    marketplace: 'lazada',
    capabilities: { isDeduplicating: false, isEchoingKey: true },
    // ours: none of its cookies is known to be the browser's alone; it knows the device by a token of the login's own.
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
