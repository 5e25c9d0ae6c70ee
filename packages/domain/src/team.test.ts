import { describe, expect, test } from 'vitest';
import { PERMISSION_KEYS } from './permission.ts';
import { passwordFault, ROLE_PRESETS, roleOf } from './team.ts';

describe('the role of a list of keys', () => {
  test.each(Object.entries(ROLE_PRESETS))('is found for %s in any order', (role, keys) => {
    expect(roleOf([...keys].reverse())).toBe(role);
  });
  test('is none for a list that is no role', () => {
    expect(roleOf([])).toBeNull();
    expect(roleOf(['chat'])).toBeNull();
    expect(roleOf(PERMISSION_KEYS.slice(1))).toBeNull();
  });
});

test.each([
  ['a1b2c', 'password_too_short'],
  ['123456', 'password_only_digits'],
  ['12345678901', 'password_only_digits'],
  ['a12345', null],
  ['密码密码密码', null],
] as const)('the password %s: %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});
