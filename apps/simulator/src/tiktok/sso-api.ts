/**
 * The business sign-on: an account login opens a session of its own, with which a quick login opens the seller site.
 * ours: a demand for a code is a demand to activate the account.
 */
import type { Login } from '../world/types.ts';
import type { TiktokContext } from './context.ts';
import { letIn, type PassportAnswer, type PassportForm, refuse, succeed } from './passport.ts';
import {
  CODE_DEMANDS,
  checkCode,
  checkPassword,
  type LoginEndpoint,
  onwards,
  sendCode,
  withLogin,
} from './passport-api.ts';

const signOn = ({ accounts }: TiktokContext, login: Login): PassportAnswer =>
  succeed({ user_id_str: login.loginId }, [{ name: 'sso_uid_tt', value: accounts.openSignOn(login) }]);

/** A login with a code also activates the account. */
function accountLogin(context: TiktokContext, login: Login, form: PassportForm): PassportAnswer {
  const refused = checkPassword(context, login, form);
  if (refused !== null) return refused;
  if (form.code !== null) {
    const wrong = checkCode(context, login, form, 'wrongCode');
    if (wrong !== null) return wrong;
    context.progress.meet(login, ...CODE_DEMANDS);
  }
  return onwards(context, login, () => signOn(context, login), 'activate');
}

function activateByEmail(context: TiktokContext, login: Login, form: PassportForm): PassportAnswer {
  const wrong = checkCode(context, login, form, 'wrongEmailCode');
  if (wrong !== null) return wrong;
  context.progress.meet(login, ...CODE_DEMANDS);
  return onwards(context, login, () => signOn(context, login), 'activate');
}

const quickLogin: LoginEndpoint['answer'] = (context, _body, cookie) => {
  const login = context.accounts.signOnOf(cookie('sso_uid_tt'));
  return login === null ? refuse('signOn') : letIn(context, login);
};

const SSO = '/passport/sso';
export const SSO_ENDPOINTS: readonly LoginEndpoint[] = [
  { path: `${SSO}/account_login/v2/`, provenance: 'seen', answer: withLogin(accountLogin) },
  { path: `${SSO}/quick_login/v2/`, provenance: 'seen', answer: quickLogin },
  { path: `${SSO}/activate_email/code_login/`, provenance: 'ours', answer: withLogin(activateByEmail) },
  { path: `${SSO}/send_activation_code/`, provenance: 'ours', answer: withLogin(sendCode('sms')) },
  { path: `${SSO}/send_email_activate_code/`, provenance: 'ours', answer: withLogin(sendCode('email')) },
];
