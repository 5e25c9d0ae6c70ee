/** The calls about a member's own login. One by one, as those of the chat. */

export { addPasskey, beginPasskey, beginPasskeyLogin, logInWithPasskey, passkeys, removePasskey } from './passkeys.ts';
export {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  removeSecondFactor,
  secondFactor,
  sessions,
} from './security.ts';
export {
  beginSignOn,
  beginSignOnLink,
  enterSignOnCode,
  finishSignOn,
  linkSignOn,
  removeSignOnLink,
  signOn,
} from './sign-on.ts';
