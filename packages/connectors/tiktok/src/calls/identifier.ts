/** The identifier as the passport expects it (spec 2 §5, facts 3.5). */
import type { Country } from '@pasar/domain';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

export interface Identifier {
  readonly field: 'email' | 'mobile';
  readonly value: string;
}

/** Sensitive fields travel as lower-case hex of each UTF-8 byte XOR 5. */
export const mix = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => (byte ^ 5).toString(16).padStart(2, '0')).join('');

/**
 * A number without its country, typed at a site without a country, counts as Chinese, because most of these sellers are
 * in China (our choice).
 */
const phoneCountry = (country: Country): CountryCode =>
  country === 'CNSC' || country === 'GLOBAL' || country === 'CB' ? 'CN' : country;

/**
 * An e-mail address has an @ after its first character. Anything else is a mobile number, parsed for the country and
 * written without a plus. Text that is no phone number is sent as typed, and the marketplace refuses it.
 */
export function identifierOf(typed: string, country: Country): Identifier {
  const text = typed.trim();
  if (text.indexOf('@') > 0) return { field: 'email', value: text };
  const number = parsePhoneNumberFromString(text, phoneCountry(country));
  return { field: 'mobile', value: number === undefined ? text : number.number.replace('+', '') };
}
