import { describe, expect, it } from 'vitest';
import {
  detailOf,
  isAboutLogin,
  isAboutProxy,
  isAboutSession,
  isAboutWords,
  isAnswered,
  isDemand,
  isReasonCode,
  isRepeatedByCalls,
  isSessionOver,
  isUnexplained,
  isVerificationDemand,
  needsPersonAtLogin,
  REASON_CODES,
  type ReasonCode,
  statusOf,
} from './reasons.ts';

const LOGIN_PUT_RIGHT: readonly ReasonCode[] = [
  'wrong_account_or_password',
  'login_failed',
  'account_frozen',
  'account_not_exist',
  'account_deactivated',
  'account_abnormal',
  'not_matched',
  'user_not_found',
  'login_not_successful',
  'authorization_failed',
  'phone_login_not_allowed',
  'site_login_wrong',
  'back_office_login_failed',
  'shop_bound_to_merchant',
  'merchant_account_site_login',
];
const CHALLENGED: readonly ReasonCode[] = [
  'verification_code_wrong',
  'verification_code_not_sent',
  'captcha_wrong',
  'challenge_unanswered',
];
const DEMANDS: readonly ReasonCode[] = ['verification_needed', 'captcha_needed', 'identity_check_needed'];
const EXPIRED: readonly ReasonCode[] = ['shop_not_logged_in', 'shop_login_expired'];
const ABOUT_LOGIN = [...LOGIN_PUT_RIGHT, ...CHALLENGED, ...DEMANDS, ...EXPIRED, 'page_configuration_unreadable'];
const WAY: readonly ReasonCode[] = [
  'ip_isolation_failed',
  'marketplace_unreachable',
  'network_offline',
  'network_interrupted',
  'ip_check_failed',
  'clock_wrong',
];
const UNEXPLAINED: readonly ReasonCode[] = [
  'marketplace_error',
  'request_interface_failed',
  'info_failed',
  'call_failed',
  'order_fetch_failed',
];

const chosenBy = (isChosen: (reason: ReasonCode) => boolean): string[] => REASON_CODES.filter(isChosen).sort();

describe('the table of reasons', () => {
  it.each([
    ['the login', isAboutLogin, ABOUT_LOGIN],
    ['the whole session', isAboutSession, [...ABOUT_LOGIN, ...WAY, 'too_frequent']],
    ['a proxy', isAboutProxy, ['ip_isolation_failed']],
    ['a demand', isDemand, DEMANDS],
    ['a demand that each password makes again', isVerificationDemand, ['verification_needed', 'captcha_needed']],
    ['a session that another login replaces', isSessionOver, EXPIRED],
    [
      'a login that waits for a person',
      needsPersonAtLogin,
      [...LOGIN_PUT_RIGHT, ...CHALLENGED, ...DEMANDS, 'too_frequent'],
    ],
    ['what a call is repeated for', isRepeatedByCalls, [...WAY, 'request_timed_out', 'too_frequent']],
    ['a refusal without a reason', isUnexplained, UNEXPLAINED],
  ] as const)('tells which are about %s', (_, isChosen, codes) => {
    expect(chosenBy(isChosen)).toEqual([...codes].sort());
  });

  it.each(['message_refused', 'invalid_request', 'content_empty', 'content_too_long'] as const)(
    'counts %s among what is wrong with words',
    (reason) => {
      expect(isAboutWords(reason)).toBe(true);
    },
  );

  it('lets no reason be both an answer of the marketplace and a fault of the way', () => {
    expect(REASON_CODES.filter((reason) => isAnswered(reason) && WAY.includes(reason))).toEqual([]);
    expect(isAnswered('request_timed_out')).toBe(false);
  });

  it.each([
    [
      'words',
      [
        ...UNEXPLAINED,
        'marketplace_unreachable',
        'login_failed',
        'login_not_successful',
        'message_refused',
        'send_failed',
        'conversation_create_failed',
        'proxy_unreachable',
        'proxy_too_slow',
        'proxy_login_refused',
        'proxy_blocked',
        'proxy_tls_failed',
        'proxy_type_wrong',
      ],
    ],
  ] as const)('names the reasons whose detail is %s, shown beside the sentence', (kind, codes) => {
    expect(chosenBy((reason) => detailOf(reason) === kind)).toEqual([...codes].sort());
  });

  it('answers a refused call with 200, except for these', () => {
    const others = REASON_CODES.filter((reason) => statusOf(reason) !== 200);
    expect(Object.fromEntries(others.map((reason) => [reason, statusOf(reason)]))).toEqual({
      invalid_request: 400,
      authorization_expired: 401,
      no_permission: 403,
      main_account_only: 403,
      origin_refused: 403,
      second_factor_demanded: 403,
      not_found: 404,
      too_frequent: 429,
      database_away: 503,
      request_exception: 500,
      server_busy: 503,
      picture_unavailable: 503,
      shop_served_elsewhere: 503,
    });
  });

  it('takes no inherited name for a code', () => {
    expect(isReasonCode('not_found')).toBe(true);
    expect(isReasonCode('toString')).toBe(false);
    expect(detailOf('a code of a later version')).toBe('folded');
  });
});
