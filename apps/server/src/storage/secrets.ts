import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from './database.ts';
import { KEY_BYTES, type KeySource } from './master-key.ts';

/**
 * AES-256-GCM, as `version (1) | key id (8) | nonce (12) | tag (16) | ciphertext`; the first version had no key id. The
 * envelope authenticates the owner and field it belongs to.
 */
const VERSION = 2;
const FIRST_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 8;

export const SECRET_FIELDS = ['password', 'session', 'answer', 'proxy_test', 'second_factor', 'webhook'] as const;

/** The owner and field of a secret. An envelope opens for no other owner or field. */
export interface SecretPlace {
  readonly accountId: AccountId;
  readonly ownerId: string;
  readonly field: (typeof SECRET_FIELDS)[number];
}

/** The envelope is damaged, was made with another key, or belongs to another owner or field. */
export class SecretRefused extends Error {
  constructor(place: SecretPlace) {
    super(`secret ${place.field} of ${place.ownerId} cannot be opened`);
    this.name = 'SecretRefused';
  }
}

export class SecretBox {
  readonly #keys: KeySource;
  /** By key, because deriving an id costs more than sealing. */
  readonly #ids = new WeakMap<Buffer, Buffer>();
  constructor(keys: KeySource) {
    this.#keys = keys;
  }

  /** Seals with the first key. */
  seal(place: SecretPlace, plain: string): Buffer {
    const key = this.#first();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(binding(place));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), this.#idOf(key), nonce, cipher.getAuthTag(), body]);
  }

  /** @throws SecretRefused */
  open(place: SecretPlace, envelope: Buffer): string {
    const begin = envelope[0] === FIRST_VERSION ? 1 : 1 + ID_BYTES;
    for (const key of this.#keysOf(envelope)) {
      try {
        const nonce = envelope.subarray(begin, begin + NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce);
        decipher.setAAD(binding(place));
        decipher.setAuthTag(envelope.subarray(begin + NONCE_BYTES, begin + NONCE_BYTES + TAG_BYTES));
        const body = envelope.subarray(begin + NONCE_BYTES + TAG_BYTES);
        return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
      } catch {
        // Another key may fit an envelope of the first version.
      }
    }
    throw new SecretRefused(place);
  }

  #keysOf(envelope: Buffer): readonly Buffer[] {
    if (envelope[0] === FIRST_VERSION) return this.#keys();
    if (envelope[0] !== VERSION) return [];
    const id = envelope.subarray(1, 1 + ID_BYTES);
    return this.#keys().filter((key) => this.#idOf(key).equals(id));
  }

  #first(): Buffer {
    const [key] = this.#keys();
    if (key === undefined) throw new Error('there is no master key');
    return key;
  }

  #idOf(key: Buffer): Buffer {
    const known = this.#ids.get(key) ?? keyId(key);
    this.#ids.set(key, known);
    return known;
  }

  /**
   * A separate key for another purpose of the processes that hold the master key, for each master key in their order. A master
   * key cannot be derived from it.
   */
  derive(purpose: string): readonly [Buffer, ...Buffer[]] {
    const [, ...others] = this.#keys();
    return [derived(this.#first(), purpose, KEY_BYTES), ...others.map((key) => derived(key, purpose, KEY_BYTES))];
  }

  async store(transaction: Transaction, place: SecretPlace, plain: string): Promise<void> {
    await transaction.query(
      `insert into secret (account_id, owner_id, field, envelope) values ($1, $2, $3, $4)
       on conflict (owner_id, field) do update set envelope = excluded.envelope, mark = gen_random_uuid()`,
      [place.accountId, place.ownerId, place.field, this.seal(place, plain)],
    );
  }

  /** Null when nothing is stored. @throws SecretRefused */
  async read(transaction: Transaction, place: SecretPlace): Promise<string | null> {
    const found = await transaction.query<{ envelope: Buffer }>(
      'select envelope from secret where account_id = $1 and owner_id = $2 and field = $3',
      [place.accountId, place.ownerId, place.field],
    );
    const row = found.rows[0];
    return row ? this.open(place, row.envelope) : null;
  }
}

const binding = (place: SecretPlace): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([place.accountId, place.ownerId, place.field]))
    .digest();

const derived = (key: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));

/** Tells keys apart, and nothing of the key. */
export const keyId = (key: Buffer): Buffer => derived(key, 'pasar key id', ID_BYTES);
