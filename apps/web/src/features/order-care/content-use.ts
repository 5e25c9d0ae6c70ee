import { automaticMediaPath, type OrderCareContentView } from '@pasar/api';
import { type Country, ORDER_CARE_LIMITS, type OrderCareKind } from '@pasar/domain';
import type { PartsUse } from '../../base/parts/parts-use.ts';

export const VARIABLES = ['buyer', 'shop', 'order', 'tracking', 'product', 'amount'] as const;
export type OrderCareVariable = (typeof VARIABLES)[number];

/** A content serves the shops of a country, so it has no goods of one shop. */
export const CONTENT_USE: PartsUse = {
  most: ORDER_CARE_LIMITS.parts,
  variables: VARIABLES,
  hasVideos: false,
  mediaPath: automaticMediaPath,
  noShop: null,
};

/** Whose content a screen shows; `country` null: of every country that has no own. */
export interface ContentPlace {
  readonly kind: OrderCareKind;
  readonly country: Country | null;
}

export const keyOf = ({ kind, country }: ContentPlace): string => `${kind}/${country ?? ''}`;

/** What is written for the place; null for nothing. */
export const contentAt = (contents: readonly OrderCareContentView[], { kind, country }: ContentPlace) =>
  contents.find((one) => one.kind === kind && one.country === country)?.content ?? null;
