import { LIMITS } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SCOPE } from '../../fixtures/seller/calls.ts';
import type { LoginClient } from '../wire/login-client.ts';
import { logInToChat, renewAtOf } from './chat-login.ts';

const jwt = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('logInToChat', () => {
  it('asks again at the interval of the specification until the login is finished', async () => {
    const user = { id: '2', uid: '0-2', type: 'seller' };
    const shop = { id: '1', user_id: '2', country: 'SG', name: 'Shop' };
    const answers = [{ status: 'pending' }, { status: 'pending' }, { token: 't', user, shop }];
    const client: Pick<LoginClient, 'make'> = {
      make: async (call, _params, scope) =>
        call.fromWire({ status: 200, headers: {}, text: '', json: answers.shift() }, scope),
    };
    const waited: number[] = [];
    const pauses = { pause: async (delayMs: number) => waited.push(delayMs) > 0 };
    expect(await logInToChat(client, pauses, SCOPE, () => 0)).toMatchObject({ ok: true, value: { token: 't' } });
    expect(waited).toEqual([LIMITS.loginFinishPollMs, LIMITS.loginFinishPollMs]);
  });
});

describe('renewAtOf', () => {
  it('counts the span from now, whatever clock the marketplace has', () => {
    expect(renewAtOf(jwt({ iat: 10, exp: 110 }), 5_000)).toBe(85_000);
  });
  it('knows nothing of a token that is none, or says nothing', () => {
    for (const token of ['opaque', 'a.b.c', 'a.!!.c', jwt({ exp: 5 }), jwt({ iat: 5, exp: 5 }), jwt(null)]) {
      expect(renewAtOf(token, 0)).toBeNull();
    }
  });
});
