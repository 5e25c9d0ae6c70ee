import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStoredStore } from '../ui/stored.ts';
import { SHOP_GROUPINGS } from './shops/order.ts';

/** Widths of panes in pixels, and which panes are folded. Stored in this browser. */
const schema = z.object({
  shops: z.number().int(),
  conversations: z.number().int(),
  buyer: z.number().int(),
  /** `auto`: folded when the window is narrow. */
  shopFold: z.enum(['auto', 'folded', 'open']),
  isBuyerShown: z.boolean(),
  /** The chosen tab of the right panel; an unknown one is the first. */
  sideTab: z.string().default('buyer'),
  /**
   * Whether the list shows all pinned conversations, or only the first few. Layouts stored by earlier versions lack it.
   */
  isPinnedOpen: z.boolean().default(false),
  shopGrouping: z.enum(SHOP_GROUPINGS).default('marketplace'),
  shopSort: z.enum(['own', 'waiting']).default('own'),
  /** The shop list shows only shops in which buyers wait. */
  isOnlyWaiting: z.boolean().default(false),
  /** The group to which the shop list is narrowed, with its shops as they were last known. */
  shopGroup: z
    .object({ groupId: z.string(), shopIds: z.array(z.string()) })
    .nullable()
    .default(null),
  /** Groups of the shop list that show no shops: marketplaces and countries. */
  collapsedGroups: z.array(z.string()).default([]),
});
export type Layout = z.infer<typeof schema>;
export const DEFAULT_LAYOUT: Layout = {
  shops: 240,
  conversations: 320,
  buyer: 360,
  shopFold: 'auto',
  isBuyerShown: true,
  sideTab: 'buyer',
  isPinnedOpen: false,
  shopGrouping: 'marketplace',
  shopSort: 'own',
  isOnlyWaiting: false,
  shopGroup: null,
  collapsedGroups: [],
};
export const PANE_LIMITS = {
  shops: { min: 170, max: 360 },
  conversations: { min: 240, max: 480 },
  buyer: { min: 260, max: 520 },
} as const;
/** Wide enough for the country code and two short lines of the name. */
export const FOLDED_SHOPS_PX = 76;
/** At this width and below the shop list folds by itself. */
const FOLD_AT_PX = 1280;
/** At this width and below the right panel slides over the messages. */
const SLIDE_AT_PX = 1100;
/**
 * Least width of a readable conversation; when it gets narrower, the right panel slides over it at any window width.
 */
const MESSAGES_MIN_PX = 420;
/**
 * Below this width the list and the messages take turns: beside each other neither could be used (a window of 1440
 * pixels at a zoom of 200 % has 720).
 */
const ONE_PANE_BELOW_PX = 800;
const RAIL_PX = 64;
/** Width of the line between two panes. */
const LINE_PX = 1;

const layout = createStoredStore(localStorage, 'pasar.layout', schema, DEFAULT_LAYOUT);
export const setLayout = (change: Partial<Layout>): void => layout.update((held) => ({ ...held, ...change }));
export const useLayout = (): Layout => useSyncExternalStore(layout.subscribe, layout.get);

export const isOnePane = (windowWidth: number): boolean => windowWidth < ONE_PANE_BELOW_PX;
export const areShopsFolded = (held: Layout, windowWidth: number): boolean =>
  isOnePane(windowWidth) || (held.shopFold === 'auto' ? windowWidth <= FOLD_AT_PX : held.shopFold === 'folded');
export function doesBuyerSlide(held: Layout, windowWidth: number): boolean {
  const shops = areShopsFolded(held, windowWidth) ? FOLDED_SHOPS_PX : held.shops;
  const left = windowWidth - RAIL_PX - shops - held.conversations - held.buyer - 3 * LINE_PX;
  return windowWidth <= SLIDE_AT_PX || left < MESSAGES_MIN_PX;
}
