import { BridgeError } from '@pasar/bridge';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../wire/http-call.ts';
import { fromWireSend, refusedLogin } from './send-outcome.ts';

const answered = (status: number, json: unknown): CallResult => ({
  kind: 'answered',
  status,
  headers: {},
  json,
  text: '',
});

describe('fromWireSend', () => {
  const cases: readonly (readonly [string, CallResult, object])[] = [
    ['429', answered(429, undefined), { kind: 'refused', next: { kind: 'wait', delayMs: 2_000 } }],
    ['a dead token', answered(403, { message: 'token not found' }), { kind: 'refused', next: { kind: 'login' } }],
    ['401 without words', answered(401, undefined), { kind: 'refused', next: { kind: 'login' } }],
    [
      'a wrong clock of this machine',
      answered(403, { error_code: 'clock_wrong' }),
      { kind: 'refused', refusal: { reason: 'clock_wrong' }, next: { kind: 'login' } },
    ],
    ['403', answered(403, {}), { kind: 'refused', next: { kind: 'stop' } }],
    [
      'a closed conversation',
      answered(400, { error_code: 'conversation_closed', message: 'm' }),
      { kind: 'refused', refusal: { reason: 'conversation_closed' }, next: { kind: 'reopen' } },
    ],
    [
      'a refusal told with HTTP 200',
      answered(200, { error_code: 'blocked_by_user' }),
      { kind: 'refused', refusal: { reason: 'blocked_by_user' }, next: { kind: 'stop' } },
    ],
    [
      'five messages in a row',
      answered(400, { error_code: 'reach_5_message_limit', message: 'no' }),
      { kind: 'refused', refusal: { reason: 'messages_in_a_row' }, next: { kind: 'stop' } },
    ],
    [
      'a buyer out of reach',
      answered(400, { error_code: 'user_is_forbidden', message: 'no' }),
      { kind: 'refused', refusal: { reason: 'buyer_out_of_reach' }, next: { kind: 'stop' } },
    ],
    [
      'an unknown error code',
      answered(400, { error_code: 'banned_word', message: 'no' }),
      { kind: 'refused', refusal: { reason: 'message_refused', detail: 'HTTP 400 banned_word: no' } },
    ],
    ['a success that cannot be read', answered(200, undefined), { kind: 'inDoubt' }],
    ['a success without an id', answered(200, { created_timestamp: 1 }), { kind: 'inDoubt' }],
    ['an id beyond 64 bits', answered(200, { id: '99999999999999999999', created_timestamp: 1 }), { kind: 'inDoubt' }],
    ['a gateway that gave up', answered(504, { error_code: 'x' }), { kind: 'inDoubt' }],
    ['a server that broke', answered(500, undefined), { kind: 'inDoubt' }],
    ['a timeout', { kind: 'failed', error: new BridgeError('timeout', 't', true) }, { kind: 'inDoubt' }],
    ['a cut line', { kind: 'failed', error: new BridgeError('reset', 'r', true) }, { kind: 'inDoubt' }],
    [
      'a line that never was',
      { kind: 'failed', error: new BridgeError('refused', 'r', false) },
      { kind: 'refused', refusal: { reason: 'marketplace_unreachable' }, next: { kind: 'wait' } },
    ],
    [
      'a proxy that failed',
      { kind: 'failed', error: new BridgeError('proxy', 'p', false) },
      { kind: 'refused', refusal: { reason: 'ip_isolation_failed' }, next: { kind: 'wait' } },
    ],
    [
      'an acceptance that says success',
      answered(200, { error_code: 'success', id: '7301234567890140009', created_timestamp: 5 }),
      { kind: 'accepted', platformMessageId: '7301234567890140009', sentAt: 5_000 },
    ],
  ];
  for (const [name, result, expected] of cases) {
    it(`makes ${JSON.stringify(expected)} of ${name}`, () => expect(fromWireSend(result)).toMatchObject(expected));
  }
});

describe('refusedLogin', () => {
  it('waits for a network and asks for a login otherwise', () => {
    const refusal = { reason: 'marketplace_unreachable', detail: null } as const;
    expect(refusedLogin({ ok: false, refusal, canRetry: true })).toMatchObject({ next: { kind: 'wait' } });
    expect(refusedLogin({ ok: false, refusal, canRetry: false })).toMatchObject({ next: { kind: 'login' } });
  });
});
