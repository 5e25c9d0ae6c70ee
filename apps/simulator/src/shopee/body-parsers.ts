/**
 * Parses request bodies without loss: JSON with big integers, forms, files, and bytes. The text is kept for the
 * signature.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Uploaded } from './context.ts';
import { readJson } from './json.ts';

const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

/** The unchanged text of a request's body; empty without a body and for bytes. */
export type TextOf = (request: FastifyRequest) => string;

async function readMultipart(bytes: Buffer, contentType: string): Promise<Record<string, string | Uploaded>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  const fields: Record<string, string | Uploaded> = {};
  for (const [name, value] of form) {
    fields[name] =
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
  return fields;
}

export function acceptBodies(app: FastifyInstance): TextOf {
  const texts = new WeakMap<FastifyRequest, string>();
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    texts.set(request, text.toString());
    try {
      done(null, text === '' ? {} : readJson(text.toString()));
    } catch {
      // The handlers' schemas refuse the empty object, as the marketplace refuses a body that it cannot read.
      done(null, {});
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    texts.set(request, text.toString());
    done(null, Object.fromEntries(new URLSearchParams(text.toString())));
  });
  const large = { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES } as const;
  app.addContentTypeParser('multipart/form-data', large, async (request: FastifyRequest, bytes: Buffer) => {
    try {
      return await readMultipart(bytes, request.headers['content-type'] ?? '');
    } catch {
      return {};
    }
  });
  app.addContentTypeParser(/^(video|image)\//, large, (_request, bytes, done) => done(null, bytes));
  return (request) => texts.get(request) ?? '';
}
