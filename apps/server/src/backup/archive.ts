import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { StartupError } from '../startup-error.ts';

/**
 * The file of a backup: a line that names the format, a salt, and frames. A frame is a length in four bytes, a kind in
 * one, and the deflated content under AES-256-GCM. The key is made of the master key and the salt, so that no two files
 * share one, and the nonce is the frame's number: a frame that is missing, moved or changed does not open.
 */
const FORMAT = Buffer.from('pasar backup 1\n');
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Far more than a frame has, so that a damaged length asks for no memory. */
const MOST_FRAME_BYTES = 256 * 1024 * 1024;

/** `manifest` is the first frame and `end` the last; the `data` of a table stands between its `table` and its `rows`. */
const KINDS = ['manifest', 'table', 'data', 'rows', 'sequence', 'end'] as const;
export type FrameKind = (typeof KINDS)[number];
export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

const [pack, unpack] = [promisify(deflate), promisify(inflate)];

const keyOf = (masterKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, salt, 'pasar backup', 32));
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 6, 6);
  return nonce;
}

export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #key: Buffer;
  #number = 0;
  bytes = 0;

  private constructor(file: FileHandle, key: Buffer) {
    this.#file = file;
    this.#key = key;
  }

  static async begin(file: FileHandle, masterKey: Buffer): Promise<ArchiveWriter> {
    const salt = randomBytes(SALT_BYTES);
    const writer = new ArchiveWriter(file, keyOf(masterKey, salt));
    await writer.#put(Buffer.concat([FORMAT, salt]));
    return writer;
  }

  async write(kind: FrameKind, content: Buffer | object): Promise<void> {
    const plain = await pack(Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)));
    const head = Buffer.alloc(5);
    head.writeUInt8(KINDS.indexOf(kind), 4);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#number));
    cipher.setAAD(head.subarray(4));
    const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    head.writeUInt32BE(body.length);
    this.#number += 1;
    await this.#put(Buffer.concat([head, body]));
  }

  async #put(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.bytes += bytes.length;
  }
}

const damaged = (): StartupError =>
  new StartupError('The backup is damaged or was cut off: nothing was restored. Take another copy of it.');

/** The frames of a backup in their order, the last being `end`. @throws StartupError */
export async function* readArchive(file: FileHandle, masterKeys: readonly Buffer[]): AsyncGenerator<Frame> {
  const begin = await take(file, FORMAT.length + SALT_BYTES);
  if (!begin?.subarray(0, FORMAT.length).equals(FORMAT))
    throw new StartupError('The file is no backup of Pasar, or of a newer version: nothing was restored.');
  const salt = begin.subarray(FORMAT.length);
  let keys = masterKeys.map((masterKey) => keyOf(masterKey, salt));
  for (let number = 0; ; number += 1) {
    const head = await take(file, 5);
    const length = head?.readUInt32BE() ?? 0;
    const kind = KINDS[head?.readUInt8(4) ?? -1];
    if (head === null || kind === undefined || length < TAG_BYTES || length > MOST_FRAME_BYTES) throw damaged();
    const body = await take(file, length);
    if (body === null) throw damaged();
    const opened = keys.flatMap((key) => {
      const plain = open(key, number, head.subarray(4), body);
      return plain === null ? [] : [{ key, plain }];
    })[0];
    if (opened === undefined) {
      if (number > 0) throw damaged();
      throw new StartupError(
        'The backup was made with another master key, or is damaged: nothing was restored. Set the key of its day.',
      );
    }
    keys = [opened.key];
    yield { kind, content: await unpack(opened.plain) };
    if (kind === 'end') return;
  }
}

function open(key: Buffer, number: number, kind: Buffer, body: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number));
    decipher.setAAD(kind);
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Null at the end of the file. */
async function take(file: FileHandle, length: number): Promise<Buffer | null> {
  const bytes = Buffer.alloc(length);
  for (let held = 0; held < length; ) {
    const { bytesRead } = await file.read(bytes, held, length - held);
    if (bytesRead === 0) return null;
    held += bytesRead;
  }
  return bytes;
}
