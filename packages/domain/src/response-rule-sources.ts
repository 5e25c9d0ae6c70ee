import type { Marketplace } from './marketplace.ts';

/**
 * Where the response rules are from, and the day on which they were written down. The marketplaces change them, and
 * sources disagree, so a person has to see both.
 */
export const RESPONSE_RULE_SOURCES: Readonly<Record<Marketplace, { readonly asOf: string; readonly source: string }>> =
  {
    shopee: { asOf: '2026-11-01', source: 'Shopee seller education (others tell of 90 days)' },
    lazada: { asOf: '2026-11-01', source: 'Lazada seller education, for LazMall (with a cut-off each day)' },
    tiktok: { asOf: '2026-11-01', source: 'TikTok Shop seller academy (others tell of 24 hours)' },
  };
