import type { Country, Marketplace } from './marketplace.ts';

interface RuleSource {
  readonly asOf: string;
  readonly source: string;
}

/**
 * Where the response rules are from, and the day on which they were written down. The marketplaces change them, and
 * sources disagree, so a person has to see both.
 */
const SOURCES: Readonly<Record<Marketplace, RuleSource>> = {
  shopee: { asOf: '2026-11-01', source: 'Shopee seller education (others tell of 90 days)' },
  lazada: { asOf: '2026-11-01', source: 'Lazada seller education, for LazMall (with a cut-off each day)' },
  tiktok: { asOf: '2026-11-01', source: 'TikTok Shop seller academy (others tell of 24 hours)' },
};
/** Of the rules that are different in a country. */
const SOURCES_OF: Readonly<Partial<Record<Marketplace, Readonly<Partial<Record<Country, RuleSource>>>>>> = {
  shopee: { TH: { asOf: '2026-11-01', source: 'Shopee Thailand seller education (the share was raised to 60 %)' } },
};

export const responseRuleSourceOf = (marketplace: Marketplace, country: Country): RuleSource =>
  SOURCES_OF[marketplace]?.[country] ?? SOURCES[marketplace];
