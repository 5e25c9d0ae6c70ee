/** Who signs in, as the passport wants to hear it (spec 2 §5, facts 3.5). */
import type { Country } from '@pasar/domain';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

export interface Identifier {
  readonly field: 'email' | 'mobile';
  readonly value: string;
}

/** Sensitive fields travel as lower-case hex of each UTF-8 byte XOR 5. */
export const mix = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => (byte ^ 5).toString(16).padStart(2, '0')).join('');

/** ours: a number without its country, typed at a site of no country, is one of China, where most of such sellers are. */
const phoneCountry = (country: Country): CountryCode =>
  country === 'CNSC' || country === 'GLOBAL' || country === 'CB' ? 'CN' : country;

/**
 * An email has an @ after its first character; anything else is a mobile number, parsed against the country and written
 * without a plus. What is no number of anywhere goes as it was typed, for the marketplace to refuse.
 */
export function identifierOf(typed: string, country: Country): Identifier {
  const text = typed.trim();
  if (text.indexOf('@') > 0) return { field: 'email', value: text };
  const number = parsePhoneNumberFromString(text, phoneCountry(country));
  return { field: 'mobile', value: number === undefined ? text : number.number.replace('+', '') };
}
