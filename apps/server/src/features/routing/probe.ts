import type { ProxyExit, TestedHost } from '@pasar/api';
import {
  type AddressGuard,
  BridgeError,
  type Clock,
  createBridge,
  ForbiddenAddressError,
  type NodeBridge,
  type ProxyConfig,
  ProxyFailure,
} from '@pasar/bridge';
import { LIMITS, type ReasonCode, type Refusal, refusal } from '@pasar/domain';
import type { ProxyValues } from '../../records/proxy-tests.ts';
import { hostsOf } from '../../records/proxy-tests.ts';
import { readExit } from './exit.ts';

/** What a probe needs from the process. */
export interface ProbeParts {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** An address on the internet that answers requests. */
  readonly url: string;
  /** PASAR_EXIT_PROBE; null: the exit is not asked for. */
  readonly exitProbe: string | null;
}

export type Probed =
  | { readonly ok: true; readonly hosts: readonly TestedHost[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** Makes one real request through each host of a proxy; the first refusal, without secrets, or what was measured. */
export async function probeProxy(parts: ProbeParts, values: ProxyValues): Promise<Probed> {
  const { type: protocol, port, username, password } = values;
  const hosts = hostsOf(values);
  const tested: TestedHost[] = [];
  for (const outcome of await Promise.all(
    hosts.map((host) => probeHost(parts, { protocol, host, port, username, password })),
  )) {
    // With one host the sentence says everything.
    if ('reason' in outcome) return { ok: false, refusal: hosts.length > 1 ? outcome : refusal(outcome.reason) };
    tested.push(outcome);
  }
  return { ok: true, hosts: tested };
}

async function probeHost(parts: ProbeParts, proxy: ProxyConfig): Promise<TestedHost | Refusal> {
  const { guard, clock, url } = parts;
  const { host } = proxy;
  try {
    guard.admit(host, proxy.port);
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return refusal('proxy_host_refused', host);
    throw error;
  }
  const bridge = createBridge({
    storedCookies: null,
    clock,
    uuid: () => crypto.randomUUID(),
    route: { kind: 'proxy', proxy },
    guard,
  });
  const startedAt = clock.now();
  try {
    // Any answer of the target proves that the request came through.
    await get(bridge, url, LIMITS.proxiedRequestTimeoutMs);
    const ms = Math.max(0, Math.round(clock.now() - startedAt));
    return { host, ms, exit: await exitOf(bridge, parts.exitProbe) };
  } catch (error) {
    if (error instanceof BridgeError) return refusal(reasonOf(error), host);
    throw error;
  } finally {
    await bridge.close();
  }
}

const get = (bridge: NodeBridge, url: string, timeoutMs: number) =>
  bridge.http.request({ method: 'GET', url, headers: {}, body: { type: 'none' }, timeoutMs });

/** How long a person waits for an answer that the test does not need (our choice). */
const EXIT_TIMEOUT_MS = 5_000;

/** Null when the probe does not answer: the proxy has carried the request that counts. */
async function exitOf(bridge: NodeBridge, exitProbe: string | null): Promise<ProxyExit | null> {
  if (exitProbe === null) return null;
  try {
    return readExit((await get(bridge, exitProbe, EXIT_TIMEOUT_MS)).text);
  } catch (error) {
    if (error instanceof BridgeError) return null;
    throw error;
  }
}

const PROXY_REASONS = {
  unreachable: 'proxy_unreachable',
  timeout: 'proxy_too_slow',
  credentials: 'proxy_login_refused',
  refused: 'proxy_blocked',
  tls: 'proxy_tls_failed',
  protocol: 'proxy_type_wrong',
  forbidden: 'proxy_host_refused',
} as const satisfies Record<ProxyFailure['reason'], ReasonCode>;

function reasonOf(error: BridgeError): ReasonCode {
  if (error.cause instanceof ProxyFailure) return PROXY_REASONS[error.cause.reason];
  return error.code === 'timeout' ? 'proxy_too_slow' : 'proxy_blocked';
}
