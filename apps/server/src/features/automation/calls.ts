import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { saveAutomaticPicture } from './pictures.ts';
import { automaticStops, resumeAutomatic, stopAutomatic } from './stops.ts';

export const AUTOMATION_HANDLERS: HandlersOf<typeof CALLS.automation> = {
  automaticStops: reading(automaticStops),
  stopAutomatic: inTransaction(stopAutomatic),
  resumeAutomatic: inTransaction(resumeAutomatic),
  saveAutomaticPicture: inTransaction(saveAutomaticPicture),
};
