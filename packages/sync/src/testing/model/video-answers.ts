import { CALLS, type DeliveryView } from '@pasar/api';
import type { ConversationId, OutgoingVideo } from '@pasar/domain';
import { fromBase64 } from '../../base64.ts';
import { type CallResult, succeeded } from '../../call-result.ts';
import { answering, VIDEO_LOST } from './answers.ts';

/** A video that a window brings, and as much of it as came. */
export interface BegunVideo {
  readonly conversationId: ConversationId;
  readonly video: OutgoingVideo;
  readonly bytes: Uint8Array;
}

interface Message {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  readonly content: { readonly type: 'video'; readonly video: OutgoingVideo };
}

/** The answers to the calls that bring videos; `send` puts a whole one on its way. */
export const videoAnswers = (
  videos: Map<string, BegunVideo>,
  replyVideos: ReadonlyMap<string, OutgoingVideo>,
  send: (message: Message) => CallResult<{ delivery: DeliveryView }>,
) => [
  answering(CALLS.chat.beginVideo, ({ conversationId, clientId, video }) => {
    const begun = videos.get(clientId) ?? { conversationId, video, bytes: new Uint8Array() };
    videos.set(clientId, begun);
    return succeeded({ received: begun.bytes.length });
  }),
  answering(CALLS.chat.putVideoPart, ({ clientId, offset, part }) => {
    const begun = videos.get(clientId);
    if (begun === undefined) return VIDEO_LOST;
    const added = offset === begun.bytes.length ? fromBase64(part) : new Uint8Array();
    const bytes = new Uint8Array([...begun.bytes, ...added]);
    videos.set(clientId, { ...begun, bytes });
    return succeeded({ received: bytes.length });
  }),
  answering(CALLS.chat.takeReplyVideo, ({ conversationId, clientId, videoId }) => {
    const kept = replyVideos.get(videoId);
    if (kept === undefined) return VIDEO_LOST;
    videos.set(clientId, { conversationId, video: kept, bytes: new Uint8Array(kept.bytes) });
    return succeeded({ received: kept.bytes });
  }),
  answering(CALLS.chat.sendVideo, ({ conversationId, clientId }) => {
    const begun = videos.get(clientId);
    return begun === undefined
      ? VIDEO_LOST
      : send({ conversationId, clientId, content: { type: 'video', video: begun.video } });
  }),
  answering(CALLS.chat.cancelVideo, ({ clientId }) => {
    videos.delete(clientId);
    return succeeded({});
  }),
];
