import { createServer, type Server } from 'node:http';
import { type AddressGuard, type Bridge, BridgeError, ForbiddenAddressError } from '@pasar/bridge';
import { closeServer, listen, openProxy, portOf, type TestProxy } from '../proxy.ts';

/** What was dialled where a request leaves by no proxy. */
export const DIRECT = 'direct';
const SENT = '/sent';

/**
 * Proxies on this machine, which carry a request, so that the product lets them be saved. What the bridges of the shops send
 * comes to the place on which the proxies are tried, or is only noted where it would leave by a proxy.
 */
export class WeekProxies {
  readonly #servers: readonly TestProxy[];
  readonly #probe: Server;
  #direct = 0;
  #guarded: string | null = null;
  #dialling: Promise<unknown> = Promise.resolve();
  readonly port: number;
  readonly hosts: readonly string[];
  private constructor(servers: readonly TestProxy[], hosts: readonly string[], probe: Server) {
    this.#servers = servers;
    this.#probe = probe;
    this.hosts = hosts;
    this.port = servers[0]?.port ?? 0;
    probe.on('request', ({ url }, response) => {
      if (url === SENT) this.#direct += 1;
      response.end('ok');
    });
  }

  static async open(): Promise<WeekProxies> {
    const probe = createServer();
    await listen(probe, '127.0.0.1', 0);
    const first = await openProxy();
    const hosts = [2, 3, 4, 5, 6].map((number) => `127.0.0.${number}`);
    const others = await Promise.all(hosts.map((host) => openProxy(host, first.port)));
    return new WeekProxies([first, ...others], ['127.0.0.1', ...hosts], probe);
  }

  /** On which the product tries a proxy. */
  get probeUrl(): string {
    return `http://127.0.0.1:${portOf(this.#probe)}/`;
  }

  /** Notes which proxy a bridge dials, and lets none be dialled. */
  readonly guard: AddressGuard = {
    admit: (host, port) => {
      this.#guarded = `${host}:${port}`;
      throw new ForbiddenAddressError(host, 'host');
    },
    lookup: (host, _, callback) => callback(new ForbiddenAddressError(host, 'host'), ''),
  };

  /** Sends a request by a bridge. Returns what was dialled; one request at a time, so that it is known whose it was. */
  dial(bridge: Bridge): Promise<string> {
    const dialled = this.#dialling.then(async () => {
      const before = this.#direct;
      this.#guarded = null;
      const url = new URL(SENT, this.probeUrl).href;
      const asked = { method: 'POST', url, headers: {}, body: { type: 'none' }, timeoutMs: 1_000 } as const;
      await bridge.http.request(asked).catch((error) => {
        if (!(error instanceof BridgeError)) throw error;
      });
      return this.#guarded ?? (this.#direct > before ? DIRECT : 'nothing');
    });
    this.#dialling = dialled;
    return dialled;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.map((server) => server.close()), closeServer(this.#probe)]);
  }
}
