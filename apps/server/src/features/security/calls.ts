import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf } from '../handler.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { changePassword } from './change-password.ts';
import { endOfMember, endOtherOfMember, sessionsOfMember } from './devices.ts';
import { passkeysOfMember, removePasskey } from './kept-passkeys.ts';
import { beginPasskeyLogin, logInWithPasskey } from './passkey-login.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, secondFactor } from './second-factor.ts';
import { beginSignOn, enterSignOnCode, finishSignOn } from './sign-on.ts';
import { beginSignOnLink, linkSignOn, removeSignOnLink, signOnOfMember } from './sign-on-link.ts';

export const SECURITY_HANDLERS: HandlersOf<typeof CALLS.security> = {
  sessions: aboutSession(sessionsOfMember),
  endSession: aboutSession(endOfMember),
  endOtherSessions: aboutSession(endOtherOfMember),
  changePassword: aboutSession(changePassword),
  secondFactor: aboutSession(secondFactor),
  beginSecondFactor: aboutSession(beginSecondFactor),
  confirmSecondFactor: aboutSession(confirmSecondFactor),
  removeSecondFactor: aboutSession(removeSecondFactor),
  beginSignOn: aboutSession(beginSignOn),
  finishSignOn: aboutSession(finishSignOn),
  enterSignOnCode: aboutSession(enterSignOnCode),
  signOn: aboutSession(signOnOfMember),
  beginSignOnLink: aboutSession(beginSignOnLink),
  linkSignOn: aboutSession(linkSignOn),
  removeSignOnLink: aboutSession(removeSignOnLink),
  passkeys: aboutSession(passkeysOfMember),
  beginPasskey: aboutSession(beginPasskey),
  addPasskey: aboutSession(addPasskey),
  removePasskey: aboutSession(removePasskey),
  beginPasskeyLogin: aboutSession(beginPasskeyLogin),
  logInWithPasskey: aboutSession(logInWithPasskey),
};
