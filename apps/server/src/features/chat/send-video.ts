import { type CALLS, type CallInput, type CallOutput, deliveryVideoView } from '@pasar/api';
import {
  type Marketplace,
  type OutgoingVideo,
  OWN_LIMITS,
  type ReasonCode,
  readVideoFile,
  whyNoVideo,
} from '@pasar/domain';
import { readPictureFile } from '../../files/picture-file.ts';
import { applyToDelivery, lockDeliveries, storeDeliveries } from '../../records/deliveries.ts';
import { contentOf, DELIVERY_COLUMNS, type DeliveryRow, toDeliveryView } from '../../records/rows.ts';
import { placePart, readerOf, receivedBytes } from '../../records/video-parts.ts';
import type { Transaction } from '../../storage/database.ts';
import type { OutgoingVideoTable } from '../../storage/gen/tables.ts';
import { storableJson } from '../../storage/storable.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { publish, putIntoLedger } from './put-into-ledger.ts';
import { findConversation } from './read.ts';

type Calls = (typeof CALLS)['chat'];
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

const PARTS = 'outgoing_video_part';
const received = (transaction: Transaction, { video_id, video }: VideoRow): Promise<number> =>
  receivedBytes(transaction, PARTS, video_id, video.bytes);

type VideoRow = Readonly<
  Pick<OutgoingVideoTable, 'video_id' | 'conversation_id' | 'shop_id' | 'delivery_id' | 'is_cancelled'>
> & {
  readonly video: OutgoingVideo;
};

export async function beginVideo(
  { transaction, member, now }: Context,
  { conversationId, clientId, video, cover }: CallInput<Calls['beginVideo']>,
): Promise<Answer<CallOutput<Calls['beginVideo']>>> {
  const picture = cover === undefined ? null : Buffer.from(cover, 'base64');
  const isCover = picture === null || readPictureFile(picture, 'image/jpeg').kind !== 'refused';
  const begun = await begin({ transaction, member, now }, { conversationId, clientId, video, cover: picture, isCover });
  return begun.ok ? success({ received: begun.data.received }) : begun;
}

/**
 * The bytes are copied from the quick reply's, so that they do not travel again. Row security says whether the member
 * sees the reply.
 */
export async function takeReplyVideo(
  { transaction, member, now }: Context,
  { conversationId, clientId, videoId }: CallInput<Calls['takeReplyVideo']>,
): Promise<Answer<CallOutput<Calls['takeReplyVideo']>>> {
  if (!(await findConversation(transaction, conversationId))) return fail('not_found');
  const kept = await transaction.query<{ video: unknown; cover: Buffer | null }>(
    'select video, cover from quick_reply_video where video_id = $1 and is_whole',
    [videoId],
  );
  const [row] = kept.rows;
  if (row === undefined) return fail('video_lost');
  const video = deliveryVideoView.parse(row.video);
  const begun = await begin(
    { transaction, member, now },
    { conversationId, clientId, video, cover: row.cover, isCover: true },
  );
  if (!begun.ok) return begun;
  if (begun.data.newVideo !== null) {
    await transaction.query(
      `insert into outgoing_video_part (video_id, number, account_id, shop_id, bytes)
       select $1, number, account_id, $2, bytes from quick_reply_video_part where video_id = $3`,
      [begun.data.newVideo.videoId, begun.data.newVideo.shopId, videoId],
    );
  }
  return success({ received: video.bytes });
}

interface Begin {
  readonly conversationId: string;
  readonly clientId: string;
  readonly video: OutgoingVideo;
  readonly cover: Buffer | null;
  readonly isCover: boolean;
}
interface Begun {
  readonly received: number;
  /** Null where it was begun before. */
  readonly newVideo: { readonly videoId: string; readonly shopId: string } | null;
}

