import { IMAGE_TYPES } from '@pasar/domain';
import { z } from 'zod';
import { anyOf, defineCall, MAIN, permission } from '../contract/call.ts';
import { deliveryVideoView } from '../facts/cards.ts';
import { videoCover, videoPart } from '../facts/video-parts.ts';
import { shopId } from '../facts/views.ts';

/** What everything has in common that sends without a person. The calls are ours. */
/** Whoever may answer buyers, and whoever may have messages sent by a feature that the stop holds. */
const sender = anyOf('chat', 'batchReply', 'orderCare');
const setting = permission('setting');

const stopView = z.object({
  /** Null: the whole account. */
  shopId: shopId.nullable(),
  stoppedAt: z.number().int(),
  stoppedBy: z.string(),
});
export type AutomaticStopView = z.infer<typeof stopView>;

const automaticStops = defineCall({
  path: '/api/desk/automaticStops',
  method: 'GET',
  access: sender,
  summary: 'Where nothing is sent without a person at present: in the account, and in shops',
  input: z.object({}),
  output: z.object({ stops: z.array(stopView) }),
});

/** What is on the wire arrives; the rest waits. */
const stopAutomatic = defineCall({
  path: '/api/desk/stopAutomatic',
  method: 'POST',
  access: sender,
  summary: 'Stop everything that is sent without a person: in a shop, or in the whole account',
  input: z.object({ shopId: shopId.optional() }),
  output: z.object({}),
});

const resumeAutomatic = defineCall({
  path: '/api/desk/resumeAutomatic',
  method: 'POST',
  access: setting,
  summary: 'End such a stop; that of the whole account is ended by the main account',
  input: z.object({ shopId: shopId.optional() }),
  output: z.object({}),
});

/** A picture that nothing names is deleted after a day. */
const saveAutomaticPicture = defineCall({
  path: '/api/desk/saveAutomaticPicture',
  method: 'POST',
  access: anyOf('chat', 'batchReply'),
  summary: 'Store a picture, for an automatic message that is saved next',
  input: z.object({ fileName: z.string().trim().min(1).max(200), type: z.enum(IMAGE_TYPES), file: z.base64() }),
  output: z.object({ pictureId: z.uuid(), width: z.number().int(), height: z.number().int() }),
});

/** Only automatic answers have videos, and only the main account writes them. As `beginReplyVideo` of the quick replies. */
const beginAutomaticVideo = defineCall({
  path: '/api/desk/beginAutomaticVideo',
  method: 'POST',
  access: MAIN,
  summary: 'Announce a video of an automatic answer that comes in parts, or ask how much of it is here',
  input: z.object({ clientId: z.uuid(), video: deliveryVideoView, ...videoCover }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

/** As `putVideoPart` of the chat. */
const putAutomaticVideoPart = defineCall({
  path: '/api/desk/putAutomaticVideoPart',
  method: 'POST',
  access: MAIN,
  summary: 'Put a part of an automatic answer’s video that was begun',
  input: z.object({ clientId: z.uuid(), ...videoPart }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

/** A file that is no whole video is deleted. A video that no saved answer names is deleted after a day. */
const endAutomaticVideo = defineCall({
  path: '/api/desk/endAutomaticVideo',
  method: 'POST',
  access: MAIN,
  summary: 'Keep a video, of which all parts are here, for an automatic answer that is saved next',
  input: z.object({ clientId: z.uuid() }),
  output: z.object({ videoId: z.uuid(), video: deliveryVideoView }),
});

export const AUTOMATION_CALLS = {
  automaticStops,
  stopAutomatic,
  resumeAutomatic,
  saveAutomaticPicture,
  beginAutomaticVideo,
  putAutomaticVideoPart,
  endAutomaticVideo,
} as const;
