import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { ANSWER_VIDEOS, beginVideo, endVideo, putVideoPart } from '../kept-videos.ts';
import { saveAutomaticPicture } from './pictures.ts';
import { automaticStops, resumeAutomatic, stopAutomatic } from './stops.ts';

export const AUTOMATION_HANDLERS: HandlersOf<typeof CALLS.automation> = {
  automaticStops: reading(automaticStops),
  stopAutomatic: inTransaction(stopAutomatic),
  resumeAutomatic: inTransaction(resumeAutomatic),
  saveAutomaticPicture: inTransaction(saveAutomaticPicture),
  beginAutomaticVideo: inTransaction((context, input) => beginVideo(ANSWER_VIDEOS, context, input)),
  putAutomaticVideoPart: inTransaction((context, input) => putVideoPart(ANSWER_VIDEOS, context, input)),
  endAutomaticVideo: inTransaction((context, input) => endVideo(ANSWER_VIDEOS, context, input)),
};