async function begin(
  { transaction, member, now }: Context,
  { conversationId, clientId, video, cover, isCover }: Begin,
): Promise<Answer<Begun>> {
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation) return fail('not_found');
  const sent = await sentBefore(transaction, member.scope.accountId, clientId);
  if (sent !== null) {
    return isVideoOf(sent, conversationId) ? success({ received: video.bytes, newVideo: null }) : USED_BEFORE;
  }
  const why = refusedBy(await marketplaceOf(transaction, conversation.shop_id), video);
  if (why !== null) return fail(why);
  if (!isCover) return fail('file_unsupported');
  const begun = await lockVideo({ transaction, member }, clientId);
  if (begun !== null) {
    if (begun.is_cancelled) return fail('video_lost');
    const isSame = begun.conversation_id === conversationId && isSameFile(begun.video, video);
    return isSame ? success({ received: await received(transaction, begun), newVideo: null }) : USED_BEFORE;
  }
  const held = await transaction.query<{ count: number }>(
    'select count(*)::int as count from outgoing_video where not is_cancelled and member_id is not null',
  );
  if ((held.rows[0]?.count ?? 0) >= OWN_LIMITS.videosUnderWay) return fail('videos_too_many');
  const inserted = await transaction.query<{ video_id: string }>(
    `insert into outgoing_video (account_id, shop_id, conversation_id, member_id, client_id, video, cover, touched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, client_id) do nothing returning video_id`,
    [
      member.scope.accountId,
      conversation.shop_id,
      conversationId,
      member.scope.memberId,
      clientId,
      storableJson(video),
      cover,
      now,
    ],
  );
  const videoId = inserted.rows[0]?.video_id;
  // Another window of the member may have begun the same video at this moment; it asks again.
  if (videoId === undefined) return fail('server_busy');
  return success({ received: 0, newVideo: { videoId, shopId: conversation.shop_id } });
}

/** A part that does not match its checksum is not stored; the answer then names as many bytes as before. */
export async function putVideoPart(
  { transaction, member, now }: Context,
  { clientId, ...part }: CallInput<Calls['putVideoPart']>,
): Promise<Answer<CallOutput<Calls['putVideoPart']>>> {
  const row = await lockVideo({ transaction, member }, clientId);
  if (row === null || row.is_cancelled) return fail('video_lost');
  const placed = placePart(part, row.video.bytes);
  if (placed === 'misplaced') return fail('invalid_request', 'no part of this video begins or ends there');
  if (placed !== 'damaged' && row.delivery_id === null) {
    await transaction.query(
      `insert into outgoing_video_part (video_id, number, account_id, shop_id, bytes) values ($1, $2, $3, $4, $5)
       on conflict (video_id, number) do nothing`,
      [row.video_id, placed.number, member.scope.accountId, row.shop_id, placed.bytes],
    );
    await transaction.query('update outgoing_video set touched_at = $2 where video_id = $1', [row.video_id, now]);
  }
  return success({ received: await received(transaction, row) });
}

/** Puts a video into the ledger, once. A file that is no whole video is deleted, and nothing is sent. */
export async function sendVideo(
  { transaction, member, now }: Context,
  { conversationId, clientId }: CallInput<Calls['sendVideo']>,
): Promise<Answer<CallOutput<Calls['sendVideo']>>> {
  const conversation = await findConversation(transaction, conversationId);
  if (!conversation) return fail('not_found');
  const row = await lockVideo({ transaction, member }, clientId);
  if (row === null || row.delivery_id !== null) {
    const sent = await sentBefore(transaction, member.scope.accountId, clientId);
    if (sent === null) return fail('video_lost');
    return isVideoOf(sent, conversationId) ? success({ delivery: toDeliveryView(sent) }) : USED_BEFORE;
  }
  if (row.is_cancelled) return fail('video_lost');
  if (row.conversation_id !== conversationId) return USED_BEFORE;
  if ((await received(transaction, row)) < row.video.bytes) return fail('invalid_request', 'parts are missing');
  const file = await readVideoFile(row.video.bytes, readerOf(transaction, PARTS, row.video_id));
  const video = { ...row.video, durationSeconds: row.video.durationSeconds ?? secondsOf(file) };
  const marketplace = await marketplaceOf(transaction, row.shop_id);
  const why =
    file.kind === 'refused' ? file.reason : refusedBy(marketplace, { ...video, durationSeconds: secondsOf(file) });
  if (why !== null) {
    await transaction.query('delete from outgoing_video where video_id = $1', [row.video_id]);
    return fail(why);
  }
  return putIntoLedger(
    { transaction, member, now },
    { conversationId, clientId, content: { type: 'video', video }, isSame: isVideo },
    { stored: ({ delivery_id }) => bindTo(transaction, row.video_id, delivery_id, clientId) },
  );
}

