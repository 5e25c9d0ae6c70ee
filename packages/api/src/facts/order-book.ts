import { asBuyerId, COUNTRIES, MARKETPLACES } from '@pasar/domain';
import { z } from 'zod';
import { shopId } from './views.ts';

/** Milliseconds since the epoch. */
export const time = z.number().int().nonnegative();
export const timeGiven = z.coerce.number().int().nonnegative();
export const orderId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);
export const buyerIdGiven = z.string().trim().min(1).max(64).transform(asBuyerId);

/** The shops of a list; of all that the member sees where nothing is named. */
export const ofShops = {
  shopIds: z.array(shopId).max(1_000).optional(),
  marketplaces: z.array(z.enum(MARKETPLACES)).optional(),
  countries: z.array(z.enum(COUNTRIES)).optional(),
};
/** A page of a list; `cursor` is the `next` of the page before, absent for the first page. */
export const ofPage = {
  cursor: z.string().max(200).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
};
