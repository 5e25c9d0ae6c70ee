/** facts 3.5 and public clients of the family; values invented. */
import type { Identifier } from './identifier.ts';
import {
  emailCheckCodeCall,
  emailCodeLoginCall,
  emailSendCodeCall,
  passportLoginCall,
  sendCodeCall,
  smsLoginCall,
} from './passport.ts';
import {
  type AnyFixture,
  among,
  asksForm,
  asksGet,
  asksPost,
  LOGIN_SCOPE,
  passportSaid,
  plainly,
} from './scene.fixture.ts';
import {
  ssoAccountLoginCall,
  ssoActivateEmailLoginCall,
  ssoQuickLoginCall,
  ssoSendActivationCodeCall,
  ssoSendEmailActivateCodeCall,
} from './sso.ts';
import { captchaGetCall, captchaVerifyCall, ttwidCheckCall, ttwidRegisterCall } from './visitor.ts';

const EMAIL: Identifier = { field: 'email', value: 'a@b.co' };
const MOBILE: Identifier = { field: 'mobile', value: '60123456789' };
// each byte of the text XOR 5, in hex
const MIXED_EMAIL = '6445672b666a';
const MIXED_MOBILE = '3335343736313033323d3c';
const MIXED_PASSWORD = '7576';
const MIXED_CODE = '343736313033';
const MIX = { mix_mode: '1', fixed_mix_mode: '1' };
const PERSON = passportSaid({ user_id_str: '7000000000000000777', screen_name: 'kedai' });
const SIGNED_IN = { userId: '7000000000000000777' };

export const PASSPORT_FIXTURES: readonly AnyFixture[] = [
  among({
    call: passportLoginCall,
    params: { identifier: EMAIL, password: 'ps', ticket: null },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/user/login/', { ...MIX, email: MIXED_EMAIL, password: MIXED_PASSWORD }),
    answer: PERSON,
    result: SIGNED_IN,
  }),
  among({
    call: smsLoginCall,
    params: { identifier: MOBILE, code: '123456' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/sms_login_only/', { ...MIX, mobile: MIXED_MOBILE, code: MIXED_CODE }),
    answer: passportSaid({ user_id: 7_000_000_777 }),
    result: { userId: '7000000777' },
  }),
  among({
    call: emailCheckCodeCall,
    params: { identifier: EMAIL, code: '123456' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/email/check_code/', { ...MIX, email: MIXED_EMAIL, code: MIXED_CODE }),
    answer: passportSaid({ ticket: 'unused' }),
    result: null,
  }),
  among({
    call: emailCodeLoginCall,
    params: { identifier: EMAIL, code: '123456' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/email/code_login/', { ...MIX, email: MIXED_EMAIL, code: MIXED_CODE }),
    answer: PERSON,
    result: SIGNED_IN,
  }),
  among({
    call: sendCodeCall,
    params: { identifier: MOBILE, ticket: 'VT1' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/send_code/', {
      ...MIX,
      mobile: MIXED_MOBILE,
      verify_ticket: 'VT1',
      type: '3731',
    }),
    answer: passportSaid({ mobile: '60******89', mobile_ticket: 'MT', retry_time: 30 }),
    result: { target: '60******89', resendAfterMs: 30_000 },
  }),
  among({
    call: emailSendCodeCall,
    params: { identifier: EMAIL, ticket: null },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/web/email/send_code/', { ...MIX, email: MIXED_EMAIL, type: '3731' }),
    answer: passportSaid({ email: 'a***@b.co' }),
    result: { target: 'a***@b.co', resendAfterMs: 60_000 },
  }),
];

export const SSO_FIXTURES: readonly AnyFixture[] = [
  among({
    call: ssoAccountLoginCall,
    params: { identifier: MOBILE, password: 'ps', ticket: 'VT1', code: '123456' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/sso/account_login/v2/', {
      ...MIX,
      mobile: MIXED_MOBILE,
      verify_ticket: 'VT1',
      password: MIXED_PASSWORD,
      code: MIXED_CODE,
    }),
    answer: passportSaid({ redirect_url: '' }),
    result: null,
  }),
  among({
    call: ssoQuickLoginCall,
    params: null,
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/sso/quick_login/v2/', {}),
    answer: PERSON,
    result: SIGNED_IN,
  }),
  among({
    call: ssoActivateEmailLoginCall,
    params: { identifier: EMAIL, code: '123456' },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/sso/activate_email/code_login/', { ...MIX, email: MIXED_EMAIL, code: MIXED_CODE }),
    answer: passportSaid({}),
    result: null,
  }),
  among({
    call: ssoSendActivationCodeCall,
    params: { identifier: MOBILE, ticket: null },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/sso/send_activation_code/', { ...MIX, mobile: MIXED_MOBILE }),
    answer: passportSaid({ mobile_ticket: 'MT' }),
    result: { target: null, resendAfterMs: 60_000 },
  }),
  among({
    call: ssoSendEmailActivateCodeCall,
    params: { identifier: EMAIL, ticket: null },
    scope: LOGIN_SCOPE,
    request: asksForm('/passport/sso/send_email_activate_code/', { ...MIX, email: MIXED_EMAIL }),
    answer: passportSaid({ email: 'a***@b.co' }),
    result: { target: 'a***@b.co', resendAfterMs: 60_000 },
  }),
];

const ttwid = {
  aid: 4068,
  service: 'seller-my.example',
  union: false,
  unionHost: '',
  needFid: false,
  fid: '',
  migrate_priority: 0,
};
const CAPTCHA_QUERY = {
  aid: '4068',
  app_name: 'i18n_ecom_shop',
  lang: 'en',
  region: 'my',
  subtype: 'slide',
  fp: 'verify_1',
};
export const VISITOR_FIXTURES: readonly AnyFixture[] = [
  among({
    call: ttwidCheckCall,
    params: { service: 'seller-my.example' },
    scope: LOGIN_SCOPE,
    request: asksPost('/ttwid/check/', ttwid),
    answer: plainly({ status_code: 1_001, message: 'no ttwid' }),
    result: { isRegistered: false },
  }),
  among({
    call: ttwidRegisterCall,
    params: { service: 'seller-my.example' },
    scope: LOGIN_SCOPE,
    request: asksPost('/ttwid/register/', ttwid),
    answer: plainly({ status_code: 0, message: '' }),
    result: { isRegistered: true },
  }),
  among({
    call: captchaGetCall,
    params: { fingerprint: 'verify_1' },
    scope: LOGIN_SCOPE,
    request: asksGet('/captcha/get', CAPTCHA_QUERY),
    answer: plainly({
      code: 200,
      message: 'success',
      data: {
        id: 'c0ffee',
        challenge_code: 99_999,
        mode: 'slide',
        question: { url1: 'https://p.example/2.jpeg', url2: 'https://p.example/1.png', tip_y: 68 },
      },
    }),
    result: {
      captchaId: 'c0ffee',
      mode: 'slide',
      backgroundUrl: 'https://p.example/2.jpeg',
      pieceUrl: 'https://p.example/1.png',
    },
  }),
  among({
    call: captchaVerifyCall,
    params: { fingerprint: 'verify_1', captchaId: 'c0ffee', mode: 'slide', offset: 120 },
    scope: LOGIN_SCOPE,
    request: asksPost(
      '/captcha/verify',
      { captchaBody: '{"id":"c0ffee","mode":"slide","reply":[{"x":120,"y":0}]}' },
      CAPTCHA_QUERY,
    ),
    answer: plainly({ code: 200, message: 'success', data: { verify_ticket: 'VT1' } }),
    result: { ticket: 'VT1' },
  }),
];
