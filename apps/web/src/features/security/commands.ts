import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const changePassword = (present: string, password: string) =>
  callApi(CALLS.security.changePassword, { present, password });
export const endSession = (sessionId: string) => callApi(CALLS.security.endSession, { sessionId });
export const endOtherSessions = () => callApi(CALLS.security.endOtherSessions, {});
export const beginSecondFactor = (present: string) => callApi(CALLS.security.beginSecondFactor, { present });
export const confirmSecondFactor = (code: string) => callApi(CALLS.security.confirmSecondFactor, { code });
export const removeSecondFactor = (present: string, code: string) =>
  callApi(CALLS.security.removeSecondFactor, { present, code });
