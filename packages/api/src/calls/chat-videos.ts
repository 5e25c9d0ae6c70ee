import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { deliveryVideoView } from '../facts/cards.ts';
import { videoCover, videoPart } from '../facts/video-parts.ts';
import { conversationId, deliveryId, deliveryView } from '../facts/views.ts';

/**
 * The calls that bring a video from the browser to the ledger: begun, put in parts, and sent when all parts are here.
 * The client id of the message names the video in each of them, so a window that was cut off, or that was opened anew,
 * begins again and is told how far the video has come.
 */
const chat = permission('chat');

/**
 * Refused before a byte of the video leaves the browser, where its marketplace does not take it. The same `clientId`
 * answers how much of the same video is here; with another video it is refused.
 */
const beginVideo = defineCall({
  path: '/api/desk/beginVideo',
  method: 'POST',
  access: chat,
  summary: 'Announce a video that comes in parts, or ask how much of it is here',
  input: z.object({
    conversationId,
    clientId: z.uuid(),
    video: deliveryVideoView,
    ...videoCover,
  }),
  output: z.object({
    /** The first bytes of the video that are here without a gap. */
    received: z.number().int().nonnegative(),
  }),
});

/**
 * A part begins at a multiple of `SCREEN_LIMITS.videoPartBytes` and is that long, except for the last. A part that is
 * here already is left as it is.
 */
const putVideoPart = defineCall({
  path: '/api/desk/putVideoPart',
  method: 'POST',
  access: chat,
  summary: 'Put a part of a video that was begun',
  input: z.object({
    clientId: z.uuid(),
    ...videoPart,
  }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

/** The same `clientId` answers the first delivery again. */
const sendVideo = defineCall({
  path: '/api/desk/sendVideo',
  method: 'POST',
  access: chat,
  summary: 'Put a video, of which all parts are here, on its way to the buyer',
  input: z.object({ conversationId, clientId: z.uuid() }),
  output: z.object({ delivery: deliveryView }),
});

/** Deletes what is here of a video that is not on its way to the buyer. */
const cancelVideo = defineCall({
  path: '/api/desk/cancelVideo',
  method: 'POST',
  access: chat,
  summary: 'Give up a video that was begun; refused once it is on its way to the buyer',
  input: z.object({ clientId: z.uuid() }),
  output: z.object({}),
});

/**
 * Takes the bytes of an unconfirmed video over to a message of its own, and puts the unconfirmed one away. The same
 * `clientId` answers the first delivery again.
 */
const resendVideo = defineCall({
  path: '/api/desk/resendVideo',
  method: 'POST',
  access: chat,
  summary: 'Send an unconfirmed video as a new message, which the buyer may get twice',
  input: z.object({ deliveryId, clientId: z.uuid() }),
  output: z.object({ delivery: deliveryView }),
});

/**
 * In place of the parts: the video is then as if the browser had put it whole, and `sendVideo` sends it. Refused where
 * the shop's marketplace does not take it.
 */
const takeReplyVideo = defineCall({
  path: '/api/desk/takeReplyVideo',
  method: 'POST',
  access: chat,
  summary: 'Begin a video with the file that a quick reply keeps',
  input: z.object({ conversationId, clientId: z.uuid(), videoId: z.uuid() }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

export { beginVideo, cancelVideo, putVideoPart, resendVideo, sendVideo, takeReplyVideo };
