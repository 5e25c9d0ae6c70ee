import { BridgeError } from '@pasar/bridge';
import type { SendOutcome } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, refusal } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import type { SendAnswer } from '../auth/line.ts';
import { fromWireSend, toWireImage, toWireText } from './send.ts';

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
    ['a closed session', refused('FAIL_BIZ_SESSION_CLOSED'), 'conversation_closed -> stop'],
    ['the service’s own no', refused('FAIL_BIZ_CONTENT_FORBIDDEN'), 'message_refused -> stop'],
    ['suspicion', refused('RGV587_ERROR'), 'verification_needed -> stop'],
    ['suspicion, by its other name', refused('FAIL_SYS_USER_VALIDATE'), 'verification_needed -> stop'],
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

const conversation = {
  platformShopId: SHOP,
  platformConversationId: asPlatformConversationId('1#103#1#1#2#2'),
  buyerId: asBuyerId('1'),
  address: {},
};
it('a text goes out as template 1, a picture as template 3, each under its key', () => {
  expect(toWireText({ conversation, text: 'สวัสดี "x"', quote: null, idempotencyKey: 'key-1' })).toEqual({
    sessionId: '1#103#1#1#2#2',
    templateId: 1,
    content: { txt: 'สวัสดี "x"' },
    idempotencyKey: 'key-1',
  });
  const image = { url: 'https://img.example/p.png', thumbUrl: null, width: 320, height: null, extra: {} };
  expect(toWireImage({ conversation, image, idempotencyKey: 'key-2' })).toEqual({
    sessionId: '1#103#1#1#2#2',
    templateId: 3,
    content: { imgUrl: 'https://img.example/p.png', width: 320 },
    idempotencyKey: 'key-2',
  });
});
