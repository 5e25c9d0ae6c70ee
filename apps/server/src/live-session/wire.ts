import { Readable } from 'node:stream';
import { refusalView } from '@pasar/api';
import { MEDIA_CONTENT_TYPES } from '@pasar/bridge';
import { OWN_LIMITS, type ShownAs } from '@pasar/domain';
import type { FastifyReply } from 'fastify';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { PictureAnswer } from '../engine/media.ts';

/** How an answer travels between two processes. */
export interface Wire<Answer> {
  /** Writes the answer to a peer, with status 200. */
  write(reply: FastifyReply, answer: Answer): FastifyReply;
  /** Reads a peer's answer with status 200. Throws when it is no such answer; the caller must then release the body. */
  read(response: Dispatcher.ResponseData): Promise<Answer>;
}

const JSON_TYPE = 'application/json';

/** A map travels as its entries, of which its shape makes a map again. */
const plain = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

export const asJson = <Answer>(shape: z.ZodType<Answer>): Wire<Answer> => ({
  write: (reply, answer) => reply.type(JSON_TYPE).send(JSON.stringify(answer, plain)),
  read: async ({ body }) => shape.parse(await body.json()),
});

const length = (most: number) => z.coerce.number().int().min(0).max(most).nullable().default(null);
const HEADS = {
  picture: z.object({
    'content-type': z.enum(MEDIA_CONTENT_TYPES).exclude(['video/mp4']),
    'content-length': length(OWN_LIMITS.shownPictureBytes),
  }),
  video: z.object({ 'content-type': z.literal('video/mp4'), 'content-length': length(OWN_LIMITS.shownVideoBytes) }),
} as const satisfies Record<ShownAs, z.ZodType>;
const pictureRefused = asJson(z.object({ kind: z.literal('refused'), refusal: refusalView }));

/** The bytes unchanged; a refusal as JSON. When one side closes early, the other side is closed too. */
const asMedium = (as: ShownAs): Wire<PictureAnswer> => ({
  write(reply, answer) {
    if (answer.kind === 'refused') return pictureRefused.write(reply, answer);
    if (reply.raw.destroyed) {
      answer.cancel();
      return reply;
    }
    // A stream that waits for its next part does not notice by itself that its reader is gone.
    reply.raw.once('close', answer.cancel);
    if (answer.byteLength !== null) reply.header('content-length', answer.byteLength);
    return reply.type(answer.contentType).send(Readable.from(answer.body));
  },
  async read(response) {
    const { headers, body } = response;
    if (`${headers['content-type']}`.startsWith(JSON_TYPE)) return pictureRefused.read(response);
    const head = HEADS[as].parse(headers);
    // A body whose reader is gone may still fail; a reader that is still there gets the error itself.
    body.on('error', () => undefined);
    return {
      kind: 'picture',
      contentType: head['content-type'],
      byteLength: head['content-length'],
      body,
      cancel: () => void body.destroy(),
    };
  },
});
export const asPicture = asMedium('picture');
export const asVideo = asMedium('video');
