import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AccountId } from '@pasar/domain';
import { orRefuse, StartupError } from '../startup-error.ts';
import type { Transaction } from './database.ts';

/**
 * AES-256-GCM, as `version (1) | nonce (12) | tag (16) | ciphertext`. The envelope authenticates the owner and field it
 * belongs to.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export const SECRET_FIELDS = ['password', 'session', 'answer', 'proxy_test'] as const;

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
  readonly #key: Buffer;
  constructor(key: Buffer) {
    this.#key = key;
  }

  seal(place: SecretPlace, plain: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    cipher.setAAD(binding(place));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
  }

  /** @throws SecretRefused */
  open(place: SecretPlace, envelope: Buffer): string {
    try {
      if (envelope[0] !== VERSION) throw new SecretRefused(place);
      const nonce = envelope.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce);
      decipher.setAAD(binding(place));
      decipher.setAuthTag(envelope.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
      const body = envelope.subarray(1 + NONCE_BYTES + TAG_BYTES);
      return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SecretRefused(place);
    }
  }

  /**
   * A separate key for another purpose of the processes that hold the master key. The master key cannot be derived from
   * it.
   */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', purpose, KEY_BYTES));
  }

  async store(transaction: Transaction, place: SecretPlace, plain: string): Promise<void> {
    await transaction.query(
      `insert into secret (account_id, owner_id, field, envelope) values ($1, $2, $3, $4)
       on conflict (owner_id, field) do update set envelope = excluded.envelope`,
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

/**
 * The master key: PASAR_MASTER_KEY (32 bytes as base64 or hex), else what the key file holds; null when there is
 * neither.
 * @throws StartupError
 */
export function readMasterKey(fromEnvironment: string | null, file: string): Buffer | null {
  if (fromEnvironment !== null) return parseKey(fromEnvironment, 'PASAR_MASTER_KEY');
  const isThere = orRefuse(`The master key ${file} cannot be read`, () => statSync(file, { throwIfNoEntry: false }));
  if (!isThere) return null;
  return parseKey(
    orRefuse(`The master key ${file} cannot be read`, () => readFileSync(file, 'utf8')),
    file,
  );
}

/** Makes the key file, with mode 0600 and outside the database directory. @throws StartupError */
export function makeMasterKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  orRefuse(`The master key ${file} cannot be written`, () =>
    writeFileSync(file, key.toString('base64'), { mode: 0o600, flag: 'wx' }),
  );
  return key;
}

/** No new key is made for existing data, because nothing stored with the earlier key could be opened. */
export const missingMasterKey = (file: string): StartupError =>
  new StartupError(
    `The master key ${file} is missing, without which the shops' logins cannot be read: put it back from a backup, or set PASAR_MASTER_KEY.`,
  );

function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  if (key.length !== KEY_BYTES) throw new StartupError(`${source} must hold ${KEY_BYTES} bytes as base64 or hex.`);
  return key;
}
