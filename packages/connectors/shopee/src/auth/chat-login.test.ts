import { describe, expect, it } from 'vitest';
import { renewAtOf } from './chat-login.ts';

const jwt = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

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
