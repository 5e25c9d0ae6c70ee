import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf } from '../handler.ts';
import { changePassword } from './change-password.ts';
import { endOfMember, endOtherOfMember, sessionsOfMember } from './devices.ts';

export const SECURITY_HANDLERS: HandlersOf<typeof CALLS.security> = {
  sessions: aboutSession(sessionsOfMember),
  endSession: aboutSession(endOfMember),
  endOtherSessions: aboutSession(endOtherOfMember),
  changePassword: aboutSession(changePassword),
};
