import { describe, expect, it } from 'vitest';
import { expectedLife } from './login-life.ts';

describe('the expected life of a login', () => {
  it('is the median of its own past lives, whatever other logins did', () => {
    expect(expectedLife([30, 1, 20], [5, 5])).toEqual({ lifeMs: 20, basis: 'login', seen: 3 });
    expect(expectedLife([30, 10], [])).toEqual({ lifeMs: 10, basis: 'login', seen: 2 });
  });

  it('is learnt from other logins of the marketplace where it has no past of its own', () => {
    expect(expectedLife([], [7, 9, 8])).toEqual({ lifeMs: 8, basis: 'marketplace', seen: 3 });
  });

  it('is unknown where nothing was seen', () => {
    expect(expectedLife([], [])).toBeNull();
    expect(expectedLife([], [60_000, 60_000])).toBeNull();
  });
});
