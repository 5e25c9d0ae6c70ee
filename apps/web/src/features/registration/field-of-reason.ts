import type { ReasonCode } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';

/** The fields of the forms. `form`: the problem belongs to none of them. */
export type EntranceField = 'name' | 'mobile' | 'email' | 'code' | 'password' | 'confirm' | 'qq' | 'form';

const FIELDS: Partial<Readonly<Record<ReasonCode, EntranceField>>> = {
  member_name_required: 'name',
  mobile_form: 'mobile',
  email_form: 'email',
  verification_code_wrong: 'code',
  password_required: 'password',
  password_too_short: 'password',
  password_only_digits: 'password',
  password_common: 'password',
  password_mismatch: 'confirm',
  qq_form: 'qq',
};

/** Where a refusal is shown. */
export const fieldOf = (failure: CallFailure): EntranceField =>
  (failure.kind === 'refused' ? FIELDS[failure.code as ReasonCode] : undefined) ?? 'form';
