import { BridgeError } from '@pasar/bridge';
import type { SendOutcome } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, refusal } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import type { SendAnswer } from '../auth/line.ts';
import { SHOP } from '../samples/shop.fixture.ts';
import { fromWireSend, toWireSend } from './send.ts';

const refused = (code: string): SendAnswer => ({ kind: 'refused', code, text: 'text' });
const summary = (outcome: SendOutcome): string =>
  outcome.kind === 'refused' ? `${outcome.refusal.reason} -> ${outcome.next.kind}` : outcome.kind;

describe('what the answer to a send proves', () => {
  it.each<[string, SendAnswer, string]>([
    ['a token refused again and again', refused('FAIL_SYS_TOKEN_EXOIRED'), 'marketplace_error -> wait'],
    ['a dead login', refused('FAIL_SYS_SESSION_EXPIRED'), 'shop_login_expired -> login'],
    [
      'a login that cannot be renewed',
      { kind: 'notLoggedIn', refusal: refusal('wrong_account_or_password'), canRetry: false },
      'wrong_account_or_password -> login',
    ],
    [
      'a login that cannot be renewed now',
      { kind: 'notLoggedIn', refusal: refusal('marketplace_unreachable'), canRetry: true },
      'marketplace_unreachable -> wait',
    ],
    ['a closed session', refused('FAIL_BIZ_SESSION_CLOSED'), 'conversation_closed -> reopen'],
    ['the service’s own no', refused('FAIL_BIZ_CONTENT_FORBIDDEN'), 'message_refused -> stop'],
    ['suspicion', refused('RGV587_ERROR'), 'captcha_needed -> stop'],
    ['suspicion, by its other name', refused('FAIL_SYS_USER_VALIDATE'), 'captcha_needed -> stop'],
    ['HTTP 429', { kind: 'status', status: 429 }, 'too_frequent -> wait'],
    ['HTTP 403', { kind: 'status', status: 403 }, 'marketplace_error -> stop'],
    ['a service that failed, perhaps after acting', refused('FAIL_SYS_SERVICE_TIMEOUT'), 'inDoubt'],
    ['HTTP 502', { kind: 'status', status: 502 }, 'inDoubt'],
    ['an answer that is no envelope', { kind: 'unreadable', detail: 'x' }, 'inDoubt'],
    ['a success without a message', { kind: 'success', data: { result: {} } }, 'inDoubt'],
    ['a lost answer', { kind: 'network', error: new BridgeError('reset', 'cut', true) }, 'inDoubt'],
    [
      'no byte left',
      { kind: 'network', error: new BridgeError('refused', 'no server', false) },
      'marketplace_unreachable -> wait',
    ],
  ])('%s', (_name, answer, expected) => {
    expect(summary(fromWireSend(answer))).toBe(expected);
  });

  it('waits 2 s after 429', () => {
    expect(fromWireSend({ kind: 'status', status: 429 })).toMatchObject({ next: { kind: 'wait', delayMs: 2_000 } });
  });
});

it('a text goes out as template 1 under its key', () => {
  const conversation = {
    platformShopId: SHOP,
    platformConversationId: asPlatformConversationId('1#103#1#1#2#2'),
    buyerId: asBuyerId('1'),
    address: {},
  };
  expect(toWireSend({ conversation, text: 'สวัสดี "x"', quote: null, idempotencyKey: 'key-1' }).data).toEqual({
    sessionId: '1#103#1#1#2#2',
    content: '{"txt":"สวัสดี \\"x\\""}',
    templateId: 1,
    bizUnique: 'key-1',
    ext: '{"language":"en","fromCode":"im_web"}',
  });
});
