import { Readable } from 'node:stream';
import { MEDIA, opens } from '@pasar/api';
import { type ConnectionId, type ImageType, type PlatformShopId, refusal, type ShownAs } from '@pasar/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PictureAnswer } from '../engine/media.ts';
import { findAutomaticPicture } from '../features/automation/pictures.ts';
import {
  findBuyerPicture,
  findPicture,
  findVideo,
  findWaitingPicture,
  type ShownPicture,
} from '../features/chat/pictures.ts';
import { findReplyPicture } from '../features/quick-replies/pictures.ts';
import { findRemarkPicture } from '../features/remarks/pictures.ts';
import type { Member } from '../records/members.ts';
import { findSession } from '../records/sessions.ts';
import type { Database, Scope } from '../storage/database.ts';
import { credentialOf } from './credential.ts';
import { requestLocale } from './locale.ts';
import { sendRefusal } from './routes.ts';

/** Asks the process that serves a connection, which may be this one; `scope` is that of the member who looks. */
export interface PictureFetcher {
  fetchPicture(
    scope: Scope,
    connectionId: ConnectionId,
    shop: PlatformShopId,
    url: string,
    as: ShownAs,
  ): Promise<PictureAnswer>;
}

export interface MediaOptions {
  readonly database: Database;
  readonly emptyMeansAll: boolean;
  readonly pictures: PictureFetcher;
}

/** The browser keeps a picture for an hour and need not fetch it again; shared caches must not keep it. */
const CACHE = 'private, max-age=3600';
const params = z.object({
  id: z.uuid(),
  place: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .optional(),
});
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

type FindPicture = (member: Member, id: string, place: number | null) => Promise<PictureAnswer | null>;

/** Mounts every medium of the contract at its path, with its permission row. */
export function mountMedia(app: FastifyInstance, options: MediaOptions): void {
  const { database, pictures, emptyMeansAll } = options;
  const mount = (kind: keyof typeof MEDIA, answer: FindPicture) => {
    const { path, access } = MEDIA[kind];
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const refuse = refuser(request, reply);
      const token = credentialOf(request);
      const session = token === null ? null : await findSession(database, token, emptyMeansAll);
      if (session === null) return refuse('authorization_expired');
      if (session.lacksFactor) return refuse('second_factor_demanded');
      const { member } = session;
      if (!opens(member.grant, access)) return refuse('no_permission');
      const named = params.safeParse(request.params);
      const found = named.success ? await answer(member, named.data.id, named.data.place ?? null) : null;
      if (found === null) return refuse('not_found');
      if (found.kind === 'refused') return refuse(found.refusal.reason, found.refusal.detail);
      return sendPicture(reply, found);
    });
  };

  const fetched = async (scope: Scope, picture: ShownPicture | null): Promise<PictureAnswer | null> =>
    picture && pictures.fetchPicture(scope, picture.connectionId, picture.platformShopId, picture.url, picture.as);
  const ofMessage: FindPicture = async (member, id, place) =>
    fetched(member.scope, await database.within(member.scope, (transaction) => findPicture(transaction, id, place)));
  const finders: { readonly [Kind in keyof typeof MEDIA]: FindPicture } = {
    message: ofMessage,
    card: ofMessage,
    video: async (member, id) =>
      fetched(member.scope, await database.within(member.scope, (transaction) => findVideo(transaction, id))),
    buyer: async (member, id) =>
      fetched(member.scope, await database.within(member.scope, (transaction) => findBuyerPicture(transaction, id))),
    delivery: async (member, id) => {
      return stored(await database.within(member.scope, (transaction) => findWaitingPicture(transaction, id)));
    },
    automatic: async (member, id) =>
      stored(await database.within(member.scope, (transaction) => findAutomaticPicture(transaction, id))),
    quickReply: async (member, id) =>
      stored(await database.within(member.scope, (transaction) => findReplyPicture(transaction, id))),
    remark: async (member, id) =>
      stored(await database.within(member.scope, (transaction) => findRemarkPicture(transaction, id))),
  };
  for (const kind of Object.keys(finders) as (keyof typeof MEDIA)[]) mount(kind, finders[kind]);
}

/** A picture whose bytes lie in the database. */
const stored = (picture: { readonly type: ImageType; readonly bytes: Buffer } | null): PictureAnswer | null =>
  picture && {
    kind: 'picture',
    contentType: picture.type,
    byteLength: picture.bytes.length,
    body: Readable.from([picture.bytes]),
    cancel: () => undefined,
  };

function refuser(request: FastifyRequest, reply: FastifyReply) {
  const locale = requestLocale(request.headers['accept-language']);
  return (reason: Parameters<typeof refusal>[0], detail: string | null = null) =>
    sendRefusal(reply, refusal(reason, detail), locale);
}

function sendPicture(reply: FastifyReply, picture: Extract<PictureAnswer, { kind: 'picture' }>) {
  const { contentType, byteLength, body, cancel } = picture;
  if (reply.raw.destroyed) {
    cancel();
    return reply;
  }
  // A stream that waits for its next part does not notice by itself that its reader is gone.
  reply.raw.once('close', cancel);
  reply
    .header('content-type', contentType)
    .header(
      'content-disposition',
      `inline; filename="${contentType === 'video/mp4' ? 'video' : 'picture'}.${ENDINGS[contentType]}"`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', CACHE);
  if (byteLength !== null) reply.header('content-length', byteLength);
  return reply.send(Readable.from(body));
}
