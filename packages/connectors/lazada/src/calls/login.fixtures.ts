import { SCOPE } from '../samples/shop.fixture.ts';
import { imWindowPage, loginPageInit, loginSubmit, sessionInit } from './login.ts';
import { type LazadaFixture, pageAnswer, sealed, siteDone, siteGet, sitePost } from './wire.fixture.ts';

/** Hex md5 of 'secret'. */
const SECRET_HASH = '5ebe2294ecd0e0f08eab7690d2a6ee69';

export const LOGIN_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: loginPageInit,
    params: null,
    scope: SCOPE,
    request: siteGet('/apps/seller/login'),
    answer: pageAnswer('<!doctype html><title>Seller login</title>'),
    result: null,
  }),
  sealed({
    call: loginSubmit,
    params: {
      userInput: 'ph@example.com',
      password: 'secret',
      deviceToken: 'd-1',
      captcha: null,
      code: null,
      isResend: false,
    },
    scope: SCOPE,
    request: sitePost('/apps/seller/login/submit', {
      userInput: 'ph@example.com',
      password: SECRET_HASH,
      deviceToken: 'd-1',
    }),
    answer: siteDone({ ticket: 'c0ffee' }),
    result: 'c0ffee',
  }),
  sealed({
    call: loginSubmit,
    params: {
      userInput: 'ph@example.com',
      password: 'secret',
      deviceToken: 'd-1',
      captcha: { captchaId: '77', text: '120' },
      code: { channel: 'email', code: '123456' },
      isResend: true,
    },
    scope: SCOPE,
    request: sitePost('/apps/seller/login/submit', {
      userInput: 'ph@example.com',
      password: SECRET_HASH,
      deviceToken: 'd-1',
      captchaId: '77',
      captcha: '120',
      emailCode: '123456',
      resend: 'true',
    }),
    answer: siteDone({ ticket: 'c0ffee' }),
    result: 'c0ffee',
  }),
  sealed({
    call: sessionInit,
    params: { ticket: 'c0ffee' },
    scope: SCOPE,
    request: siteGet('/apps/seller/session/init', { ticket: 'c0ffee' }),
    answer: siteDone({ userId: '2500170530338123456' }),
    result: null,
  }),
  sealed({
    call: imWindowPage,
    params: null,
    scope: SCOPE,
    request: siteGet('/apps/im/window'),
    answer: pageAnswer('<script>window.__IM_CONFIG__ = {"sellerId":2500170530338123456,"country":"PH"};</script>'),
    result: '2500170530338123456',
  }),
];
