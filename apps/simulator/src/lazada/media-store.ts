/**
 * Files that sellers upload: everybody may read them under the public path, and with a token under the private path.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StoredMedium {
  readonly objectKey: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Pixels; null when the head of the file does not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
}
export interface MediaStore {
  /** Stores a picture; null for bytes that are no picture. The same bytes have the same key. */
  put(bytes: Uint8Array): StoredMedium | null;
  get(objectKey: string): StoredMedium | null;
  /** A token with which a client without cookies may read the file for a while. */
  issueDownloadToken(objectKey: string): string;
  isDownloadToken(token: string, objectKey: string): boolean;
  /** A token for one upload of a seller. */
  issueUploadToken(shopId: string): string;
  redeemUploadToken(token: string, shopId: string): boolean;
}

const PNG_SIGNATURE = '89504e470d0a1a0a';
const JPEG_SIGNATURE = 'ffd8ff';

function describe(bytes: Uint8Array): Pick<StoredMedium, 'contentType' | 'size'> | null {
  const buffer = Buffer.from(bytes);
  const start = buffer.subarray(0, 8).toString('hex');
  if (start === PNG_SIGNATURE && buffer.length >= 24) {
    return { contentType: 'image/png', size: { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) } };
  }
  return start.startsWith(JPEG_SIGNATURE) ? { contentType: 'image/jpeg', size: null } : null;
}

/** A key that the store made: 32 hex digits and the file extension. */
const KEY = /^[0-9a-f]{32}\.(png|jpg)$/;

export function createMediaStore(directory: string | null, tokenLifeMs: number, now: () => number): MediaStore {
  const inMemory = new Map<string, Uint8Array>();
  const downloads = new Map<string, { readonly objectKey: string; readonly expiresAt: number }>();
  const uploads = new Map<string, { readonly shopId: string; readonly expiresAt: number }>();
  const token = (): string => randomBytes(16).toString('hex');
  const bytesOf = (objectKey: string): Uint8Array | null => {
    if (!KEY.test(objectKey)) return null;
    if (directory === null) return inMemory.get(objectKey) ?? null;
    const path = join(directory, objectKey);
    return existsSync(path) ? readFileSync(path) : null;
  };

  return {
    put(bytes) {
      const described = describe(bytes);
      if (described === null) return null;
      const digest = createHash('md5').update(bytes).digest('hex');
      const objectKey = `${digest}.${described.contentType === 'image/png' ? 'png' : 'jpg'}`;
      if (directory === null) inMemory.set(objectKey, bytes);
      else {
        mkdirSync(directory, { recursive: true });
        // Written to a partial file first, so that a crash leaves the whole file or none.
        writeFileSync(join(directory, `${objectKey}.part`), bytes);
        renameSync(join(directory, `${objectKey}.part`), join(directory, objectKey));
      }
      return { objectKey, bytes, ...described };
    },
    get(objectKey) {
      const bytes = bytesOf(objectKey);
      const described = bytes === null ? null : describe(bytes);
      return bytes === null || described === null ? null : { objectKey, bytes, ...described };
    },
    issueDownloadToken(objectKey) {
      const fresh = token();
      downloads.set(fresh, { objectKey, expiresAt: now() + tokenLifeMs });
      return fresh;
    },
    isDownloadToken(given, objectKey) {
      const known = downloads.get(given);
      return known !== undefined && known.objectKey === objectKey && known.expiresAt > now();
    },
    issueUploadToken(shopId) {
      const fresh = token();
      uploads.set(fresh, { shopId, expiresAt: now() + tokenLifeMs });
      return fresh;
    },
    redeemUploadToken(given, shopId) {
      const known = uploads.get(given);
      uploads.delete(given);
      return known !== undefined && known.shopId === shopId && known.expiresAt > now();
    },
  };
}