/** The row stays for a while, so that a part that is still on its way does not begin the video anew. */
export async function cancelVideo(
  { transaction, member }: Context,
  { clientId }: CallInput<Calls['cancelVideo']>,
): Promise<Answer<CallOutput<Calls['cancelVideo']>>> {
  const row = await lockVideo({ transaction, member }, clientId);
  const sent = await sentBefore(transaction, member.scope.accountId, clientId);
  if (sent !== null) return fail('video_on_its_way');
  if (row === null) return success({});
  await transaction.query('update outgoing_video set is_cancelled = true where video_id = $1', [row.video_id]);
  await transaction.query('delete from outgoing_video_part where video_id = $1', [row.video_id]);
  return success({});
}

export async function resendVideo(
  { transaction, member, now }: Context,
  { deliveryId, clientId }: CallInput<Calls['resendVideo']>,
): Promise<Answer<CallOutput<Calls['resendVideo']>>> {
  const [old] = await lockDeliveries(transaction, member.scope.accountId, [deliveryId], []);
  if (old === undefined) return fail('not_found');
  if (!isVideo(old.row)) return fail('delivery_not_retryable');
  const { conversation_id: conversationId } = old.row;
  const sent = await sentBefore(transaction, member.scope.accountId, clientId);
  if (sent !== null) return isVideoOf(sent, conversationId) ? success({ delivery: toDeliveryView(sent) }) : USED_BEFORE;
  const found = await transaction.query<{ video_id: string }>(
    'select video_id from outgoing_video where delivery_id = $1 for update',
    [deliveryId],
  );
  const videoId = found.rows[0]?.video_id;
  if (videoId === undefined || old.state.state !== 'unconfirmed') return fail('delivery_not_retryable');
  const answer = await putIntoLedger(
    { transaction, member, now },
    { conversationId, clientId, content: contentOf(old.row), isSame: isVideo },
    // Before the old row is put away, because its bytes would be deleted with it.
    { stored: ({ delivery_id }) => bindTo(transaction, videoId, delivery_id, clientId) },
  );
  if (!answer.ok) return answer;
  applyToDelivery(old, { event: 'dismiss' });
  for (const row of await storeDeliveries(transaction, [old])) await publish(transaction, member, row);
  return answer;
}

const USED_BEFORE = fail('invalid_request', 'clientId was used before');

const isVideo = (row: DeliveryRow): boolean => contentOf(row).type === 'video';
const isVideoOf = (row: DeliveryRow, conversationId: string): boolean =>
  isVideo(row) && row.conversation_id === conversationId;
const isSameFile = (held: OutgoingVideo, given: OutgoingVideo): boolean =>
  held.bytes === given.bytes && held.fileName === given.fileName;

/**
 * Without a lock: the engine locks a delivery before its video, so a call that has locked the video would wait for the
 * engine, and the engine for the call.
 */
async function sentBefore(transaction: Transaction, accountId: string, clientId: string): Promise<DeliveryRow | null> {
  const found = await transaction.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from delivery where account_id = $1 and client_id = $2`,
    [accountId, clientId],
  );
  return found.rows[0] ?? null;
}

/** The member's own video of this client id. */
async function lockVideo(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  clientId: string,
): Promise<VideoRow | null> {
  const found = await transaction.query<Omit<VideoRow, 'video'> & { readonly video: unknown }>(
    `select video_id, conversation_id, shop_id, delivery_id, is_cancelled, video from outgoing_video
     where client_id = $1 and member_id = $2 for update`,
    [clientId, member.scope.memberId],
  );
  const row = found.rows[0];
  return row === undefined ? null : { ...row, video: deliveryVideoView.parse(row.video) };
}

async function marketplaceOf(transaction: Transaction, shopId: string): Promise<Marketplace | null> {
  const found = await transaction.query<{ marketplace: Marketplace }>(
    'select marketplace from shop where shop_id = $1',
    [shopId],
  );
  return found.rows[0]?.marketplace ?? null;
}

/** Why the marketplace of a shop does not take a video; null where it does. */
function refusedBy(marketplace: Marketplace | null, video: OutgoingVideo): ReasonCode | null {
  return marketplace === null ? 'invalid_request' : whyNoVideo(marketplace, video);
}

const secondsOf = (file: Awaited<ReturnType<typeof readVideoFile>>): number | null =>
  file.kind === 'video' ? file.seconds : null;

async function bindTo(transaction: Transaction, videoId: string, deliveryId: string, clientId: string): Promise<void> {
  await transaction.query(
    'update outgoing_video set delivery_id = $2, client_id = $3, uploaded = null where video_id = $1',
    [videoId, deliveryId, clientId],
  );
}
