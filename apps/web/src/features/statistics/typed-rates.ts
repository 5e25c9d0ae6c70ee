import type { CurrencyRate } from '@pasar/domain';

const LINE = /^([A-Za-z]{3})[\s,;:=]+([0-9]{1,12}(?:\.[0-9]{1,12})?)$/;

/** Rates that a person typed or pasted, a currency on each line: "THB 0.21". `bad`: the first line that is none. */
export function typedRates(
  text: string,
  asOf: string,
): { readonly rates: readonly CurrencyRate[]; readonly bad: string | null } {
  const rates = new Map<string, CurrencyRate>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [, currency, rate] = LINE.exec(line) ?? [];
    if (currency === undefined || rate === undefined || !/[1-9]/.test(rate)) return { rates: [], bad: line };
    rates.set(currency.toUpperCase(), { currency: currency.toUpperCase(), rate, asOf });
  }
  return { rates: [...rates.values()], bad: null };
}
