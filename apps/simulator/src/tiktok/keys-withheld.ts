/** The fault keyNotEchoed: each strike removes the sender's key from a message that is delivered. */
import { decodeFrame, encodePushFrame, type MessageBody, type ResponseBody, responseIn } from '@pasar/im-protocol';
import type { Shop } from '../world/types.ts';
import type { TiktokContext } from './context.ts';
import { strike } from './shops.ts';

const KEY = 's:client_message_id';

function withholdKey(context: Pick<TiktokContext, 'faults'>, shop: Shop, { ext }: MessageBody): void {
  if (KEY in ext && strike(context, 'keyNotEchoed', shop.shopId) !== null) delete ext[KEY];
}

/** Removes keys from answers that carry messages. */
export function withholdKeys(context: Pick<TiktokContext, 'faults'>, shop: Shop, body: ResponseBody): void {
  const messages = [
    ...(body.messagesPerUserBody?.messages ?? []),
    ...(body.messagesPerUserInitV2Body?.messages ?? []),
    ...(body.messagesInConversationBody?.messages ?? []),
  ];
  for (const message of messages) withholdKey(context, shop, message);
}

/**
 * The bytes of a push as they are sent: with the cursor in the frame's headers, as in the vendor's gateway (facts 5.3).
 */
export function pushAsTold(context: Pick<TiktokContext, 'faults'>, shop: Shop, bytes: Uint8Array): Uint8Array {
  const frame = decodeFrame(bytes);
  const { body, logId } = responseIn(frame);
  const notify = body?.hasNewMessageNotify;
  if (notify === undefined) return bytes;
  if (notify.message !== undefined) withholdKey(context, shop, notify.message);
  const { seqid, service, method } = frame;
  const headers = { x_frontier_msg_id: String(notify.nextCursor) };
  const head = { seqid, nowMs: Number(frame.logid), service, method, headers };
  const encoding = frame.payloadEncoding === '__lz4' ? '__lz4' : '';
  return encodePushFrame(head, { hasNewMessageNotify: notify }, logId, encoding);
}
