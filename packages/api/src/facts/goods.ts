import { PRODUCT_STATUSES, type Product } from '@pasar/domain';
import { z } from 'zod';
import { money } from './money.ts';

/** A marketplace's facts about a product of a shop. */
export const productFact = z.object({
  productId: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  price: money,
  salePrice: money,
  status: z.enum(PRODUCT_STATUSES),
  sellerSku: z.string().nullable(),
  stock: z.number().nullable(),
  actionUrl: z.string().nullable(),
  variants: z
    .array(
      z.object({
        skuId: z.string(),
        name: z.string(),
        sellerSku: z.string().nullable(),
        price: money,
        stock: z.number().nullable(),
      }),
    )
    .readonly(),
}) satisfies z.ZodType<Product>;
export type ProductView = z.infer<typeof productFact>;
