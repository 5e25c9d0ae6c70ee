import { CONNECTION_STATES, COUNTRIES, type ConnectionStateName, MARKETPLACES } from '@pasar/domain';
import { z } from 'zod';
import { shopId } from './views.ts';

/** The marketplace's id of a shop of the account, or the shop's user id there. */
export const userId = z.string().trim().min(1).max(64);
/** The marketplace of a shop, by its name. */
export const platform = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(MARKETPLACES),
);

/**
 * A shop as spec 1 §3 lists its fields ("shop user"). Response shapes are ours: the specification does not show them.
 * Cookies, tokens and passwords are never among them.
 */
export const shopUserView = z.object({
  user_id: z.string(),
  shop_id: z.string(),
  shop_user_id: z.string().nullable(),
  merchant_id: z.string().nullable(),
  platform: z.enum(MARKETPLACES),
  country: z.enum(COUNTRIES),
  is_cb: z.literal([0, 1]),
  name: z.string(),
  alias: z.string().nullable(),
  loginStatus: z.enum(CONNECTION_STATES as [ConnectionStateName, ...ConnectionStateName[]]),
  ip_partition_subject_id: z.string().nullable(),
  /** Pasar's own id of the shop. */
  pasarShopId: shopId,
});
export type ShopUserView = z.infer<typeof shopUserView>;
