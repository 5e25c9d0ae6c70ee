import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf } from '../handler.ts';
import { createOwner } from './create-owner.ts';

export const REGISTRATION_HANDLERS: HandlersOf<typeof CALLS.registration> = {
  createOwner: aboutSession(createOwner),
};
