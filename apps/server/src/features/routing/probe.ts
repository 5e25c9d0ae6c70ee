import {
  type AddressGuard,
  BridgeError,
  type Clock,
  createBridge,
  ForbiddenAddressError,
  type ProxyConfig,
  ProxyFailure,
} from '@pasar/bridge';
import { LIMITS, type Refusal, refusal } from '@pasar/domain';

/** What a probe needs from the process. */
export interface ProbeParts {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** An address on the internet that answers requests. */
  readonly url: string;
}

/** Makes one real request through a proxy. Null when an answer came, otherwise the reason, without secrets. */
export async function probeProxy({ guard, clock, url }: ProbeParts, proxy: ProxyConfig): Promise<Refusal | null> {
  try {
    guard.admit(proxy.host, proxy.port);
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return refusal('proxy_host_refused', proxy.host);
    throw error;
  }
  const bridge = createBridge({
    storedCookies: null,
    clock,
    uuid: () => crypto.randomUUID(),
    route: { kind: 'proxy', proxy },
    guard,
  });
  try {
    // Any answer of the target proves that the request came through.
    await bridge.http.request({
      method: 'GET',
      url,
      headers: {},
      body: { type: 'none' },
      timeoutMs: LIMITS.proxiedRequestTimeoutMs,
    });
    return null;
  } catch (error) {
    if (error instanceof BridgeError) return refusalOf(error, proxy.host);
    throw error;
  } finally {
    await bridge.close();
  }
}

function refusalOf(error: BridgeError, host: string): Refusal {
  const reason = error.cause instanceof ProxyFailure ? error.cause.reason : error.code;
  return reason === 'forbidden' ? refusal('proxy_host_refused', host) : refusal('proxy_invalid', `${host}: ${reason}`);
}
