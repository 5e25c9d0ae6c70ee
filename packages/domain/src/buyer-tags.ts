import { GROUP_COLORS } from './shop-groups.ts';

/** Tags have the colours of groups of shops. */
export const BUYER_TAG_COLORS = GROUP_COLORS;
export type BuyerTagColor = (typeof BUYER_TAG_COLORS)[number];

/** Most tags of an account and of a buyer, longest name, most rows of one bulk add (our choice). */
export const BUYER_TAG_LIMITS = { tags: 100, name: 30, ofBuyer: 20, rows: 2_000 } as const;
