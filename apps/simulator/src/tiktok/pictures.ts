/** Pictures that sellers upload, and pictures of products, which are drawn from their name. They are public. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { drawPicture, PICTURE_TYPE } from '../control/pictures.ts';
import { blobsIn } from './media-blobs.ts';

export const PICTURE_PATH = '/pictures';
/** Facts 4.3: a picture has at most 10 MB; base64 adds a third. */
export const MOST_PICTURE_BYTES = 14 * 1024 * 1024;

export interface Pictures {
  /** Stores a picture and gives its path; null when the bytes are no JPEG or PNG. */
  put(bytes: Uint8Array): string | null;
  get(name: string): Uint8Array | null;
}

const KINDS = [
  { extension: 'png', start: [0x89, 0x50, 0x4e, 0x47], type: 'image/png' },
  { extension: 'jpg', start: [0xff, 0xd8, 0xff], type: 'image/jpeg' },
] as const;

/** `directory`: the folder that keeps the bytes across restarts; null keeps them in memory. */
export function createPictures(directory: string | null): Pictures {
  const memory = new Map<string, Uint8Array>();
  const blobs =
    directory === null
      ? {
          put: (name: string, bytes: Uint8Array) => void memory.set(name, bytes),
          get: (name: string) => memory.get(name) ?? null,
        }
      : blobsIn(join(directory, 'pictures'));
  return {
    put: (bytes) => {
      const kind = KINDS.find(({ start }) => start.every((byte, at) => bytes[at] === byte));
      if (kind === undefined) return null;
      const name = `${randomBytes(12).toString('hex')}.${kind.extension}`;
      blobs.put(name, bytes);
      return `${PICTURE_PATH}/${name}`;
    },
    get: (name) => blobs.get(name),
  };
}

/** Names of products and people; the names of uploads are longer. */
const DRAWN = /^([0-9]{1,20})\.png$/;

export function servePictures(app: FastifyInstance, pictures: Pictures): void {
  app.get<{ Params: { name: string } }>(`${PICTURE_PATH}/:name`, ({ params: { name } }, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'cross-origin');
    const drawn = DRAWN.exec(name)?.[1];
    if (drawn !== undefined) return reply.type(PICTURE_TYPE).send(Buffer.from(drawPicture(drawn)));
    const bytes = pictures.get(name);
    const kind = KINDS.find(({ extension }) => name.endsWith(`.${extension}`));
    return bytes === null || kind === undefined
      ? reply.code(404).send()
      : reply.type(kind.type).send(Buffer.from(bytes));
  });
}
