/** Media over HTTP. ours: paths and headers, which are not public; command 2003 names the host and the token. */
import type { ImMedia } from '@pasar/im-protocol/server';
import type { FastifyInstance } from 'fastify';

export const MEDIA_PATH = '/media';
const MAX_MEDIA_BYTES = 21 * 1024 * 1024;

const UPLOAD_STATUS = { badToken: 401, expired: 401, empty: 400, tooLarge: 413 } as const;
const DOWNLOAD_STATUS = { badAddress: 403, expired: 410, notFound: 404 } as const;

/** POST `/media/upload` with the token in `x-upload-token`; GET the address that command 2004 signed. */
export async function serveMedia(app: FastifyInstance, media: ImMedia): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_MEDIA_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`${MEDIA_PATH}/upload`, { bodyLimit: MAX_MEDIA_BYTES }, (request, reply) => {
      const token = request.headers['x-upload-token'];
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const outcome = media.put(typeof token === 'string' ? token : '', bytes, request.headers['content-type']);
      return outcome.kind === 'stored'
        ? reply.send({ uri: outcome.uri })
        : reply.code(UPLOAD_STATUS[outcome.reason]).send({ reason: outcome.reason });
    });
    scope.get(`${MEDIA_PATH}/*`, (request, reply) => {
      const outcome = media.get(request.url);
      if (outcome.kind === 'refused')
        return reply.code(DOWNLOAD_STATUS[outcome.reason]).send({ reason: outcome.reason });
      return reply
        .header('x-content-type-options', 'nosniff')
        .type(outcome.contentType)
        .send(Buffer.from(outcome.bytes));
    });
  });
}
