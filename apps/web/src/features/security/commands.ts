import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** What the provider of the single sign-on has added to the address. */
export type SignOnAnswer = CallInput<typeof CALLS.security.finishSignOn>;

export const changePassword = (present: string, password: string) =>
  callApi(CALLS.security.changePassword, { present, password });
export const endSession = (sessionId: string) => callApi(CALLS.security.endSession, { sessionId });
export const endOtherSessions = () => callApi(CALLS.security.endOtherSessions, {});
export const beginSecondFactor = (present: string) => callApi(CALLS.security.beginSecondFactor, { present });
export const confirmSecondFactor = (code: string) => callApi(CALLS.security.confirmSecondFactor, { code });
export const removeSecondFactor = (present: string, code: string) =>
  callApi(CALLS.security.removeSecondFactor, { present, code });
export const beginSignOn = () => callApi(CALLS.security.beginSignOn, {});
export const finishSignOn = (answered: SignOnAnswer) => callApi(CALLS.security.finishSignOn, answered);
export const enterSignOnCode = (code: string) => callApi(CALLS.security.enterSignOnCode, { code });
export const beginSignOnLink = (present: string) => callApi(CALLS.security.beginSignOnLink, { present });
export const linkSignOn = (answered: SignOnAnswer) => callApi(CALLS.security.linkSignOn, answered);
export const removeSignOnLink = (present: string) => callApi(CALLS.security.removeSignOnLink, { present });
export const beginPasskey = (present: string) => callApi(CALLS.security.beginPasskey, { present });
export const addPasskey = (input: CallInput<typeof CALLS.security.addPasskey>) =>
  callApi(CALLS.security.addPasskey, input);
export const removePasskey = (passkeyId: string, present: string) =>
  callApi(CALLS.security.removePasskey, { passkeyId, present });
export const beginPasskeyLogin = () => callApi(CALLS.security.beginPasskeyLogin, {});
export const logInWithPasskey = (input: CallInput<typeof CALLS.security.logInWithPasskey>) =>
  callApi(CALLS.security.logInWithPasskey, input);
