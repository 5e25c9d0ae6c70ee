import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const createOwner = (owner: CallInput<typeof CALLS.registration.createOwner>) =>
  callApi(CALLS.registration.createOwner, owner);

export const sendMobileCode = (mobile: string, isResetPassword: boolean) =>
  callApi(CALLS.registration.sendValidateCode, { mobile, isResetPassword });
export const sendEmailCode = (email: string) => callApi(CALLS.registration.sendEmailCode, { email });
export const sendResetMail = (email: string) => callApi(CALLS.registration.send_find_password_email, { email });

export const registerByMobile = (entered: CallInput<typeof CALLS.registration.register>) =>
  callApi(CALLS.registration.register, entered);
export const registerByEmail = (entered: CallInput<typeof CALLS.registration.abroad_register>) =>
  callApi(CALLS.registration.abroad_register, entered);
export const resetPassword = (entered: CallInput<typeof CALLS.registration.resetPassword>) =>
  callApi(CALLS.registration.resetPassword, entered);
