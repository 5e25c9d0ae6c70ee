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
  readonly #secrets: SecretBox;
  readonly #now: () => number;

  constructor(secrets: SecretBox, now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** The `authorization` header of a request that leaves now. */
  sign(request: SignedRequest): string {
    const at = String(this.#now());
    const [key] = this.#keys();
    return `Pasar ${at}.${macOf(key, request, at).toString('hex')}`;
  }

  /** Whether a peer signed exactly this request, at a time that is at most `VALID_MS` away from now. */
  isOf(request: SignedRequest, authorization: string | undefined): boolean {
    const { at, mac } = AUTHORIZATION.exec(authorization ?? '')?.groups ?? {};
    if (at === undefined || mac === undefined) return false;
    const told = Buffer.from(mac, 'hex');
    // While the master key is rotated, a peer may still sign with the earlier one.
    const isSigned = this.#keys().some((key) => timingSafeEqual(macOf(key, request, at), told));
    return isSigned && Math.abs(this.#now() - Number(at)) <= VALID_MS;
  }

  #keys(): readonly [Buffer, ...Buffer[]] {
    return this.#secrets.derive('pasar requests between server processes');
  }
}

const macOf = (key: Buffer, { method, path, body }: SignedRequest, at: string): Buffer =>
  createHmac('sha256', key).update(`${at}\n${method}\n${path}\n`).update(body).digest();
