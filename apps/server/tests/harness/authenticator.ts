import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a page's origin and the server's options tell a device. */
interface Asked {
  readonly origin: string;
  readonly challenge: string;
}

/** What an unhonest or an odd device does otherwise. */
interface Odd {
  /** The person was not asked for a finger, a face or a PIN. */
  readonly isUnverified?: boolean;
  readonly signCount?: number;
  readonly userHandle?: string;
}

const hashOf = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

/** A device that keeps one passkey, in software: ES256 and no attestation (WebAuthn level 2, section 6). */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  #signCount = 0;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
    this.#cose = Buffer.concat([
      Buffer.from('a50102032620012158', 'hex'),
      Buffer.of(32),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** What `navigator.credentials.create` answers. */
  register(asked: Asked & { readonly userId: string }, odd: Odd = {}) {
    this.#userHandle = asked.userId;
    const data = Buffer.concat([
      this.#head(asked, 0x40, odd),
      Buffer.alloc(16),
      Buffer.of(0, this.id.length),
      this.id,
      this.#cose,
    ]);
    // CBOR: { "fmt": "none", "attStmt": {}, "authData": data }
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.of(data.length >> 8, data.length & 0xff),
      data,
    ]);
    const clientDataJSON = clientData('webauthn.create', asked);
    return this.#answer({ clientDataJSON, attestationObject: text(attestationObject), transports: ['internal'] });
  }

  /** What `navigator.credentials.get` answers. */
  logIn(asked: Asked, odd: Odd = {}) {
    this.#signCount += 1;
    const authenticatorData = this.#head(asked, 0, { signCount: this.#signCount, ...odd });
    const clientDataJSON = clientData('webauthn.get', asked);
    const signed = Buffer.concat([authenticatorData, hashOf(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: text(authenticatorData),
      signature: text(sign('sha256', signed, this.#key)),
      userHandle: odd.userHandle ?? this.#userHandle,
    });
  }

  #answer<Response>(response: Response) {
    const id = text(this.id);
    return { id, rawId: id, type: 'public-key' as const, response };
  }

  #head({ origin }: Asked, flags: number, { isUnverified = false, signCount = 0 }: Odd): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signCount);
    return Buffer.concat([hashOf(new URL(origin).hostname), Buffer.of(flags | (isUnverified ? 0x01 : 0x05)), count]);
  }
}

const clientData = (type: string, { origin, challenge }: Asked): string =>
  text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
