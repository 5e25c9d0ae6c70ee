import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../storage/secrets.ts';

/** Largest difference between the clocks of two machines; also how long a request can be replayed (our choice). */
const VALID_MS = 30_000;
/** Milliseconds since the epoch, and an HMAC-SHA-256 as hex. */
const AUTHORIZATION = /^Pasar (?<at>\d{1,16})\.(?<mac>[0-9a-f]{64})$/;

/**
 * The parts of a request that are signed. Method and path contain no line break, so no byte can move from one part to
 * another.
 */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/** Tells requests of processes that hold the master key from all others. */
export class PeerSignature {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(secrets: SecretBox, now: () => number) {
    this.#key = secrets.derive('pasar requests between server processes');
    this.#now = now;
  }

  /** The `authorization` header of a request that leaves now. */
  sign(request: SignedRequest): string {
    const at = String(this.#now());
    return `Pasar ${at}.${this.#mac(request, at).toString('hex')}`;
  }

  /** Whether a peer signed exactly this request, at a time that is at most `VALID_MS` away from now. */
  isOf(request: SignedRequest, authorization: string | undefined): boolean {
    const { at, mac } = AUTHORIZATION.exec(authorization ?? '')?.groups ?? {};
    if (at === undefined || mac === undefined) return false;
    const isSigned = timingSafeEqual(this.#mac(request, at), Buffer.from(mac, 'hex'));
    return isSigned && Math.abs(this.#now() - Number(at)) <= VALID_MS;
  }

  #mac({ method, path, body }: SignedRequest, at: string): Buffer {
    return createHmac('sha256', this.#key).update(`${at}\n${method}\n${path}\n`).update(body).digest();
  }
}
