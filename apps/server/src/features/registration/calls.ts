import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf } from '../handler.ts';
import { createOwner } from './create-owner.ts';
import { register, registerAbroad } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { sendEmailCode, sendFindPasswordEmail, sendValidateCode } from './send-code.ts';

export const REGISTRATION_HANDLERS: HandlersOf<typeof CALLS.registration> = {
  createOwner: aboutSession(createOwner),
  sendValidateCode: aboutSession(sendValidateCode),
  sendEmailCode: aboutSession(sendEmailCode),
  send_find_password_email: aboutSession(sendFindPasswordEmail),
  register: aboutSession(register),
  abroad_register: aboutSession(registerAbroad),
  resetPassword: aboutSession(resetPassword),
};
