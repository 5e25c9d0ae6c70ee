import { IMAGE_TYPES } from '@pasar/domain';
import { z } from 'zod';
import { anyOf, defineCall, permission } from '../contract/call.ts';
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

export const AUTOMATION_CALLS = { automaticStops, stopAutomatic, resumeAutomatic, saveAutomaticPicture } as const;
