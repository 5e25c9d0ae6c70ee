import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf } from '../handler.ts';
import { changePassword } from './change-password.ts';
import { endOfMember, endOtherOfMember, sessionsOfMember } from './devices.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, secondFactor } from './second-factor.ts';

export const SECURITY_HANDLERS: HandlersOf<typeof CALLS.security> = {
  sessions: aboutSession(sessionsOfMember),
  endSession: aboutSession(endOfMember),
  endOtherSessions: aboutSession(endOtherOfMember),
  changePassword: aboutSession(changePassword),
  secondFactor: aboutSession(secondFactor),
  beginSecondFactor: aboutSession(beginSecondFactor),
  confirmSecondFactor: aboutSession(confirmSecondFactor),
  removeSecondFactor: aboutSession(removeSecondFactor),
};
