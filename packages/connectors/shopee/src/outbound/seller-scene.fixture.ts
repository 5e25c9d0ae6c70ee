/** A seller centre that answers as it is told, and a client that is logged in to it: for tests, without a network. */
import { type Bridge, BridgeError, type HttpRequest } from '@pasar/bridge';
import { type ConnectorNotice, type Outcome, Pauses } from '@pasar/connector-kit';
import { SCOPE } from '../calls/seller/scene.fixture.ts';
import { ShopeeLine } from './line.ts';
import { SellerClient } from './seller-client.ts';
import { createSigner } from './signer.ts';

/** The body of an answer, its status before it where that is not 200, or what went wrong on the way. */
export type Reply = string | readonly [status: number, body: string] | BridgeError;
export interface Asked {
  readonly url: URL;
  readonly request: HttpRequest;
}
export interface SellerScene {
  readonly client: SellerClient<string>;
  readonly asked: readonly Asked[];
  readonly notices: readonly ConnectorNotice[];
  /** The accesses that were said to be dead. */
  readonly renewals: readonly string[];
}
export interface SellerSceneOptions {
  readonly isSubAccount?: boolean;
  /** What comes of another login. */
  readonly renewed?: Outcome<string>;
}

export function createSellerScene(
  reply: (asked: Asked, index: number) => Reply,
  { isSubAccount = false, renewed = { ok: true, value: 'access 2' } }: SellerSceneOptions = {},
): SellerScene {
  const asked: Asked[] = [];
  const notices: ConnectorNotice[] = [];
  const renewals: string[] = [];
  const clock = {
    now: () => 0,
    after: (_delayMs: number, run: () => void) => {
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const bridge: Bridge = {
    http: {
      async request(request) {
        const one = { url: new URL(request.url), request };
        asked.push(one);
        const given = reply(one, asked.length - 1);
        if (given instanceof BridgeError) throw given;
        const [status, text] = typeof given === 'string' ? [200, given] : given;
        return { status, headers: {}, bytes: new TextEncoder().encode(text), text };
      },
    },
    sockets: { open: () => Promise.reject(new Error('no sockets here')) },
    cookies: { get: (_url, name) => (name === 'SPC_CDS' ? 'cds-1' : null), set: () => undefined, serialize: () => '' },
    clock,
    uuid: () => 'uuid',
    close: async () => undefined,
  };
  const notify = (notice: ConnectorNotice): void => void notices.push(notice);
  const shared = { bridge, pauses: new Pauses(clock), signer: createSigner('key'), country: 'SG', notify } as const;
  const switching = { routing: 'auto', domainSwitch: { get: () => null, set: () => undefined } } as const;
  const lineTo = (origin: string) => new ShopeeLine({ ...shared, ...switching, origin, alternateOrigin: null });
  const client = new SellerClient<string>({
    line: lineTo('https://seller.example'),
    mallLine: (country) => lineTo(`https://${country.toLowerCase()}.mall.example`),
    login: {
      access: async () => ({ ok: true, value: 'access 1' }),
      renew: async (dead) => {
        renewals.push(dead);
        return renewed;
      },
    },
    scopeOf: (shopId) => ({ ok: true, value: { ...SCOPE, shopId, isSubAccount } }),
    notify,
  });
  return { client, asked, notices, renewals };
}
