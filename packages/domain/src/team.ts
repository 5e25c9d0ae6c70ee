import type { ShopId } from './ids.ts';
import type { Country } from './marketplace.ts';
import { PERMISSION_KEYS, type PermissionKey } from './permission.ts';

/**
 * The shops that a sub-account answers for: named shops, all shops of some countries, or all shops. The last two count
 * for shops as well that are added later. A shop may be given to several sub-accounts (spec 1 §6).
 */
export type Responsibility =
  | { readonly kind: 'shops'; readonly shopIds: readonly ShopId[] }
  | { readonly kind: 'countries'; readonly countries: readonly Country[] }
  | { readonly kind: 'all' };

/** Roles of our choice, each a list of permission keys that a main account can start from. */
export const ROLE_PRESETS = {
  chatAgent: ['chat', 'order', 'remark'],
  orderClerk: ['chat', 'order', 'orderCare', 'remark', 'sellerCenter'],
  manager: PERMISSION_KEYS,
} as const satisfies Readonly<Record<string, readonly PermissionKey[]>>;
export type RolePreset = keyof typeof ROLE_PRESETS;

/** The role whose keys these are; null for a choice of keys that is no role. The order of the keys does not count. */
export function roleOf(keys: readonly PermissionKey[]): RolePreset | null {
  const chosen = new Set(keys);
  for (const role of Object.keys(ROLE_PRESETS) as RolePreset[]) {
    const wanted: readonly PermissionKey[] = ROLE_PRESETS[role];
    if (wanted.length === chosen.size && wanted.every((key) => chosen.has(key))) return role;
  }
  return null;
}

/** Fewest characters of a password (spec 1 §5), and most (our choice). */
export const PASSWORD_LENGTH = { least: 6, most: 200 } as const;

/** Why a person may not have this password, by its form alone (spec 1 §5); null for none. */
export function passwordFault(password: string): 'password_too_short' | 'password_only_digits' | null {
  if (password.length < PASSWORD_LENGTH.least) return 'password_too_short';
  return /^\d+$/u.test(password) ? 'password_only_digits' : null;
}

/** A mobile number that may register (spec 1 §5): exactly 11 digits. */
export const MOBILE = /^\d{11}$/u;
/** A QQ number: 5 to 11 digits, the first of which is not 0 (our reading of "format-checked" in spec 1 §5). */
export const QQ = /^[1-9]\d{4,10}$/u;
