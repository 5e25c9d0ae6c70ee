import type { Country } from '@pasar/domain';
import type { Hours } from './wall-clock.ts';

/** What the main account has chosen for everything that goes out without a person. */
export interface SendConfig {
  readonly quiet: Hours | null;
  readonly ownQuiet: readonly { readonly country: Country; readonly quiet: Hours | null }[];
  readonly cap: { readonly messages: number; readonly days: number } | null;
}

/** The quiet hours of a site. */
export function quietIn({ quiet, ownQuiet }: SendConfig, country: Country): Hours | null {
  for (const own of ownQuiet) if (own.country === country) return own.quiet;
  return quiet;
}
